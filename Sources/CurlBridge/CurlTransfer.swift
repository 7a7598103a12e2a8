import CCurl
import FoundationEssentials
import Glibc

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

  deinit {
    unsafe explicit_bzero(start, count)
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
  let complete: (Result<CurlResponse, CurlFailure>) -> Void

  private var received = Data()
  private var headerBlock: [UInt8] = []
  private var headerBytes = 0
  private var stopped: CurlFailure.Kind?

  /// More than any honest server sends; libcurl of Debian 12 has no limit of its own.
  private static let maximumHeaderBytes = 256 << 10

  init(
    _ request: CurlRequest, handle: EasyHandle,
    complete: @escaping (Result<CurlResponse, CurlFailure>) -> Void
  ) {
    self.request = request
    self.handle = handle
    self.complete = complete
    headers = HeaderList(request)
    body = request.body.map(BodyMemory.init)
  }

  // MARK: What libcurl brings

  /// Takes a piece of the body; false ends the transfer.
  func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard received.count + bytes.count <= request.maximumBodyBytes else {
      stopped = .tooLarge
      return false
    }
    unsafe received.append(contentsOf: bytes)
    return true
  }

  /// Takes a header line; false ends the transfer.
  func take(header line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      stopped = .headerTooLarge
      return false
    }
    // Each answer begins with a status line: an interim one (1xx) is dropped for the next.
    if unsafe line.starts(with: "HTTP/".utf8) { headerBlock.removeAll(keepingCapacity: true) }
    unsafe headerBlock.append(contentsOf: line)
    return true
  }

  /// Whether to send the request to this address.
  func accepts(address: String) -> Bool {
    if !isLoopback(address: address) { stopped = .notLoopback }
    return stopped == nil
  }

  // MARK: The end

  /// What the transfer came to.
  ///
  /// Call it before the handle is reset.
  func result(_ code: CURLcode) -> Result<CurlResponse, CurlFailure> {
    guard code == CURLE_OK else { return .failure(failure(code)) }
    let retryAfter = handle.size(CURLINFO_RETRY_AFTER)
    return .success(
      CurlResponse(
        status: handle.number(CURLINFO_RESPONSE_CODE), headerBlock: headerBlock, body: received,
        contentType: handle.text(CURLINFO_CONTENT_TYPE),
        retryAfterSeconds: retryAfter > 0 ? retryAfter : nil))
  }

  private func failure(_ code: CURLcode) -> CurlFailure {
    let wasSent = handle.number(CURLINFO_REQUEST_SIZE) > 0
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
  return unsafe transfer.take(body: piece) ? size * count : 0
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
