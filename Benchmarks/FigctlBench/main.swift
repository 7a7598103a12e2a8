// What `install/bench` and `install/picture` need and users do not: a server on loopback that stays,
// and the time of the SDK's warm requests.
//
//   FigctlBench serve               prints the server's address and the key it accepts, a line each,
//                                   and serves until standard input ends
//   FigctlBench requests URL COUNT  prints the median time of a request in microseconds; the key is
//                                   the one that `serve` accepts

import DemoServer
import Figranium
import FoundationEssentials

// Made up: nothing but the server below takes it.
let key = "made-up-key-for-measuring-4242"

func serve() throws {
  let server = try DemoServer(DemoServerConfiguration(apiKey: key))
  // Through FileHandle's absence: `print` keeps its text back when standard output is a pipe.
  write(server.baseURL + "\n" + key + "\n")
  while readLine() != nil {}
  server.stop()
}

func measure(_ address: String, count: Int) async throws {
  guard let url = URL(string: address) else { return usage() }
  let client = try Figranium(url: url, credential: .apiKey(Secret(key)))
  let clock = ContinuousClock()
  var times: [Duration] = []
  for turn in -100..<count {  // the first hundred warm up
    let time = try await clock.measure { _ = try await client.tasks.listSummaries() }
    if turn >= 0 { times.append(time) }
  }
  times.sort()
  print(times[count / 2] / .microseconds(1))
}
