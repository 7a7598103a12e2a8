// Listens, downloads and lets go as a process of its own, whose memory and descriptors are nobody
// else's, and says on standard output how many it needed.

import Figranium
import FoundationEssentials
import Glibc
import SystemBridge

func say(_ text: String) throws {
  try StandardStreams.write(text + "\n", to: 1)
}

/// The most memory that this process ever had, in KiB.
func peak() throws -> Int {
  let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? -1
}

/// How many there are, without pipes: the thread sanitizer talks through two with the program that reads
/// symbols for it, and nothing here makes any.
func descriptors() throws -> Int {
  let folder = "/proc/self/fd"
  // The list itself is read from one that is gone by then.
  return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
    let what = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
    return what.map { !$0.hasPrefix("pipe:") } ?? false
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let url = URL(string: arguments[2]) else {
  try say("usage: StreamProbe events|hoard|download|descriptors|crowded|end URL AMOUNT|PATH")
  exit(2)
}
let client = try Figranium(url: url, credential: .none, options: ClientOptions(retry: .never))
let amount = Int(arguments[3]) ?? 0

switch arguments[1] {
case "events", "hoard":
  var kept: [ExecutionEvent] = []
  var events = 0
  var bytes = 0
  for try await event in client.executions.stream(runID: "r").values {
    guard case .progress(let data) = event, let text = data.stringValue else { continue }
    events += 1
    bytes += text.utf8.count
    if events == 1 { try say("start \(try peak())") }
    if arguments[1] == "hoard" {
      kept.append(event)
    } else if events <= 20 {
      // The consumer that sleeps: time for a server to send as much as there is.
      try await Swift.Task.sleep(for: .milliseconds(50))
    }
    if bytes >= amount { break }
  }
  try say("end \(try peak())")
  try say("bytes \(bytes)")
case "download":
  try say("start \(try peak())")
  let file = try await client.download(
    .reading("/file"), to: URL(filePath: arguments[3]), options: RequestOptions())
  try say("end \(try peak())")
  try say("bytes \(file.byteCount)")
case "descriptors":
  func open() async throws {
    for try await _ in client.executions.stream(runID: "r") { break }
  }
  try await open()
  _ = try await client.tasks.listSummaries()
  try say("start \(try descriptors())")
  // Held all together first, so that the count is seen to count.
  var iterators: [EventStream<ExecutionEvent>.AsyncIterator] = []
  for _ in 0..<amount {
    var iterator = client.executions.stream(runID: "r").makeAsyncIterator()
    _ = try await iterator.next()
    iterators.append(iterator)
  }
  try say("held \(try descriptors())")
  iterators = []
  for _ in 0..<amount { try await open() }
  for _ in 0..<amount {
    let task = Swift.Task { try await open() }
    task.cancel()
    _ = await task.result
  }
  // Comes after all of them to the thread that closes the connections.
  _ = try await client.tasks.listSummaries()
  try say("end \(try descriptors())")
case "crowded":
  // So many descriptors are free while the first request is made, and all of them at the second.
  // First libdispatch has its own, without which it ends the process.
  try await Swift.Task.sleep(for: .milliseconds(1))
  var limit = rlimit(rlim_cur: 60, rlim_max: 60)
  guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(2) }
  var taken: [Int32] = []
  while true {
    let descriptor = unsafe open("/dev/null", O_RDONLY)
    if descriptor < 0 { break }
    taken.append(descriptor)
  }
  for _ in 0..<amount { close(taken.removeLast()) }
  do {
    _ = try await client.tasks.listSummaries()
    try say("first answered")
  } catch {
    try say("first \(error)")
  }
  for descriptor in taken { close(descriptor) }
  try say("second \(try await client.tasks.listSummaries().count)")
case "end":
  // Ends as a program does, so many microseconds after it has begun to open libcurl, or in the midst of
  // its requests.
  for _ in 0..<4 {
    Swift.Task.detached { while true { _ = try? await client.tasks.listSummaries() } }
  }
  usleep(UInt32(amount))
  exit(0)
default: exit(2)
}
