import DemoServer
import FoundationEssentials
import GLibBridge
import TestSupport
import Testing

/// What a batch needs must not grow with its rows.
@Suite struct BatchMemoryTests {
  @Test(.disabled(if: Sanitizers.isOn, "a sanitizer keeps what is given back"))
  func tenTimesTheRowsInTheSameMemory() async throws {
    let desk = try await Desk(dialect: .v019)
    desk.server.configure {
      $0.runData = #"{"text":"\#(String(repeating: "x", count: 2000))"}"#
    }
    // A short batch may be over before it is looked at: the program alone needs more than this.
    let few = max(try await peak(of: desk, rows: 300), 32 << 10)
    let many = try await peak(of: desk, rows: 3000)
    // 3,000 results are 7 MB, and what is kept of 3,000 rows is 15 kB.
    #expect(many < few + 6 << 10, "\(few) KiB, then \(many) KiB")
  }

  /// Runs a batch of 64 jobs to its end, and gives the most memory that was seen (`VmHWM`) in KiB.
  private func peak(of desk: Desk, rows: Int) async throws -> Int {
    let path = desk.bus.home + "/\(rows)"
    let text = (1...rows).map { "{\"n\":\($0)}\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: path + ".jsonl"))
    let child = try desk.figctl.start([
      "batch", "task_1", path + ".jsonl", "--output", path + ".out", "--jobs", "64", "-q",
    ])
    var peak = 0
    let status = "/proc/\(child.processID)/status"
    while child.wait(seconds: 0) == nil {
      let data = FileManager.default.contents(atPath: status) ?? Data()
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first {
        $0.hasPrefix("VmHWM:")
      }
      peak = max(peak, line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
      try await Swift.Task.sleep(for: .milliseconds(5))
    }
    let ended = try await FigctlProcess.end(of: child)
    #expect(ended.code == 0, "\(ended.errors)")
    #expect(peak > 0)
    return peak
  }
}
