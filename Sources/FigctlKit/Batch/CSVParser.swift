// CSV as RFC 4180 has it, and as spreadsheets write it: our own, since the few Swift packages for it
// read a whole file into memory.

/// Takes the bytes of a CSV file as they come, and gives records.
struct CSVParser {
  /// One record: its fields, and the line that it begins on.
  struct Record: Equatable {
    var fields: [[UInt8]]
    var line: Int
  }

  /// What is wrong, and where.
  struct Fault: Error, Equatable {
    var line: Int
    var reason: String
  }

  private enum State {
    /// At the beginning of a field.
    case start
    case plain
    case quoted
    /// After a quote within a quoted field: the end of it, or the first of two.
    case quote
    /// After a carriage return outside of quotes.
    case carriageReturn
  }

  /// The most bytes of a record.
  let limit: Int
  private var state = State.start
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []
  private var size = 0
  private var line = 1
  private var recordLine = 1
  private var quoteLine = 1
  /// Whether the record so far is nothing at all: a blank line.
  private var isBlank = true

  init(limit: Int = 16 << 20) { self.limit = limit }

  /// Takes a byte.
  ///
  /// - Returns: The record that it ends, if it does; a blank line is none.
  mutating func take(_ byte: UInt8) throws(Fault) -> Record? {
    if state == .carriageReturn {
      // CRLF is one line end; a lone CR, as old Macs wrote, is one too.
      state = .start
      if byte == 0x0A { return nil }
    }
    size += 1
    guard size <= limit else {
      throw Fault(line: recordLine, reason: "the record has more than \(limit >> 20) MiB")
    }
    switch (state, byte) {
    case (.quoted, 0x22): state = .quote
    case (.quoted, _):
      if byte == 0x0A { line += 1 }
      field.append(byte)
    case (.quote, 0x22):
      field.append(byte)
      state = .quoted
    case (_, 0x2C):
      isBlank = false
      endField()
    case (_, 0x0A), (_, 0x0D):
      let record = endRecord()
      line += 1
      recordLine = line
      if byte == 0x0D { state = .carriageReturn }
      return record
    case (.start, 0x22):
      isBlank = false
      quoteLine = line
      state = .quoted
    case (.quote, _):
      throw Fault(line: line, reason: "text follows the quote that ends a field")
    case (.plain, 0x22):
      throw Fault(
        line: line, reason: "a quote stands within a field that does not begin with one")
    default:
      isBlank = false
      field.append(byte)
      state = .plain
    }
    return nil
  }

  /// The last record, if the file does not end with a line end.
  mutating func finish() throws(Fault) -> Record? {
    if state == .quoted {
      throw Fault(line: quoteLine, reason: "a quote is not closed")
    }
    return isBlank && fields.isEmpty ? nil : endRecord()
  }

  private mutating func endField() {
    fields.append(field)
    field = []
    state = .start
  }

  private mutating func endRecord() -> Record? {
    defer {
      fields = []
      size = 0
      isBlank = true
      state = .start
    }
    if isBlank { return nil }
    endField()
    return Record(fields: fields, line: recordLine)
  }
}
