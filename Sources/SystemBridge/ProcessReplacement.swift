import CSystem
import Glibc

/// Another program in the place of this one (`execve`).
package enum ProcessReplacement {
  /// Runs a program in this process, with this process's environment and one secret variable more.
  ///
  /// The program gets every signal, except those that were ignored from the start. Descriptors that this program opened are closed, all
  /// of them being close-on-exec; those that it was given are passed on. It can be debugged as usual,
  /// but writes no core file (`RLIMIT_CORE` stays 0): the secret would be in it.
  ///
  /// - Parameters:
  ///   - count: How many of this program's own last arguments are the program, looked up in `PATH`
  ///     unless it has a slash, and its arguments. They are passed on byte for byte.
  ///   - variables: Variables that replace those of the same names.
  ///   - secret: The name and value of a variable whose text is made in locked memory.
  /// - Returns: Only when the program cannot be run: why; `EINTR` after a Ctrl-C that has been heard.
  package static func run(
    lastArguments count: Int, variables: [String: String],
    secret: (name: String, value: LockedBytes)
  ) -> SystemError {
    let own = Int(CommandLine.argc)
    precondition((1..<own).contains(count), "the program is one of the arguments")
    let arguments = unsafe CommandLine.unsafeArgv + (own - count)
    let start = Array("\(secret.name)=".utf8)
    let hidden = LockedBytes(capacity: start.count + secret.value.count + 1) { output in
      for byte in start { output.append(byte) }
      secret.value.withSpan { span in
        for index in span.indices { output.append(span[index]) }
      }
      output.append(0)
    }
    let environment = ChildEnvironment(variables, without: secret.name)
    return hidden.withSpan { span in
      unsafe span.withUnsafeBufferPointer { bytes in
        unsafe environment.end(with: bytes.baseAddress)
        let code = unsafe figranium_replace_process(arguments, environment.pointers)
        let program = unsafe arguments[0].map { unsafe String(cString: $0) }
        return SystemError(errno: code, operation: "run", path: program)
      }
    }
  }
}

/// The variables of a program to be: this process's own, byte for byte, and others in their place.
@safe private final class ChildEnvironment {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private var count = 0
  /// The places of the texts that are to be freed.
  private var made: [Int] = []

  init(_ variables: [String: String], without secret: String) {
    var size = 0
    while unsafe environ[size] != nil { size += 1 }
    // The new ones, the secret, and the null pointer at the end.
    let capacity = size + variables.count + 2
    unsafe pointers = .allocate(capacity: capacity)
    unsafe pointers.initialize(repeating: nil, count: capacity)
    for index in 0..<size {
      guard let entry = unsafe environ[index] else { break }
      let name = String(unsafe String(cString: entry).prefix { $0 != "=" })
      let isOurs = SystemEnvironment.isPrivate(name)
      if name != secret, variables[name] == nil, !isOurs { unsafe append(entry) }
    }
    for (name, value) in variables {
      made.append(count)
      unsafe append(strdup("\(name)=\(value)"))
    }
  }

  deinit {
    for index in made { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }

  /// Adds a text that lives as long as the caller sees to it.
  func end(with text: UnsafePointer<UInt8>?) {
    let bytes = unsafe UnsafeRawPointer(text)?.assumingMemoryBound(to: CChar.self)
    unsafe append(UnsafeMutablePointer(mutating: bytes))
  }

  private func append(_ text: UnsafeMutablePointer<CChar>?) {
    unsafe pointers[count] = text
    count += 1
  }
}
