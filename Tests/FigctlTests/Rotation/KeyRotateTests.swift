import DemoServer
import FigraniumSecretService
import GLibBridge
import TestSupport
import Testing

/// `figctl key rotate` where all goes well, on each kind of server.
@Suite(.providerMayCrash) struct KeyRotateTests {
  @Test func scopedKeysAreMadeLikeTheOldOne() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    let made = try #require(desk.server.scopedKeys.first)
    #expect(desk.server.scopedKeys.count == 1)
    #expect(made.permissions == [.read, .run])
    #expect(made.taskIDs == ["task_1"])
    #expect(made.name.wholeMatch(of: /mine figctl-[0-9a-f]{16}/) != nil, "\(made.name)")
    #expect(try await desk.lookUp() == made.secret)
    #expect(try await desk.accounts() == ["default"])
    #expect(rotated.output.contains("Rotated the key of profile 'default'.\n"))
    #expect(rotated.output.contains("old key: revoked on the server ('mine')\n"))
    #expect(
      rotated.errors == """
        Having the server make a new key.
        Storing the new key beside the current one.
        Trying the new key on the server.
        Keeping the current key as the previous one.
        Putting the new key in its place.
        Seeing to the old key on the server.
        Deleting the old key here: the server takes it no more.

        """)
    #expect(!desk.record.contains("\"note\""))
    #expect(!desk.record.contains(made.secret))
  }

  @Test func ownKeysAreKnownByTheirIDs() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    #expect(try await desk.figctl(["key", "rotate"]).code == 0)
    // Now there are two to choose from, and the id of the stored one is on record.
    desk.server.configure { $0.scopedKeys.append(RotationDesk.other) }
    for _ in 1...2 {
      let rotated = try await desk.figctl(["key", "rotate", "--json"])
      #expect(rotated.code == 0, "\(rotated.errors)")
      #expect(rotated.output.contains(#""oldKey":{"state":"revoked","name":"mine figctl-"#))
      #expect(desk.server.scopedKeys.count == 2)
      #expect(desk.server.scopedKeys.contains(RotationDesk.other))
      let made = try #require(desk.server.scopedKeys.last)
      #expect(made.name.wholeMatch(of: /mine figctl-[0-9a-f]{16}/) != nil, "\(made.name)")
      #expect(try await desk.lookUp() == made.secret)
    }
  }

  @Test func aSingleKeyIsSet() async throws {
    let desk = try await RotationDesk(.single)
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    let now = desk.server.apiKey
    #expect(now.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(try await desk.lookUp() == now)
    #expect(try await desk.accounts() == ["default"])
    #expect(rotated.output.contains("old key: dead, the server has the new one in its place\n"))
  }

  @Test func aKeyMadeElsewhereIsTakenFromStandardInput() async throws {
    let desk = try await RotationDesk(.manual, isSignedIn: false, others: [])
    let (words, input) = desk.rotation()
    let rotated = try await desk.figctl(words, input: input)
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(try await desk.lookUp() == String(input.dropLast()))
    #expect(rotated.output.contains("old key: still good"))
    // Nobody revoked the old one, so it is kept to go back to.
    #expect(try await desk.accounts() == ["default", "default#previous"])
    #expect(try await desk.lookUp("default#previous") == RotationDesk.first)
  }

  @Test func aKeyMadeElsewhereThatTheServerRefusesChangesNothing() async throws {
    let desk = try await RotationDesk(.manual)
    let rotated = try await desk.figctl(["key", "rotate", "--from-stdin"], input: "no-such-key")
    #expect(rotated.code == 6)
    #expect(
      rotated.errors.hasSuffix(
        "figctl: The server does not take the new key. The key was not rotated: the old one is "
          + "still stored and in use.\n  Copy the key again from where the server shows it.\n"))
    #expect(try await desk.lookUp() == RotationDesk.first)
    #expect(try await desk.accounts() == ["default"])
  }

  @Test func aKeyAmongOthersHasToBeNamed() async throws {
    let desk = try await RotationDesk(.scoped)
    let unknown = try await desk.figctl(["key", "rotate"])
    #expect(unknown.code == 9)
    #expect(unknown.errors.contains("They are: 'somebody else's', 'mine'."))
    #expect(unknown.errors.contains("figctl -p default key rotate --old-key NAME"))
    #expect(desk.server.scopedKeys.count == 2)
    #expect(try await desk.figctl(["key", "rotate", "--old-key", "nope"]).code == 7)
    let named = try await desk.figctl(["key", "rotate", "--old-key", "mine"])
    #expect(named.code == 0, "\(named.errors)")
    #expect(desk.server.scopedKeys.map(\.id).contains("key_other"))
    #expect(!desk.server.scopedKeys.map(\.id).contains("key_mine"))
  }

  @Test func whatIsNotKnownIsNotRevoked() async throws {
    let twin = RotationDesk.scoped("fig_twin", id: "key_twin")
    let desk = try await RotationDesk(.scoped, others: [twin])
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("old key: still good: it is not known which"))
    #expect(desk.server.scopedKeys.count == 3)
    #expect(try await desk.accounts() == ["default", "default#previous"])
  }

  @Test func withoutASessionNothingIsDone() async throws {
    for kind in [KeyRotation.Kind.scoped, .single] {
      let desk = try await RotationDesk(kind, isSignedIn: false)
      let rotated = try await desk.figctl(["key", "rotate"])
      #expect(rotated.code == 6)
      #expect(rotated.errors.contains("Sign in: figctl -p default login --email ADDRESS"))
      #expect(rotated.errors.contains("key rotate --from-stdin"))
      #expect(try await desk.lookUp() == RotationDesk.first)
      #expect(desk.record == "")
    }
  }

  @Test func aYoungKeyIsLeftAlone() async throws {
    let desk = try await RotationDesk(.single)
    let young = try await desk.figctl(["key", "rotate", "--if-older-than", "90d"])
    #expect(young.code == 0)
    #expect(young.output.contains("is not due; nothing was done"))
    #expect(try await desk.lookUp() == RotationDesk.first)
    let old = try await desk.figctl(["key", "rotate", "--if-older-than", "0s"])
    #expect(old.code == 0, "\(old.errors)")
    #expect(try await desk.lookUp() != RotationDesk.first)
    let wrong = try await desk.figctl(["key", "rotate", "--if-older-than", "soon"])
    #expect(wrong.code == 2)
  }

  @Test(arguments: KeyRotation.Kind.allCases)
  func aDryRunChangesNothing(kind: KeyRotation.Kind) async throws {
    let desk = try await RotationDesk(kind, others: [])
    let (words, input) = desk.rotation()
    let before = desk.accepted
    let dry = try await desk.figctl(words + ["--dry-run"], input: input)
    #expect(dry.code == 0, "\(dry.errors)")
    #expect(dry.output.contains("Would rotate the key of profile 'default'"))
    #expect(dry.output.contains("  put the new key in its place\n"))
    #expect(desk.accepted == before)
    #expect(try await desk.lookUp() == RotationDesk.first)
    #expect(try await desk.accounts() == ["default"])
    #expect(desk.record == "")
  }

  @Test func anOldKeyCanBeKeptAndGoneBackTo() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    let rotated = try await desk.figctl(["key", "rotate", "--keep-old", "7d"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(rotated.output.contains("old key: good until "))
    #expect(desk.accepted.contains(RotationDesk.first))
    let new = try await desk.lookUp()
    #expect(new != RotationDesk.first)
    let back = try await desk.figctl(["key", "rollback"])
    #expect(back.code == 0, "\(back.errors)")
    #expect(try await desk.lookUp() == RotationDesk.first)
    #expect(try await desk.lookUp("default#previous") == new)
    // Forward again, and nothing is revoked by the way.
    #expect(try await desk.figctl(["key", "rollback"]).code == 0)
    #expect(try await desk.lookUp() == new)
    #expect(desk.server.scopedKeys.count == 2)
  }

  @Test func aKeyThatNobodyWouldKnowOfIsRevoked() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    #expect(try await desk.figctl(["key", "rotate", "--keep-old", "7d"]).code == 0)
    let made = try await desk.lookUp()
    let gone = try #require(made)
    #expect(try await desk.figctl(["key", "rollback"]).code == 0)
    // Its place as the previous key is taken now.
    let rotated = try await desk.figctl(["key", "rotate", "--old-key", "mine"])
    #expect(rotated.code == 0, "\(rotated.errors)")
    #expect(try await desk.figctl(["key", "show"]).code == 0)
    #expect(!desk.accepted.contains(gone))
    #expect(desk.server.scopedKeys.count == 1)
    let now = try await desk.lookUp()
    #expect(desk.accepted.contains(now ?? ""))
  }

  @Test func theTimeOfAKeptKeyEnds() async throws {
    let desk = try await RotationDesk(.scoped, others: [])
    #expect(try await desk.figctl(["key", "rotate", "--keep-old", "1s"]).code == 0)
    let until = ContinuousClock.now + .seconds(30)
    // Each command looks; the first one after the second has passed revokes.
    while desk.accepted.contains(RotationDesk.first), ContinuousClock.now < until {
      #expect(try await desk.figctl(["key", "show"]).code == 0)
    }
    #expect(desk.server.scopedKeys.count == 1)
    #expect(try await desk.lookUp() == desk.server.scopedKeys.first?.secret)
    #expect(try await desk.accounts() == ["default"])
  }

  @Test func withoutAPreviousKeyThereIsNoWayBack() async throws {
    let desk = try await RotationDesk(.single)
    let back = try await desk.figctl(["key", "rollback"])
    #expect(back.code == 3)
    #expect(back.errors.contains("There is no previous key of profile 'default' to go back to."))
    let nothing = try await desk.figctl(["key", "recover"])
    #expect(nothing.code == 0)
    #expect(nothing.output.hasPrefix("No rotation of profile 'default' was interrupted.\n"))
  }

  @Test func anotherProgramsItemIsInTheWay() async throws {
    let desk = try await RotationDesk(.single)
    let stored = try await desk.desk.run(
      TestedProvider.storeCommand(
        label: "x", ["service", "figranium", "account", "default"]), input: "another")
    #expect(stored.code == 0)
    let rotated = try await desk.figctl(["key", "rotate"])
    #expect(rotated.code == 9)
    #expect(rotated.errors.contains("Another program stored a key for 'default' too."))
    #expect(desk.server.apiKey == RotationDesk.first)
  }
}
