import FigraniumSecretService

/// What `figranium-secrets(7)` says of rotation; the states are those of ``KeyRotation/table``.
enum RotationManual {
  static func write(to page: inout ManualText) {
    page.section("Rotation")
    page.paragraphs(description)
    for kind in KeyRotation.Kind.allCases {
      page.term([.literal(kind.rawValue)], meaning(kind) + " " + way(kind))
    }
    page.paragraphs(interrupted)
    page.example(["systemctl --user enable --now figctl-rotate@PROFILE.timer"])
  }

  /// The states of a rotation that nothing interrupts: the first row of the table from each on.
  static func way(_ kind: KeyRotation.Kind) -> String {
    var states = [KeyRotation.State.ready]
    while let last = states.last, !last.isEnd,
      let row = KeyRotation.table.first(where: { $0.from == last && $0.kinds.contains(kind) })
    {
      states.append(row.to)
    }
    return states.map(\.rawValue).joined(separator: " -> ")
  }

  private static func meaning(_ kind: KeyRotation.Kind) -> String {
    switch kind {
    case .scoped: "The server makes the new key, and takes both until the old one is revoked."
    case .single: "The server has one key: the new one takes the old one's place there at once."
    case .manual: "The new key was made in the server's settings (--from-stdin)."
    }
  }

  private static let description = """
    'figctl key rotate' replaces a key by a new one. At every moment a look-up of service and account \
    gives a key that works; the new one is an item of its own until then (account PROFILE#pending), \
    and so is the old one afterwards (account PROFILE#previous). The states it goes through, by what \
    the server can do:
    """

  private static let interrupted = """
    Whatever interrupts it, the next use of the key asks the server which of the keys it takes, \
    and finishes the rotation or takes it back; 'figctl key recover --dry-run' tells what that would \
    be. As long as the server cannot be asked, nothing is deleted.

    'figctl key history' shows what happened to the keys ($XDG_STATE_HOME/figranium/keys.log; never a \
    key). With max-key-age in the profile, commands say when a key is due for rotation, and a timer \
    of systemd, off by default, renews it by itself:
    """
}
