// What `install/bench` and `install/picture` need and users do not: a server on loopback that stays,
// and the time of the SDK's warm requests.
//
//   FigctlBench serve [DIALECT [TASKS]]
//                                   prints the server's address and the key it accepts, a line each,
//                                   and serves until standard input ends
//   FigctlBench requests URL COUNT  prints the median time of `GET /api/tasks/list` in
//                                   microseconds, with the key that `serve` accepts
//   FigctlBench runs URL COUNT JOBS prints how many runs a second it makes, JOBS at a time
//   FigctlBench perform COUNT       prints what Perform on the session's bus adds to the library's
//                                   call, in milliseconds
//   FigctlBench parse FILE          prints how long making a `JSONValue` of JSON takes, in
//                                   milliseconds

import DemoServer
import Figranium
import FoundationEssentials
import SystemBridge

// Made up: only the server below takes it.
let key = "made-up-key-for-measuring-4242"

func serve(_ dialect: DemoDialect, tasks: Int?) throws {
  var configuration = DemoServerConfiguration(dialect: dialect, apiKey: key)
  configuration.planRun = DemoRunPlan.byVariables
  // So that hours of requests take no more memory than a minute of them.
  configuration.recordsRequests = false
  configuration.executionLimit = 1000
  if let tasks {
    configuration.tasks = (0..<tasks).map {
      DemoTask(id: "task_\($0)", name: "Daily price check number \($0)")
    }
  }
  let server = try DemoServer(configuration)
  try StandardStreams.write("\(server.baseURL)\n\(key)\n", to: 1)
  while readLine() != nil {}
  server.stop()
}

func measure(_ url: URL, count: Int) async throws {
  let client = try Figranium(url: url, credential: .apiKey(Secret(key)))
  let clock = ContinuousClock()
  var times: [Duration] = []
  for turn in -100..<count {  // the first hundred warm up
    let time = try await clock.measure { _ = try await client.tasks.listSummaries() }
    if turn >= 0 { times.append(time) }
  }
  times.sort()
  try StandardStreams.write("\(times[count / 2] / .microseconds(1))\n", to: 1)
}

func parse(_ path: String) throws {
  let text = try Data(contentsOf: URL(filePath: path))
  let start = ContinuousClock.now
  let value = try JSONValue(json: text)
  let time = start.duration(to: .now)
  // To the end of the process: taking it apart is no part of making it.
  withExtendedLifetime(value) {}
  try StandardStreams.write("\(time / .milliseconds(1))\n", to: 1)
  ProcessExit.now(value.isNull ? 1 : 0)
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "serve", arguments.count <= 3,
  let dialect = DemoDialect(rawValue: arguments.count > 1 ? arguments[1] : "documented"),
  arguments.count < 3 || Int(arguments[2]) != nil
{
  try serve(dialect, tasks: arguments.count == 3 ? Int(arguments[2]) : nil)
} else if arguments.count == 2, arguments[0] == "perform", let count = Int(arguments[1]), count > 0
{
  try StandardStreams.write(
    "\(try await PerformOverBus.milliseconds(count: count))\n", to: 1)
} else if arguments.count == 3, arguments[0] == "requests", let url = URL(string: arguments[1]),
  let count = Int(arguments[2]), count > 0
{
  try await measure(url, count: count)
} else if arguments.count == 4, arguments[0] == "runs", let url = URL(string: arguments[1]),
  let count = Int(arguments[2]), count > 0, let jobs = Int(arguments[3]), jobs > 0
{
  let rate = try await ConcurrentRuns.rate(url, key: Secret(key), count: count, jobs: jobs)
  try StandardStreams.write("\(rate)\n", to: 1)
} else if arguments.count == 2, arguments[0] == "parse" {
  try parse(arguments[1])
} else {
  try StandardStreams.write(
    "usage: FigctlBench serve [DIALECT [TASKS]] | requests URL COUNT | runs URL COUNT JOBS"
      + " | perform COUNT | parse FILE\n", to: 2)
}
