import CCurl
import FoundationEssentials
import Glibc
import Synchronization
import SystemBridge

// One transfer on the engine's thread, and the functions that libcurl calls for it.

/// A body in memory that stays where it is, overwritten at the end.
@safe final class BodyMemory {
  let start: UnsafeMutablePointer<UInt8>
  let count: Int

  init(_ data: Data) {
    count = data.count
    unsafe start = .allocate(capacity: max(1, count))
    unsafe data.copyBytes(to: start, count: count)
  }

  init(_ secret: LockedBytes) {
    count = secret.count
    unsafe start = .allocate(capacity: max(1, count))
    secret.withSpan { span in
      for index in span.indices { unsafe (start + index).initialize(to: span[index]) }
    }
  }

  /// Overwrites it; libcurl must have let go of it.
  func wipe() {
    unsafe explicit_bzero(start, count)
  }

  deinit {
    wipe()
    unsafe start.deallocate()
  }
}

/// One transfer.
///
/// The engine keeps it until libcurl has let go of its handle.
@safe final class CurlTransfer {
  let request: CurlRequest
  let handle: EasyHandle
  let headers: HeaderList
  let body: BodyMemory?

  private let ticket: Ticket
  private let destination: Submission.Destination
  private let start = ContinuousClock.now
  private var received = Data()
  /// The same of an answer that holds a secret: piece by piece, since what grows leaves copies.
  private var secretPieces: [LockedBytes] = []
  private var receivedBytes = 0
  private var headerBlock: [UInt8] = []
  private var headerBytes = 0
  private var hasHead = false
  private var stopped: CurlFailure.Kind?
  /// When the last bytes of a stream came; nil while it is paused.
  private var lastHeard: ContinuousClock.Instant?

  /// More than any honest server sends; libcurl of Debian 12 has no limit of its own.
  private static let maximumHeaderBytes = 256 << 10

  init(_ submission: Submission, handle: EasyHandle) {
    request = submission.request
    self.handle = handle
    ticket = submission.ticket
    destination = submission.destination
    lastHeard = start
    headers = HeaderList(request)
    body = request.secretBody.map { BodyMemory($0) } ?? request.body.map { BodyMemory($0) }
  }

  /// Whether the body goes to a reader as it comes.
  var isStream: Bool { if case .stream = destination { true } else { false } }

  /// Whether bytes of the request were handed to the system.
  var wasSent: Bool { handle.number(CURLINFO_REQUEST_SIZE) > 0 }

  // MARK: What libcurl brings

  /// Takes a piece of the body.
  ///
  /// - Returns: The number of bytes taken, libcurl's word for a pause, or 0 to end the transfer.
  func take(body bytes: UnsafeRawBufferPointer) -> Int {
    guard receivedBytes + bytes.count <= request.maximumBodyBytes else {
      stopped = .tooLarge
      return 0
    }
    switch destination {
    case .whole where request.hasSecretAnswer:
      let piece = unsafe Span<UInt8>(_unsafeBytes: bytes)
      secretPieces.append(LockedBytes(copying: piece))
    case .whole: unsafe received.append(contentsOf: bytes)
    case .stream(let channel):
      lastHeard = .now
      switch channel.offer(unsafe Data(bytes)) {
      case .taken: break
      case .full:
        lastHeard = nil
        return Int(CURL_WRITEFUNC_PAUSE)
      case .unwanted:
        stopped = .aborted
        return 0
      }
    }
    receivedBytes += bytes.count
    return bytes.count
  }

  /// The reader has made room.
  func resumes() {
    if lastHeard == nil { lastHeard = .now }
  }

