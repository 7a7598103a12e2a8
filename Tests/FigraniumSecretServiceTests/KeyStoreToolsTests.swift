import Figranium
import FigraniumSecretService
import TestSupport
import Testing

/// Other tools read what we store, and we read what they store.
@Suite(.providerMayCrash) struct KeyStoreToolsTests {
  private let identity = CredentialIdentity(account: "work")
  private let key = Secret("made-up-key-1")

  @Test func secretToolReadsOurs() async throws {
    let bus = try await PrivateBus()
    try await KeyStore(bus: .address(bus.address)).store(key, for: identity, access: .quiet)
    for pair in [["account", "work"], ["username", "work"]] {
      let read = try await bus.run(["secret-tool", "lookup", "service", "figranium"] + pair)
      #expect(read.code == 0)
      #expect(read.output == "made-up-key-1")
    }
  }

  @Test func pythonKeyringReadsOurs() async throws {
    let bus = try await PrivateBus()
    try await KeyStore(bus: .address(bus.address)).store(key, for: identity, access: .quiet)
    let read = try await bus.run(Self.keyring("print(k.get_password('figranium', 'work'))"))
    #expect(read.errors == "")
    #expect(read.output == "made-up-key-1\n")
  }

  @Test func secretstorageReadsOurs() async throws {
    let bus = try await PrivateBus()
    try await KeyStore(bus: .address(bus.address)).store(key, for: identity, access: .quiet)
    let read = try await bus.run([
      "/usr/bin/python3", "-c",
      """
      import secretstorage
      bus = secretstorage.dbus_init()
      for item in secretstorage.search_items(bus, {'service': 'figranium', 'account': 'work'}):
          print(item.get_label(), item.get_secret(), item.get_secret_content_type())
          own = set("Title UserName Password URL Notes Uuid Path".split())
          print(sorted(pair for pair in item.get_attributes().items() if pair[0] not in own))
      """,
    ])
    #expect(read.errors == "")
    #expect(
      read.output == """
        Figranium API key (work) b'made-up-key-1' text/plain
        [('account', 'work'), ('application', 'figctl'), ('service', 'figranium'), \
        ('username', 'work'), ('xdg:schema', 'dev.figranium.ApiKey')]

        """)
  }

  /// Attributes that other tools store a key of `work` under.
  static let foreign: [[String]] = [
    ["service", "figranium", "account", "work"],
    ["service", "figranium", "username", "work"],
    ["service", "figranium", "account", "work", "note", "mine"],
  ]

  @Test(arguments: foreign) func weReadSecretTools(_ attributes: [String]) async throws {
    let bus = try await PrivateBus()
    let stored = try await bus.run(
      ["secret-tool", "store", "--label=theirs"] + attributes, input: "made-up-foreign")
    #expect(stored.code == 0)
    let found = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: .quiet)
    #expect(found.key == Secret("made-up-foreign"))
    #expect(found.summary?.label == "theirs")
    #expect(found.summary?.application == nil)
  }

  @Test func anItemOfAnotherAccountIsNotTaken() async throws {
    let bus = try await PrivateBus()
    let stored = try await bus.run(
      [
        "secret-tool", "store", "--label=theirs", "service", "figranium", "username", "work",
        "account", "another",
      ], input: "made-up-foreign")
    #expect(stored.code == 0)
    let found = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: .quiet)
    #expect(found.isAbsent)
  }

  @Test func weReadPythonKeyrings() async throws {
    let bus = try await PrivateBus()
    let stored = try await bus.run(
      Self.keyring("k.set_password('figranium', 'work', 'made-up-foreign')"))
    #expect(stored.errors == "")
    let store = KeyStore(bus: .address(bus.address))
    let found = try await store.lookUp(identity, access: .quiet)
    #expect(found.key == Secret("made-up-foreign"))
    #expect(found.summary?.application == "Python keyring library")

    // Ours beside it: theirs stays, ours is taken.
    try await store.store(key, for: identity, access: .quiet)
    #expect(try await store.lookUp(identity, access: .quiet).key == key)
    let theirs = try await bus.run([
      "secret-tool", "lookup", "application", "Python keyring library",
    ])
    #expect(theirs.output == "made-up-foreign")
  }

  @Test func weReadSecretstorages() async throws {
    let bus = try await PrivateBus()
    let stored = try await bus.run([
      "/usr/bin/python3", "-c",
      """
      import secretstorage
      collection = secretstorage.get_default_collection(secretstorage.dbus_init())
      collection.create_item('theirs', {'service': 'figranium', 'account': 'work'}, b'made-up')
      """,
    ])
    #expect(stored.errors == "")
    let found = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: .quiet)
    #expect(found.key == Secret("made-up"))
  }

  @Test func storingTwiceLeavesOneItem() async throws {
    let bus = try await PrivateBus()
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(key, for: identity, access: .quiet)
    let first = try await bus.items(["service": "figranium"])
    try await store.store(Secret("made-up-key-2"), for: identity, access: .quiet)
    #expect(try await bus.items(["service": "figranium"]) == first)
    #expect(first.count == 1)
  }

  @Test func storingOverwritesNoOtherItem() async throws {
    let bus = try await PrivateBus()
    let wide = try await bus.run(
      [
        "secret-tool", "store", "--label=wide", "service", "figranium", "account", "work",
        "username", "work", "stage", "test",
      ], input: "made-up-wide")
    #expect(wide.code == 0)
    let store = KeyStore(bus: .address(bus.address))
    try await store.store(key, for: identity, access: .quiet)
    let kept = try await bus.run(["secret-tool", "lookup", "stage", "test"])
    #expect(kept.output == "made-up-wide")
    #expect(try await store.lookUp(identity, access: .quiet).key == key)
  }

  @Test func aValueThatCannotBeAKeyIsNotGivenOut() async throws {
    let bus = try await PrivateBus()
    let stored = try await bus.run(
      [
        "secret-tool", "store", "--label=theirs", "service", "figranium", "account", "work",
      ], input: "made-up-foreign\n")
    #expect(stored.code == 0)
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address(bus.address)).lookUp(identity, access: .quiet)
    }
    #expect(error?.kind == .credentialUnusable)
    #expect(
      error?.message == "What is stored for \"work\" cannot be a key: it holds a line end.")
  }

  private static func keyring(_ line: String) -> [String] {
    [
      "/usr/bin/python3", "-c",
      "import keyring.backends.SecretService as s; k = s.Keyring(); \(line)",
    ]
  }
}
