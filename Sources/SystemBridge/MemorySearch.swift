#if DEBUG
  import Glibc

  /// Looks for a secret in this process's own memory, for tests; not compiled into releases.
  ///
  /// `FIGRANIUM_MEMORY_SEARCH` is the secret in hexadecimal digits, each byte XOR 0x5A, so that the
  /// search finds none of its own making; `FIGRANIUM_MEMORY_REPORT` the file that gets a line a search.
  package enum MemorySearch {
    private static let mask: UInt8 = 0x5A
    private static let block = 1 << 20

    /// Searches, if that is wanted, and writes what was found.
    ///
    /// - Parameter place: Where in the program this is.
    package static func report(_ place: String) {
      guard let masked = SystemEnvironment.value("FIGRANIUM_MEMORY_SEARCH"),
        let path = SystemEnvironment.value("FIGRANIUM_MEMORY_REPORT")
      else { return }
      let pieces = pieces(masked)
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard !pieces.isEmpty, file >= 0 else { return }
      defer { _ = close(file) }
      var text = search(pieces, place)
      text.withUTF8 { bytes in unsafe _ = write(file, bytes.baseAddress, bytes.count) }
    }

    /// The secret in pieces of 16 bytes, masked: a part of it would be a leak too.
    private static func pieces(_ masked: String) -> [[UInt8]] {
      let digits = masked.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      var bytes: [UInt8] = []
      for index in stride(from: 0, to: digits.count - 1, by: 2) {
        bytes.append(UInt8(digits[index] << 4 | digits[index + 1]))
      }
      var pieces: [[UInt8]] = []
      for start in stride(from: 0, to: bytes.count - 15, by: 16) {
        pieces.append(Array(bytes[start..<(start + 16)]))
      }
      return pieces
    }

    private struct Mapping {
      var start: UInt
      var end: UInt
      var name: Substring
      var isLocked = false
    }

    private static func search(_ pieces: [[UInt8]], _ place: String) -> String {
      // A buffer of its own, which is not searched itself.
      let buffer = unsafe mmap(
        nil, block, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
      guard let buffer = unsafe buffer, unsafe buffer != MAP_FAILED, memory >= 0 else {
        return "\(place): not searched\n"
      }
      defer {
        unsafe munmap(buffer, block)
        _ = close(memory)
      }
      var (locked, open, bytes) = (0, [Substring](), 0)
      for mapping in mappings() where mapping.start != UInt(bitPattern: buffer) {
        var address = mapping.start
        while address < mapping.end {
          let wanted = min(block, Int(mapping.end - address))
          let count = unsafe pread(memory, buffer, wanted, off_t(address))
          guard count > 0 else { break }
          bytes += count
          let found = unsafe occurrences(of: pieces, in: buffer, count)
          if mapping.isLocked {
            locked += found
          } else if found > 0 {
            open.append("\(mapping.name.isEmpty ? "anonymous" : mapping.name)*\(found)")
          }
          if address + UInt(count) >= mapping.end { break }
          // What lies across two blocks is in the next one as a whole.
          address += UInt(max(1, count - 15))
        }
      }
      return "\(place): \(bytes >> 20) MB, locked \(locked), open \(open.count)"
        + open.map { " \($0)" }.joined() + "\n"
    }

    /// Byte by byte: what compares 16 at a time leaves them in a register, and so on the stack.
    private static func occurrences(
      of pieces: [[UInt8]], in start: UnsafeMutableRawPointer, _ count: Int
    ) -> Int {
      let bytes = unsafe start.assumingMemoryBound(to: UInt8.self)
      var found = 0
      for piece in pieces {
        var at = 0
        while at + 16 <= count,
          let hit = unsafe memchr(start + at, Int32(piece[0] ^ mask), count - 15 - at)
        {
          at = unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(start)
          var same = 1
          while same < 16, unsafe bytes[at + same] ^ mask == piece[same] { same += 1 }
          if same == 16 { found += 1 }
          at += 1
        }
      }
      return found
    }

    /// The readable mappings, and which of them are kept out of swap.
    private static func mappings() -> [Mapping] {
      guard let file = unsafe fopen("/proc/self/smaps", "re") else { return [] }
      defer { unsafe _ = fclose(file) }
      var found: [Mapping] = []
      var line = [CChar](repeating: 0, count: 4096)
      while unsafe fgets(&line, Int32(line.count), file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) },
          as: UTF8.self)
        let words = text.split(separator: " ")
        if text.hasPrefix("VmFlags:") {
          if words.contains("lo"), !found.isEmpty { found[found.count - 1].isLocked = true }
          continue
        }
        let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
        guard ends.count == 2, words.count >= 5 else { continue }
        // Without pages of devices, which cannot be read.
        let isReadable = words[1].hasPrefix("r") && !text.contains("[v")
        found.append(
          Mapping(
            start: ends[0], end: isReadable ? ends[1] : ends[0],
            name: words.count > 5 ? words[5] : ""))
      }
      return found
    }
  }
#endif
