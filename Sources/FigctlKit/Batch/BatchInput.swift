import Figranium
import SystemBridge

/// The rows of a CSV or JSON Lines file, read as they are needed.
struct BatchInput {
  /// One row: what a run is given.
  struct Row: Sendable {
    /// Its number, from 1; blank lines do not count.
    var number: Int
    /// The variables, a JSON object on one line: of JSON Lines the user's own text.
    var json: [UInt8]
    /// The same, read.
    var variables: JSONObject
  }

  /// What a file is, by its name.
  enum Format {
    case csv
    case jsonLines
  }

  /// The longest row.
  private static let limit = 16 << 20

  private let path: String
  private var lines: LineReader?
  private var records: CSVRecords?
  private var columns: [String] = []
  private var number = 0

  /// Opens a file, and reads the names of a CSV file's columns.
  ///
  /// - Throws: ``CommandFailure`` with exit code 2 that names the file, and the line where it is
  ///   wrong. It holds no value of the file's.
  init(_ file: DataFile, format: Format) throws(CommandFailure) {
    path = file.path
    switch format {
    case .jsonLines: lines = LineReader(file, limit: Self.limit)
    case .csv:
      records = CSVRecords(file, limit: Self.limit)
      guard let header = try nextRecord() else {
        throw Self.invalid(path, nil, "it is empty; its first line names the columns")
      }
      columns = try names(of: header)
    }
  }

  /// The format by the name's ending.
  static func format(of path: String) throws(CommandFailure) -> Format {
    let name = path.lowercased()
    if name.hasSuffix(".csv") { return .csv }
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonLines }
    throw .usage(
      "It is not clear what '\(path)' is: its name ends with neither .csv nor .jsonl.",
      code: "FILE_UNKNOWN")
  }

  /// The next row; `nil` after the last.
  mutating func next() throws(CommandFailure) -> Row? {
    if lines != nil { return try nextObject() }
    guard let record = try nextRecord() else { return nil }
    guard record.fields.count == columns.count else {
      throw Self.invalid(
        path, record.line,
        "it has \(record.fields.count) fields, and the first line names \(columns.count) columns")
    }
    var variables = JSONObject()
    var members: [JSONDocument.Member] = []
    for (column, field) in zip(columns, record.fields) {
      let text = try text(of: field, line: record.line)
      variables[column] = .string(text)
      members.append(.init(name: column, value: .string(text)))
    }
    number += 1
    return Row(
      number: number, json: Array(JSONDocument.object(members).text(indented: false).utf8),
      variables: variables)
  }

  // MARK: - JSON Lines

  private mutating func nextObject() throws(CommandFailure) -> Row? {
    while true {
      let line: LineReader.Line?
      do throws(SystemError) {
        line = try lines?.next()
      } catch {
        throw Self.unreadable(path, error)
      }
      guard let line else { return nil }
      var bytes = line.bytes
      if line.number == 1 { bytes = Self.droppingMark(bytes) }
      try Self.checkEncoding(bytes, line: line.number, path)
      bytes = bytes.drop(while: Self.isBlank)
      while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
      if bytes.isEmpty { continue }
      let json = Array(bytes)
      guard let members = try? JSONParser.parse(json).objectValue else {
        throw Self.invalid(path, line.number, "it is no JSON object")
      }
      number += 1
      return Row(number: number, json: json, variables: members)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  // MARK: - CSV

  private mutating func nextRecord() throws(CommandFailure) -> CSVParser.Record? {
    do {
      return try records?.next()
    } catch let fault as CSVParser.Fault {
      throw Self.invalid(path, fault.line, fault.reason)
    } catch let error as SystemError {
      throw Self.unreadable(path, error)
    } catch {
      throw Self.invalid(path, nil, "\(error)")
    }
  }

  private func names(of header: CSVParser.Record) throws(CommandFailure) -> [String] {
    var names: [String] = []
    for field in header.fields {
      let name = try text(of: field, line: header.line)
      if name.isEmpty {
        throw Self.invalid(path, header.line, "column \(names.count + 1) has no name")
      }
      if names.contains(name) {
        throw Self.invalid(path, header.line, "two columns are named '\(name)'")
      }
      names.append(name)
    }
    if names.count == 1, names[0].contains(where: { $0 == ";" || $0 == "\t" }) {
      throw Self.invalid(
        path, header.line, "its columns are separated by something else than commas")
    }
    return names
  }

  private func text(of field: [UInt8], line: Int) throws(CommandFailure) -> String {
    guard let text = String(validating: field, as: UTF8.self) else {
      throw Self.notUTF8(path, line)
    }
    return text
  }

  // MARK: - Both

  /// Without the byte-order mark of UTF-8.
  static func droppingMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
  }

  private static func checkEncoding(
    _ bytes: ArraySlice<UInt8>, line: Int, _ path: String
  ) throws(CommandFailure) {
    if String(validating: bytes, as: UTF8.self) == nil { throw notUTF8(path, line) }
  }

  private static func notUTF8(_ path: String, _ line: Int) -> CommandFailure {
    var failure = invalid(path, line, "it is not UTF-8")
    failure.hint = "Save the file as UTF-8; spreadsheets offer that as 'CSV UTF-8'."
    return failure
  }

  private static func invalid(_ path: String, _ line: Int?, _ reason: String) -> CommandFailure {
    .usage(
      "'\(path)'\(line.map { ", line \($0)" } ?? "") cannot be used: \(reason).",
      code: "FILE_INVALID")
  }

  static func unreadable(_ path: String, _ error: SystemError) -> CommandFailure {
    let reason =
      error.isTooLarge
      ? "a line is longer than \(limit >> 20) MiB"
      : error.isNoFile ? "it is not a file; rows are read twice" : error.reason
    return .usage("Cannot read '\(path)': \(reason).", code: "FILE_NOT_READ")
  }
}

/// The records of a CSV file.
private struct CSVRecords {
  private let file: DataFile
  private var parser: CSVParser
  private var buffer: ArraySlice<UInt8> = []
  private var offset = 0
  private var isAtEnd = false

  init(_ file: DataFile, limit: Int) {
    self.file = file
    parser = CSVParser(limit: limit)
  }

  mutating func next() throws -> CSVParser.Record? {
    while true {
      while let byte = buffer.popFirst() {
        if let record = try parser.take(byte) { return record }
      }
      if isAtEnd { return nil }
      let bytes = try file.read(at: offset, count: 64 << 10)
      buffer = offset == 0 ? BatchInput.droppingMark(bytes[...]) : bytes[...]
      offset += bytes.count
      if bytes.isEmpty {
        isAtEnd = true
        return try parser.finish()
      }
    }
  }
}
