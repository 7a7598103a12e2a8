import CFuzzer

// Hands the command line to libFuzzer, and its inputs to the target that FUZZ_TARGET names.

// Of a wrong name it is told before anything else.
_ = FuzzTarget.chosen
var count = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
let status = unsafe withUnsafeMutablePointer(to: &arguments) { arguments in
  unsafe arguments.withMemoryRebound(
    to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1
  ) {
    unsafe LLVMFuzzerRunDriver(&count, $0) { start, size in
      unsafe FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: size)))
      return 0
    }
  }
}
fatalError("libFuzzer came back with \(status)")
