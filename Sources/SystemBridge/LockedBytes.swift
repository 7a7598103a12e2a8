import CSystem
import Glibc

/// Bytes that never reach swap or a core dump, and are overwritten when the last owner lets go.
///
/// Each value has whole pages of its own (`mmap`), locked (`mlock`), left out of core dumps
/// (`MADV_DONTDUMP`) and zeroed in a forked child (`MADV_WIPEONFORK`). When the limit on locked
/// memory is used up (`RLIMIT_MEMLOCK`), the bytes are kept all the same and ``isLocked`` says so:
/// refusing to work would not make the key any safer.
///
/// Our own code and not libsecret's allocator, since the SDK holds keys without libsecret.
@safe package final class LockedBytes: Sendable {
  /// The number of bytes.
  package let count: Int

  /// Whether the kernel agreed to keep the pages out of swap.
  package let isLocked: Bool

  private let mappedLength: Int
  // Written only in `init`, before the object is shared, and in `deinit`, after it no longer is.
  private nonisolated(unsafe) let start: UnsafeMutableRawPointer

  /// Creates a copy of `bytes`.
  ///
  /// The caller still owns, and wipes, its own copy.
  package convenience init(copying bytes: Span<UInt8>) {
    self.init(capacity: bytes.count) { target in
      for index in bytes.indices { target.append(bytes[index]) }
    }
  }

  /// Creates the bytes of all `pieces`, one after the other.
  package convenience init(joining pieces: [LockedBytes]) {
    self.init(capacity: pieces.reduce(0) { $0 + $1.count }) { target in
      for piece in pieces {
        piece.withSpan { bytes in
          for index in bytes.indices { target.append(bytes[index]) }
        }
      }
    }
  }

  /// Creates bytes by filling a fresh locked buffer in place, so that no other copy is ever made.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that `fill` may append.
  ///   - fill: Appends the bytes. What it throws is thrown on, after the buffer has been wiped.
  package init<Failure: Error>(
    capacity: Int, fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let length = max(1, (capacity + page - 1) / page) * page
    let mapping = unsafe mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      // Out of address space: no way on, as with any failed allocation in Swift.
      fatalError("mmap of \(length) bytes failed")
    }
    isLocked = unsafe mlock(mapping, length) == 0
    unsafe _ = madvise(mapping, length, Int32(MADV_DONTDUMP))
    unsafe _ = madvise(mapping, length, Int32(MADV_WIPEONFORK))
    let bytes = unsafe UnsafeMutableBufferPointer(
      start: mapping.assumingMemoryBound(to: UInt8.self), count: capacity)
    var output = unsafe OutputSpan(buffer: bytes, initializedCount: 0)
    do {
      try fill(&output)
    } catch {
      unsafe explicit_bzero(mapping, length)
      unsafe munmap(mapping, length)
      throw error
    }
    count = unsafe output.finalize(for: bytes)
    mappedLength = length
    unsafe start = mapping
  }

  deinit {
    unsafe explicit_bzero(start, mappedLength)
    unsafe munmap(start, mappedLength)
  }

  /// Lends the bytes for the length of `body`; they must not be copied out of it without need.
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: count)
    return try body(unsafe Span(_unsafeElements: bytes))
  }

  /// Whether both hold the same bytes, in a time that depends on their length only.
  package func isEqual(to other: LockedBytes) -> Bool {
    guard count == other.count else { return false }
    return withSpan { mine in
      other.withSpan { theirs in
        var difference: UInt8 = 0
        for index in mine.indices { difference |= mine[index] ^ theirs[index] }
        return difference == 0
      }
    }
  }
}
