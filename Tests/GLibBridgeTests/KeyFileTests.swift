import GLibBridge
import Glibc
import TestSupport
import Testing

/// Configuration files on disk.
@Suite struct KeyFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let sample = """
    # Who reads this?
    [figctl]
    default-profile=work

    # The server at work.
    [work]
    # Not the old one.
    server=https://api.example.com
    key-header=x-api-key
    """ + "\n"

  @Test("comments and order survive a change, and a second save changes nothing")
  func keepsComments() throws {
    let path = try directory.write(Self.sample, to: "a.conf")
    let file = try KeyFile(path: path)
    #expect(file.groups == ["figctl", "work"])
    #expect(file.keys(in: "work") == ["server", "key-header"])
    try file.set("server", in: "work", to: "https://new.example.com")
    try file.set("insecure-http", in: "work", to: "false")
    try file.save(path: path)
    #expect(
      try FileFacts.text(path)
        == """
        # Who reads this?

        [figctl]
        default-profile=work

        # The server at work.

        [work]
        # Not the old one.
        server=https://new.example.com
        key-header=x-api-key
        insecure-http=false

        """)
    let text = try FileFacts.text(path)
    try KeyFile(path: path).save(path: path)
    #expect(try FileFacts.text(path) == text)
    #expect(FileFacts.mode(path) == 0o600)
  }

  @Test("values come back as they were set")
  func values() throws {
    let path = directory.file("new/deep/b.conf")
    let file = KeyFile()
    let values = ["", "plain", " leading and trailing ", "back\\slash;semi", "ü € 日本", "a=b#c"]
    for (index, value) in values.enumerated() {
      try file.set("k\(index)", in: "g", to: value)
    }
    try file.save(path: path)
    #expect(FileFacts.mode(path) == 0o600)
    #expect(FileFacts.mode(directory.file("new")) == 0o700)
    let again = try KeyFile(path: path)
    for (index, value) in values.enumerated() {
      #expect(try again.value("k\(index)", in: "g") == value)
    }
    #expect(try again.value("none", in: "g") == nil)
    #expect(try again.value("k0", in: "none") == nil)
    #expect(again.keys(in: "none") == [])
  }

  @Test("removing tells whether there was something to remove")
  func removes() throws {
    let file = try KeyFile(path: try directory.write(Self.sample, to: "c.conf"))
    #expect(file.remove("server", in: "work"))
    #expect(!file.remove("server", in: "work"))
    #expect(!file.remove("server", in: "none"))
    #expect(file.remove(group: "work"))
    #expect(!file.remove(group: "work"))
    #expect(file.groups == ["figctl"])
  }

  @Test(
    "a file that makes no sense is refused with its line",
    arguments: [
      ("[a]\nb=c\nnonsense\n", 3), ("b=c\n", 1), ("[a]\n\n# x\n[unclosed\n", 4),
      ("[a]\nb=\u{0}c\n", 2), ("[a]\nok=1\n=x", 3),
    ])
  func malformed(text: String, line: Int) throws {
    let path = try directory.write(text, to: "bad.conf")
    #expect(throws: KeyFileError.malformed(path: path, line: line)) { _ = try KeyFile(path: path) }
  }

  @Test("no file, a directory, a FIFO and a large file are refused, each in its way")
  func unreadable() throws {
    let none = directory.file("none")
    #expect(throws: KeyFileError.notFound(path: none)) { _ = try KeyFile(path: none) }
    let fifo = directory.file("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    for path in [directory.path, fifo] {
      #expect(throws: KeyFileError.unreadable(path: path, reason: "It is not a regular file.")) {
        _ = try KeyFile(path: path)
      }
    }
    let large = try directory.write(
      "[a]\n" + String(repeating: "#xxxxxxxxxxxxxx\n", count: 70_000), to: "large")
    #expect(throws: KeyFileError.unreadable(path: large, reason: "It is larger than 1 MiB.")) {
      _ = try KeyFile(path: large)
    }
  }

  @Test("a cache's link is replaced, not what it points to; and no device is")
  func linksOfCaches() throws {
    _ = try directory.write("kept", to: "victim")
    #expect(unsafe symlink("victim", directory.file("link.conf")) == 0)
    let file = KeyFile()
    try file.set("a", in: "b", to: "c")
    try file.save(path: directory.file("link.conf"), followingLinks: false)
    #expect(!FileFacts.isLink(directory.file("link.conf")))
    #expect(try FileFacts.text(directory.file("victim")) == "kept")
    // Neither a pipe nor, through a link, what is none of ours.
    #expect(unsafe mkfifo(directory.file("pipe"), 0o600) == 0)
    #expect(unsafe symlink("pipe", directory.file("to-pipe")) == 0)
    for name in ["pipe", "to-pipe"] {
      #expect(throws: KeyFileError.self) { try file.save(path: directory.file(name)) }
    }
  }

  @Test("a symbolic link stays one, and its target changes, also when that is not there yet")
  func symbolicLinks() throws {
    let target = try directory.write(Self.sample, to: "target.conf", mode: 0o644)
    for (link, target) in [("link.conf", "target.conf"), ("dangling.conf", "later/made.conf")] {
      #expect(unsafe symlink(target, directory.file(link)) == 0)
      let file = KeyFile()
      try file.set("a", in: "b", to: link)
      try file.save(path: directory.file(link))
      #expect(FileFacts.isLink(directory.file(link)))
      #expect(try FileFacts.text(directory.file(target)) == "[b]\na=\(link)\n")
    }
    #expect(FileFacts.mode(target) == 0o600)
    #expect(unsafe symlink("loop", directory.file("loop")) == 0)
    #expect(throws: KeyFileError.self) { try KeyFile().save(path: directory.file("loop")) }
  }

  @Test("a value with control characters and a name that does not fit are refused")
  func refuses() throws {
    let file = KeyFile()
    for value in ["a\nb", "\r", "a\tb", "\u{7F}", "\u{1B}[31m", "\u{85}"] {
      #expect(throws: KeyFileError.controlCharacter(group: "g", key: "k")) {
        try file.set("k", in: "g", to: value)
      }
    }
    for group in ["", "a]", "[a", "a\nb"] {
      #expect(throws: KeyFileError.invalidName(group)) { try file.set("k", in: group, to: "v") }
    }
    for key in ["", "a=b", " a", "a ", "a\nb", "#a", "a[b]"] {
      #expect(throws: KeyFileError.invalidName(key)) { try file.set(key, in: "g", to: "v") }
    }
    #expect(file.groups == [])
  }

  @Test("an escape that means nothing is an error that names the key")
  func invalidEscape() throws {
    let file = try KeyFile(path: try directory.write("[g]\nk=a\\qb\n", to: "e.conf"))
    #expect(throws: KeyFileError.invalidValue(group: "g", key: "k")) {
      _ = try file.value("k", in: "g")
    }
  }

  @Test("a file that cannot be written is an error with the path, and the old one stays")
  func notWritten() throws {
    let blocker = try directory.write("x", to: "blocker")
    let path = "\(blocker)/c.conf"
    let error = #expect(throws: KeyFileError.self) { try KeyFile().save(path: path) }
    #expect(error?.description.hasPrefix("Cannot write \(path): ") == true)
    #expect(try FileFacts.text(blocker) == "x")
  }
}
