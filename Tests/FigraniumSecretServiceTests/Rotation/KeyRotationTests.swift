import FigraniumSecretService
import Testing

/// The machine on its own: every sequence of events, of whatever length.
///
/// Walked is each world that can come of any sequence, once; sequences that lead to the same world
/// go on the same way, so that nothing is left out by not walking them twice. That covers every
/// length, 12 included.
@Suite struct KeyRotationTests {
  /// Walks every world that can be reached, the nearest first.
  ///
  /// - Parameter holds: What must be so in each. The first that breaks it is reported, with the
  ///   states on the way there.
  /// - Returns: How many there are.
  @discardableResult
  private func walk(
    _ kind: KeyRotation.Kind, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: (RotationWorld) -> Bool
  ) -> Int {
    let start = RotationWorld(kind)
    var before: [RotationWorld: RotationWorld] = [start: start]
    var next = [start]
    var index = 0
    while index < next.count {
      let world = next[index]
      index += 1
      guard holds(world) else {
        var way: [RotationWorld] = [world]
        while let last = way.last, last != start, let earlier = before[last] { way.append(earlier) }
        let story = way.reversed().map(\.story).joined(separator: "\n")
        Issue.record("\(story)", sourceLocation: sourceLocation)
        return next.count
      }
      for outcome in world.outcomes() where before[outcome] == nil {
        before[outcome] = world
        next.append(outcome)
      }
    }
    return next.count
  }

  @Test(arguments: KeyRotation.Kind.allCases)
  func aWorkingKeyIsAlwaysStored(kind: KeyRotation.Kind) {
    let count = walk(kind) { $0.holdsWorkingKey }
    #expect(count > 300, "\(count) worlds")
  }

  @Test(arguments: KeyRotation.Kind.allCases)
  func nothingIsDeletedOnDoubt(kind: KeyRotation.Kind) {
    walk(kind) { world in
      switch world.action {
      case .clearPending:
        // Neither the only one that works, nor one that a request under way may make it.
        world.works(world.current)
          && (kind != .single || !world.isUnderWay || world.current == .new)
      case .clearPrevious, .retireOld: world.works(world.current) && world.current != .old
      case .revokeNew: world.current != .new && world.works(world.current)
      default: true
      }
    }
  }

  @Test(arguments: KeyRotation.Kind.allCases)
  func anEndIsWhatItSays(kind: KeyRotation.Kind) {
    walk(kind) { world in
      guard [.finished, .undone, .nothing].contains(world.machine.state), !world.userHasSet else {
        return true
      }
      // Gone from the server too, or on the list of those that are looked for again.
      let isStray = kind == .scoped && world.server.contains(.new) && world.current != .new
      return world.works(world.current) && world.pending == nil && !world.hasNote
        && (world.machine.state != .finished || world.current == .new)
        && (world.machine.state != .undone || world.current == .old)
        && (!isStray || world.isWatched)
    }
  }

  /// Wherever it was cut off, a recovery that nothing disturbs comes to an end.
  @Test(arguments: KeyRotation.Kind.allCases)
  func everythingCanBeSettled(kind: KeyRotation.Kind) {
    var ends: Set<KeyRotation.State> = []
    walk(kind) { world in
      guard world.action == nil, world.hasBegun, !world.isUnderWay else { return true }
      var world = world.begin(.recover)
      var steps = 0
      while let next = world.benign(), steps < 40 {
        world = next
        steps += 1
      }
      ends.insert(world.machine.state)
      return [.finished, .undone, .nothing].contains(world.machine.state)
        && world.works(world.current) && world.pending == nil && !world.hasNote
    }
    #expect(ends.count == 3, "\(ends)")
  }

  /// Whatever the events, in any order: the machine does what its table says, or stands still.
  @Test(arguments: KeyRotation.Kind.allCases)
  func whatCannotBeStopsIt(kind: KeyRotation.Kind) {
    var seen: Set<KeyRotation> = []
    var next = [KeyRotation(kind)]
    while let machine = next.popLast() {
      for event in KeyRotation.Event.allCases {
        var after = machine
        let action = after.handle(event)
        let row = KeyRotation.table.first {
          $0.from == machine.state && $0.events.contains(event) && $0.kinds.contains(kind)
        }
        if let row {
          #expect(after.state == row.to && action == row.action)
        } else {
          #expect(action == nil)
          #expect(after.state == (machine.state.isEnd ? machine.state : .stopped))
        }
        #expect((action == nil) == after.state.isEnd)
        if seen.insert(after).inserted { next.append(after) }
      }
    }
    // Only the single key's ways are for one kind alone; every state is somewhere.
    #expect(seen.count > 20)
  }

  @Test func theTableHasNoTwoRowsForOneEvent() {
    var seen: Set<String> = []
    for row in KeyRotation.table {
      for event in row.events {
        for kind in row.kinds {
          #expect(seen.insert("\(row.from) \(event) \(kind)").inserted, "\(row)")
        }
      }
    }
  }

  @Test func theDiagramIsDrawnFromTheTable() {
    let lines = KeyRotation.diagram.split(separator: "\n").map(String.init)
    #expect(lines.first == "stateDiagram-v2")
    #expect(lines.contains("  noting --> creating: done (scoped)"))
    #expect(lines.contains("  replacing --> retiring: done"))
    #expect(lines.contains("  finished --> [*]"))
    #expect(lines.count == 2 + KeyRotation.table.count + 5)
  }
}
