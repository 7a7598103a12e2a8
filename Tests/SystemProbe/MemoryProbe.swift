import Glibc
import SystemBridge

/// Says how often a random secret is in this process's memory: while it is held, and after.
func probeMemory() throws {
  // Only a masked copy is kept, so that the search finds none of its own making.
  let mask: UInt8 = 0x5A
  var masked: [UInt8] = []
  do {
    let secret = try SystemRandom.lockedBytes(32)
    secret.withSpan { span in
      for index in span.indices { masked.append(span[index] ^ mask) }
    }
    let held = occurrences(of: masked, mask: mask)
    withExtendedLifetime(secret) { say("held \(held)") }
  }
  say("released \(occurrences(of: masked, mask: mask))")
}

/// Counts the places in this process's memory that hold `masked` with the mask taken off.
private func occurrences(of masked: [UInt8], mask: UInt8) -> Int {
  let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
  guard memory >= 0, let maps = unsafe fopen("/proc/self/maps", "re") else { return -1 }
  defer {
    _ = close(memory)
    unsafe fclose(maps)
  }
  var ranges: [(UInt64, UInt64)] = []
  var line = [CChar](repeating: 0, count: 4096)
  while unsafe fgets(&line, Int32(line.count), maps) != nil {
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: " ")
    guard fields.count > 1, fields[1].hasPrefix("rw") else { continue }
    let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    if ends.count == 2 { ranges.append((ends[0], ends[1])) }
  }
  var found = 0
  var page = [UInt8](repeating: 0, count: 4096)
  for (start, end) in ranges {
    var address = start
    while address < end {
      let count = unsafe page.withUnsafeMutableBytes { page in
        unsafe pread(memory, page.baseAddress, page.count, off_t(address))
      }
      address += 4096
      guard count == page.count else { continue }
      for offset in 0...(page.count - masked.count)
      where page[offset] ^ mask == masked[0] && page[offset + 1] ^ mask == masked[1] {
        if masked.indices.allSatisfy({ page[offset + $0] ^ mask == masked[$0] }) { found += 1 }
      }
      // The page that was read must not be found again.
      for index in page.indices { page[index] = 0 }
    }
  }
  return found
}
