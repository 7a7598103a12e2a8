// Runs one part of SystemBridge as a process of its own and says on standard output what came of
// it. The bytes it reads are made up by the tests, so it may print them.

import Glibc
import SystemBridge

func say(_ text: String) {
  do {
    try StandardStreams.write(text + "\n", to: 1)
  } catch {
    exit(99)
  }
}

func text(_ bytes: LockedBytes) -> String {
  bytes.withSpan { span in
    var copy: [UInt8] = []
    for index in span.indices { copy.append(span[index]) }
    return String(decoding: copy, as: UTF8.self)
  }
}

/// Prints what `body` read, or the error; leaves with 130 for an interruption as a command would.
func report(_ body: () throws(SystemError) -> String?) {
  do {
    say("read <\(try body() ?? "end")>")
  } catch {
    say("errno \(error.errno): \(error)")
    exit(error.isInterruption ? 130 : 1)
  }
}

let arguments = CommandLine.arguments
let command = arguments.count > 1 ? arguments[1] : ""
let argument = arguments.count > 2 ? arguments[2] : ""
let limit = arguments.count > 3 ? Int(arguments[3]) ?? 64 : 64

switch command {
case "hidden":
  report { () throws(SystemError) in text(try Terminal.readHidden(prompt: argument, limit: limit)) }
case "hidden-twice":
  // As `figctl init` asks: silent between the prompts, until a line end is typed.
  let prompt = argument
  try await Terminal.hidingInput {
    report { () throws(SystemError) in text(try Terminal.readHidden(prompt: prompt, limit: limit)) }
    say("between")
    let typed = try Terminal.readLine(prompt: "")
    say("\(typed?.utf8.count ?? 0) bytes")
    report { () throws(SystemError) in text(try Terminal.readHidden(prompt: prompt, limit: limit)) }
  }
case "hidden-interrupts":
  let interrupts = try InterruptSignals()
  do throws(SystemError) {
    _ = try Terminal.readHidden(prompt: argument, limit: limit)
  } catch {
    say("errno \(error.errno)")
  }
  say("signal \(await interrupts.wait() ?? 0)")
case "hidden-exit", "hidden-exit-now":
  // SIGUSR1 says when; blocked before the other thread starts, so that only `sigwait` gets it.
  var awaited = sigset_t()
  unsafe sigemptyset(&awaited)
  unsafe sigaddset(&awaited, SIGUSR1)
  unsafe pthread_sigmask(SIG_BLOCK, &awaited, nil)
  let prompt = argument
  _ = try SystemThread { _ = try? Terminal.readHidden(prompt: prompt, limit: 16) }
  var signal: Int32 = 0
  unsafe sigwait(&awaited, &signal)
  if command == "hidden-exit-now" { ProcessExit.now(3) }
  exit(3)
case "line":
  report { () throws(SystemError) in try Terminal.readLine(prompt: argument) }
case "secret-descriptor":
  say("ready")
  report { () throws(SystemError) in
    text(try SecretInput.read(fileDescriptor: Int32(argument) ?? -1, limit: limit))
  }
case "secret-interrupts":
  let interrupts = try InterruptSignals()
  say("ready")
  do throws(SystemError) {
    _ = try SecretInput.read(fileDescriptor: 0, limit: limit)
  } catch {
    say("errno \(error.errno)")
  }
  say("signal \(await interrupts.wait() ?? 0)")
case "secret-path":
  say("ready")
  report { () throws(SystemError) in text(try SecretInput.read(path: argument, limit: limit)) }
case "interrupts":
  let interrupts = try InterruptSignals()
  say("ready")
  say("signal \(await interrupts.wait() ?? 0), first \(interrupts.received ?? 0)")
  say("signal \(await interrupts.wait() ?? 0), first \(interrupts.received ?? 0)")
case "interrupts-gone":
  do {
    let interrupts = try InterruptSignals()
    let waiting = Task { await interrupts.wait() }
    waiting.cancel()
    say("cancelled \(await waiting.value.map { "\($0)" } ?? "nil")")
  }
  say("ready")
  while true { pause() }
case "lock":
  do throws(SystemError) {
    let lock = try FileLock(path: argument)
    say(lock == nil ? "busy" : "held")
    _ = try SecretInput.read(fileDescriptor: 0, limit: limit)
    lock?.release()
  } catch {
    say("errno \(error.errno): \(error)")
  }
case "flood":
  StandardStreams.ignoreBrokenPipes()
  do throws(SystemError) {
    while true { try StandardStreams.write(String(repeating: "x", count: 65_536), to: 1) }
  } catch {
    try StandardStreams.write("errno \(error.errno): \(error)\n", to: 2)
    exit(error.errno == EPIPE ? 0 : 1)
  }
case "harden":
  say("\(ProcessHardening.apply())")
  say("dumpable \(ProcessHardening.isDumpable)")
  say(text(try SecretInput.read(path: "/proc/self/limits", limit: 65_536)))
case "search-finds":
  // A copy that is not locked, and one that is: the search tells them apart.
  let open = Array(argument.utf8)
  let locked = LockedBytes(copying: open.span)
  MemorySearch.report("held")
  withExtendedLifetime((open, locked)) {}
case "hold":
  ProcessHardening.apply()
  let held = LockedBytes(copying: Array(argument.utf8).span)
  say("ready")
  _ = try SecretInput.read(fileDescriptor: 0, limit: 64)
  withExtendedLifetime(held) {}
case "memory":
  try probeMemory()
default:
  say("unknown command")
  exit(2)
}
