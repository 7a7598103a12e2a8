import CCurl
import Glibc
import SystemBridge

// The header lines of one request, in memory that is overwritten when the transfer has ended.

/// A `curl_slist` of our own making.
///
/// `curl_slist_append` would copy each line into memory that libcurl frees without overwriting it.
@safe final class HeaderList {
  /// The list's first node, for `CURLOPT_HTTPHEADER`; valid as long as this object.
  let first: UnsafeMutablePointer<curl_slist>
  private let bytes: UnsafeMutablePointer<CChar>
  private let size: Int
  private var lines = 0
  private var place = 0

  /// Takes away libcurl's own `Expect: 100-continue`: a name without a value.
  private static let noExpect = "Expect:"

  /// Builds the lines of `request`, the key's among them.
  init(_ request: CurlRequest) {
    var size = Self.noExpect.utf8.count + 1
    for (name, value) in request.headers { size += name.utf8.count + value.utf8.count + 3 }
    if let secret = request.secret {
      size += secret.name.utf8.count + secret.prefix.utf8.count + secret.value.count + 3
    }
    self.size = size
    unsafe bytes = .allocate(capacity: size)
    unsafe first = .allocate(capacity: request.headers.count + (request.secret == nil ? 1 : 2))
    begin()
    append(Self.noExpect)
    end()
    for (name, value) in request.headers {
      begin()
      append(name)
      // An empty value is written with a semicolon; with a colon the header would be left out.
      append(value.isEmpty ? ";" : ": ")
      append(value)
      end()
    }
    guard let secret = request.secret else { return }
    begin()
    append(secret.name)
    append(": ")
    append(secret.prefix)
    secret.value.withSpan { span in
      for index in span.indices { append(span[index]) }
    }
    end()
  }

  /// Overwrites the lines; libcurl must have let go of them.
  func wipe() {
    unsafe explicit_bzero(bytes, size)
  }

  deinit {
    wipe()
    unsafe bytes.deallocate()
    unsafe first.deallocate()
  }

  private func begin() {
    let node = unsafe first + lines
    unsafe node.initialize(to: curl_slist(data: bytes + place, next: nil))
    if lines > 0 { unsafe (node - 1).pointee.next = node }
    lines += 1
  }

  private func end() {
    append(0)
  }

  private func append(_ text: String) {
    let utf8 = text.utf8Span.span
    precondition(utf8.count <= size - place, "the lines are longer than was counted")
    for index in utf8.indices { unsafe bytes[place + index] = CChar(bitPattern: utf8[index]) }
    place += utf8.count
  }

  private func append(_ byte: UInt8) {
    precondition(place < size, "the lines are longer than was counted")
    unsafe bytes[place] = CChar(bitPattern: byte)
    place += 1
  }
}
