import Glibc

/// A TCP client that sends exactly the bytes it is given, so that a test can be ruder to a server
/// than any HTTP library would be.
///
/// Each read and write ends after 20 seconds.
package final class RawClient {
  /// What the system refused.
  package struct Failure: Error, CustomStringConvertible {
    package let call: String
    package let errno: Int32
    package var description: String { "\(call): errno \(errno)" }
  }

  private var descriptor: Int32

  /// Connects to `port` of 127.0.0.1.
  package init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", errno: errno) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(call: "connect", errno: errno) }
  }

  deinit {
    close()
  }

  /// Closes the connection, as a client that leaves does.
  package func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Sends all of `text`.
  package func send(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(call: "send", errno: errno) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Some bytes; empty once the server has closed.
  package func receive(atMost count: Int = 65_536) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let read = unsafe buffer.withUnsafeMutableBytes { buffer in
      unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
    }
    guard read >= 0 else { throw Failure(call: "recv", errno: errno) }
    return Array(buffer.prefix(read))
  }

  /// Everything until the server closes.
  package func receiveToEnd() throws -> String {
    var all: [UInt8] = []
    while true {
      let some = try receive()
      if some.isEmpty { return String(decoding: all, as: UTF8.self) }
      all += some
    }
  }

  /// Everything up to and with `end`.
  package func receive(through end: String) throws -> String {
    var all: [UInt8] = []
    let end = Array(end.utf8)
    while true {
      let some = try receive(atMost: 1)
      if some.isEmpty { return String(decoding: all, as: UTF8.self) }
      all += some
      if all.suffix(end.count) == end[...] { return String(decoding: all, as: UTF8.self) }
    }
  }

  /// One answer that has a `Content-Length`: its status, its header fields and its body.
  package func receiveResponse() throws -> RawResponse {
    let head = try receive(through: "\r\n\r\n")
    let lines = head.split(separator: "\r\n")
    let status = lines.first.map { $0.split(separator: " ") }.flatMap { $0.count > 1 ? $0[1] : nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    var body: [UInt8] = []
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while body.count < length {
      let some = try receive(atMost: length - body.count)
      if some.isEmpty { break }
      body += some
    }
    return RawResponse(
      status: status.flatMap { Int($0) } ?? 0, headers: headers,
      body: String(decoding: body, as: UTF8.self))
  }
}

/// An answer as it came, names of the header fields in lower case.
package struct RawResponse: Sendable, Equatable {
  package let status: Int
  package let headers: [String: String]
  package let body: String
}