  /// Takes a header line; false ends the transfer.
  func take(header line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      stopped = .headerTooLarge
      return false
    }
    // Each answer begins with a status line: an interim one (1xx) is dropped for the next.
    if unsafe line.first == UInt8(ascii: "H"), unsafe line.starts(with: "HTTP/".utf8) {
      headerBlock.removeAll(keepingCapacity: true)
    }
    unsafe headerBlock.append(contentsOf: line)
    guard case .stream(let channel) = destination, !hasHead else { return true }
    lastHeard = .now
    // An empty line ends the header; that of an interim answer is followed by another.
    if line.count <= 2, handle.number(CURLINFO_RESPONSE_CODE) >= 200 {
      hasHead = true
      channel.begin(head)
    }
    return true
  }

  private var head: CurlHead {
    let retryAfter = handle.size(CURLINFO_RETRY_AFTER)
    return CurlHead(
      status: handle.number(CURLINFO_RESPONSE_CODE), headerBlock: headerBlock,
      contentType: handle.text(CURLINFO_CONTENT_TYPE),
      retryAfterSeconds: retryAfter > 0 ? retryAfter : nil)
  }

  /// Whether to send the request to this address.
  func accepts(address: String) -> Bool {
    if !isLoopback(address: address) { stopped = .notLoopback }
    return stopped == nil
  }

  private var response: CurlResponse {
    let head = head
    return CurlResponse(
      status: head.status, headerBlock: head.headerBlock, body: received,
      secretBody: request.hasSecretAnswer ? LockedBytes(joining: secretPieces) : nil,
      contentType: head.contentType, retryAfterSeconds: head.retryAfterSeconds)
  }

  // MARK: The end

  /// Tells who waits what the transfer came to.
  ///
  /// Call it before the handle is reset.
  func complete(_ failure: CurlFailure?) {
    switch destination {
    case .whole(let continuation):
      let result: Result<CurlResponse, CurlFailure> =
        failure.map { .failure($0) } ?? .success(response)
      ticket.hasEnded.store(true, ordering: .releasing)
      continuation.resume(returning: result)
    case .stream(let channel):
      channel.finish(failure.map { .failure($0) } ?? .success(()))
    }
  }

  /// When one of a stream's own limits runs out, unless more comes before.
  var deadline: ContinuousClock.Instant? {
    guard isStream else { return nil }
    let head = hasHead ? nil : request.headLimit.map { start + $0 }
    let silence = lastHeard.flatMap { heard in request.silenceLimit.map { heard + $0 } }
    return [head, silence].compactMap(\.self).min()
  }

  /// The failure of a stream whose own limits have run out.
  func overdue(_ now: ContinuousClock.Instant) -> CurlFailure? {
    guard let deadline, deadline <= now else { return nil }
    if !hasHead, let limit = request.headLimit, start + limit <= now {
      return CurlFailure(.totalTimeout, "no answer in time", mayHaveBeenSent: wasSent)
    }
    // Connecting has a limit of its own.
    guard handle.size(CURLINFO_PRETRANSFER_TIME_T) > 0 else {
      lastHeard = now
      return nil
    }
    return CurlFailure(.silenceTimeout, "nothing came", mayHaveBeenSent: wasSent)
  }

  /// What a code means; nil for success.
  func failure(_ code: CURLcode) -> CurlFailure? {
    guard code != CURLE_OK else { return nil }
    let wasSent = wasSent
    if let stopped {
      return CurlFailure(stopped, handle.reason(code), mayHaveBeenSent: wasSent)
    }
    let errorNumber = Int32(truncatingIfNeeded: handle.number(CURLINFO_OS_ERRNO))
    var reason = handle.reason(code)
    let kind: CurlFailure.Kind
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: kind = .cannotResolve
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: kind = .proxy
    case CURLE_COULDNT_CONNECT:
      // libcurl names the machine that it tried; with a proxy that is another than the server.
      let isProxy = request.allowsProxy && !reason.contains("connect to \(host) ")
      kind = isProxy ? .proxy : errorNumber == ECONNREFUSED ? .refused : .cannotConnect
      if errorNumber != 0 && !isProxy { unsafe reason = String(cString: strerror(errorNumber)) }
    case CURLE_OPERATION_TIMEDOUT: kind = timeout(reason)
    case CURLE_PARTIAL_FILE: kind = .cut
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR: kind = .broken
    case CURLE_RECV_ERROR: kind = headerBlock.isEmpty ? .broken : .cut
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: kind = headerBlock.isEmpty ? .broken : .cut
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CLIENTCERT, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      kind = .tls
    case CURLE_SSL_CACERT_BADFILE: kind = .caFile
    case CURLE_FILESIZE_EXCEEDED: kind = .tooLarge
    case CURLE_BAD_CONTENT_ENCODING: kind = .badEncoding
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
      kind = .malformed
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT: kind = .unavailable
    default: kind = wasSent ? .broken : .cannotConnect
    }
    return CurlFailure(kind, reason, mayHaveBeenSent: wasSent)
  }

  /// The server's host as libcurl writes it.
  private var host: Substring {
    let authority = request.url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" }
    if authority.first == "[" { return authority.dropFirst().prefix { $0 != "]" } }
    return authority.prefix { $0 != ":" }
  }

  private func timeout(_ reason: String) -> CurlFailure.Kind {
    if handle.size(CURLINFO_PRETRANSFER_TIME_T) == 0 { return .connectTimeout }
    return reason.contains("too slow") ? .silenceTimeout : .totalTimeout
  }
}

/// Whether an address, as text, is of this machine alone.
package func isLoopback(address: String) -> Bool {
  address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
}

// The context of each is the transfer, which the engine keeps alive while libcurl may call.

func takeBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
  let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  return unsafe transfer.take(body: piece)
}

func takeHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
  let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  return unsafe transfer.take(header: line) ? size * count : 0
}

func checkAddress(
  _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?,
  _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
  guard let context = unsafe context, let remote = unsafe remote else {
    return CURL_PREREQFUNC_ABORT
  }
  let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  let accepted = unsafe transfer.accepts(address: String(cString: remote))
  return accepted ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
