import CGLib

/// Reads a command line with `GOptionContext`.
///
/// Long options take `--name VALUE` or `--name=VALUE`, short ones `-n VALUE` or `-nVALUE`; flags
/// may be grouped as `-vq`. Options and positionals may mix; `--` ends the options.
package enum OptionParser {
  /// Parses `arguments`, without the program's name.
  ///
  /// - Parameters:
  ///   - arguments: What was typed. Values are taken byte for byte, in any encoding.
  ///   - options: The options that are known here.
  ///   - stopsAtFirstPositional: Whether everything from the first positional on is positional, for
  ///     commands that run another command.
  /// - Throws: ``OptionError``, which names the option and never its value.
  package static func parse(
    _ arguments: [String], options: [OptionSpec], stopsAtFirstPositional: Bool = false
  ) throws(OptionError) -> ParsedOptions {
    let arguments = try prepare(arguments, options: options, posix: stopsAtFirstPositional)
    let context = unsafe g_option_context_new(nil)
    defer { unsafe g_option_context_free(context) }
    unsafe g_option_context_set_help_enabled(context, 0)
    // GLib's error for an unknown option quotes its value. Let it leave those in place instead.
    unsafe g_option_context_set_ignore_unknown_options(context, 1)
    unsafe g_option_context_set_strict_posix(context, stopsAtFirstPositional ? 1 : 0)

    let table = OptionTable(options)
    unsafe g_option_context_add_main_entries(context, table.entries, nil)

    var vector = unsafe StringVector.make(["figctl"] + arguments)
    defer { unsafe g_strfreev(vector) }
    do {
      _ = try unsafe throwingGLibError { error in
        unsafe g_option_context_parse_strv(context, &vector, error)
      }
    } catch {
      // With `ignore_unknown` only a value can be missing, and only that of the last argument.
      if error.code == Int32(G_OPTION_ERROR_BAD_VALUE.rawValue), let last = arguments.last,
        let option = option(of: last, in: options)
      {
        throw .missingValue(name: option.long)
      }
      throw .failed(code: error.code)
    }
    for left in unsafe StringVector.strings(vector).dropFirst() where left.hasPrefix("-") {
      throw complaint(about: left)
    }
    return table.parsed()
  }

  /// Gives `-nVALUE` the form `-n VALUE`, the only one that GLib knows, and refuses `--flag=VALUE`,
  /// whose value GLib drops without a word.
  private static func prepare(
    _ arguments: [String], options: [OptionSpec], posix: Bool
  ) throws(OptionError) -> [String] {
    var result: [String] = []
    var nextIsValue = false
    var isOver = false
    for argument in arguments {
      if nextIsValue || isOver || argument == "-" || !argument.hasPrefix("-") {
        if !nextIsValue, posix { isOver = true }
        nextIsValue = false
        result.append(argument)
        continue
      }
      if argument == "--" {
        isOver = true
      } else if argument.hasPrefix("--") {
        if let flag = options.first(where: { argument.hasPrefix("--\($0.long)=") }),
          !flag.takesValue
        {
          throw .unexpectedValue(name: flag.long)
        }
        nextIsValue = options.contains { argument == "--\($0.long)" && $0.takesValue }
      } else if let index = argument.dropFirst().firstIndex(where: { letter in
        options.contains { $0.short == letter && $0.takesValue }
      }) {
        let rest = argument[argument.index(after: index)...]
        if rest.isEmpty {
          nextIsValue = true
        } else {
          result += [String(argument[...index]), String(rest)]
          continue
        }
      }
      result.append(argument)
    }
    return result
  }

  /// The option that `argument` ends with.
  private static func option(of argument: String, in options: [OptionSpec]) -> OptionSpec? {
    if argument.hasPrefix("--") { return options.first { argument == "--\($0.long)" } }
    return options.first { $0.short != nil && $0.short == argument.last }
  }

  /// What is wrong with an option that GLib did not take.
  private static func complaint(about argument: String) -> OptionError {
    guard argument.hasPrefix("--") else {
      return .unknown(name: String(argument.prefix(2)))
    }
    return .unknown(name: String(argument.prefix { $0 != "=" }))
  }
}

/// The `GOptionEntry` table and the places that GLib writes to.
@safe private final class OptionTable {
  private let options: [OptionSpec]
  private var names: [UnsafeMutablePointer<CChar>?] = unsafe []
  // One place an option, and one for the positionals.
  private let places: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private(set) var entries: [GOptionEntry] = unsafe []

  init(_ options: [OptionSpec]) {
    self.options = options
    unsafe places = .allocate(capacity: options.count + 1)
    unsafe places.initialize(repeating: nil, count: options.count + 1)
    for (index, option) in options.enumerated() {
      let kind =
        switch option.kind {
        case .flag: G_OPTION_ARG_NONE
        case .value: G_OPTION_ARG_FILENAME
        case .values: G_OPTION_ARG_FILENAME_ARRAY
        }
      add(name: option.long, letter: option.short, kind: kind, at: index)
    }
    // The name "" stands for G_OPTION_REMAINING: what belongs to no option.
    add(name: "", letter: nil, kind: G_OPTION_ARG_FILENAME_ARRAY, at: options.count)
    unsafe entries.append(GOptionEntry())
  }

  deinit {
    for (index, option) in options.enumerated() {
      switch option.kind {
      case .flag: continue
      case .value: unsafe g_free(places[index])
      case .values: unsafe g_strfreev(vector(at: index))
      }
    }
    unsafe g_strfreev(vector(at: options.count))
    for index in unsafe names.indices { unsafe g_free(names[index]) }
    unsafe places.deallocate()
  }

  private func add(name: String, letter: Character?, kind: GOptionArg, at index: Int) {
    let copy = unsafe g_strdup(name)
    unsafe names.append(copy)
    unsafe entries.append(
      GOptionEntry(
        long_name: copy, short_name: CChar(bitPattern: letter?.asciiValue ?? 0), flags: 0,
        arg: kind, arg_data: places + index, description: nil, arg_description: nil))
  }

  private func vector(at index: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    unsafe places[index]?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
  }

  func parsed() -> ParsedOptions {
    var parsed = ParsedOptions()
    for (index, option) in options.enumerated() {
      switch option.kind {
      case .flag:
        // GLib writes a gboolean into the place.
        let place = unsafe UnsafeRawPointer(places + index)
        if unsafe place.load(as: gboolean.self) != 0 { parsed.flags.insert(option.long) }
      case .value:
        if let value = unsafe places[index] {
          let text = unsafe String(cString: value.assumingMemoryBound(to: CChar.self))
          parsed.values[option.long] = [text]
        }
      case .values:
        if let values = unsafe vector(at: index) {
          parsed.values[option.long] = unsafe StringVector.strings(values)
        }
      }
    }
    parsed.positionals = unsafe StringVector.strings(vector(at: options.count))
    return parsed
  }
}
