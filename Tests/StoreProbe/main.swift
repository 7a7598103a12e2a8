// Does one kind of work many times, and says what the process holds before and after: descriptors,
// threads, bytes of the heap. usage: StoreProbe KIND ROUNDS [SERVER]

import CSystem
import Figranium
import FigraniumSecretService
import FoundationEssentials
import Glibc

/// What the process holds.
struct Holdings {
  let descriptors = count("/proc/self/fd")
  let threads = count("/proc/self/task")
  let heap = mallinfo2().uordblks

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? -1
  }
}

let arguments = CommandLine.arguments
let (kind, rounds) = (arguments[1], Int(arguments[2]) ?? 0)
let server = arguments.count > 3 ? arguments[3] : "http://127.0.0.1:1"
let access = StoreAccess(limit: .seconds(30), prompts: .refused)
let identity = CredentialIdentity(account: "probe")
let key = Secret("made-up-key-of-the-probe")
let store = KeyStore()
let client = Figranium(baseURL: server, apiKey: "made-up")
// Nobody is there; it is asked thrice, without a pause.
let refused = try Figranium(
  url: URL(string: "http://127.0.0.1:1") ?? URL(filePath: "/"), credential: .apiKey(key),
  options: ClientOptions(retry: RetryPolicy(baseDelay: .zero)))

func lookUp(_ store: KeyStore) async throws {
  guard case .present = try await store.lookUp(identity, access: access) else {
    throw FigraniumError(message: "not there", kind: .credentialNotFound)
  }
}

func work(_ round: Int) async throws {
  switch kind {
  case "lookUp": try await lookUp(store)
  case "lookUpBlocking": _ = try store.lookUpBlocking(identity, access: access)
  case "store": try await store.store(key, for: identity, access: access)
  case "list": _ = try await store.list(service: "figranium", access: access)
  case "diagnose": _ = try await store.diagnose(access: access)
  case "connect": try await lookUp(KeyStore())
  case "remove":
    let other = CredentialIdentity(account: "probe-other")
    try await store.store(key, for: other, access: access)
    _ = try await store.remove(other, access: access)
  case "cancel":
    let task = _Concurrency.Task { try await lookUp(store) }
    task.cancel()
    _ = try? await task.value
  case "nowhere":
    let away = KeyStore(bus: .address("unix:path=/nonexistent/bus"))
    _ = try? await away.lookUp(identity, access: access)
  case "request": _ = try await client.tasks.listSummaries()
  case "client":
    let own = Figranium(baseURL: server, apiKey: "made-up")
    _ = try await own.tasks.listSummaries()
  case "refused":
    _ = try? await refused.tasks.listSummaries()
  case "leak":
    // What the counters must see.
    unsafe _ = Unmanaged.passRetained(Array(repeating: UInt8(1), count: 512) as AnyObject)
    if round % 50 == 0 { _ = dup(0) }
  default: throw FigraniumError(message: "no kind of work: \(kind)", kind: .invalidInput)
  }
}

if kind != "leak" { try await store.store(key, for: identity, access: access) }
for round in 0..<max(60, rounds / 5) { try await work(round) }
let before = Holdings()
for round in 0..<rounds { try await work(round) }
// What is closed behind one's back takes a moment.
var after = Holdings()
let limit = ContinuousClock.now + .seconds(5)
while after.descriptors > before.descriptors || after.threads > before.threads,
  ContinuousClock.now < limit
{
  try await _Concurrency.Task.sleep(for: .milliseconds(20))
  after = Holdings()
}
print(
  "descriptors \(before.descriptors) \(after.descriptors) threads \(before.threads) "
    + "\(after.threads) heap \(before.heap) \(after.heap)")
