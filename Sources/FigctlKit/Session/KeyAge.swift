import FigraniumSecretService
import FoundationEssentials

/// How old a stored key is, and whether its profile wants another by now.
struct KeyAge: Sendable, Hashable {
  /// Whole days since it was stored.
  var days: Int
  /// Whether the profile's `max-key-age` is reached; `nil` when the profile has none.
  var isDue: Bool?

  /// The age of what a store tells; `nil` when it tells no date, as one that is locked.
  init?(of summary: StoredCredentialSummary, in profile: Profile, now: Date = Date()) {
    guard let since = summary.modified ?? summary.created else { return nil }
    days = Dates.days(since: since, now: now)
    isDue = profile.maxKeyAgeDays.map { [days] in days >= $0 }
  }

  /// How the key of a profile is renewed, by hand and by a timer.
  static func renewal(of profile: String) -> String {
    "Renew it: figctl -p \(profile) key rotate. A timer that does so: \(timer(of: profile))"
  }

  /// The command that has the user's systemd renew a profile's key.
  static func timer(of profile: String) -> String {
    "systemctl --user enable --now figctl-rotate@\(profile).timer"
  }
}

extension CommandContext {
  /// Warns, once a command, of a key that is due for rotation.
  ///
  /// It costs nothing: the dates came with the key.
  func warnWhenDue(_ summary: StoredCredentialSummary, of profile: Profile) {
    guard let limit = profile.maxKeyAgeDays, let age = KeyAge(of: summary, in: profile),
      age.isDue == true, watch.isFirst("due")
    else { return }
    console.warning(
      "The key of profile '\(profile.name)' is due for rotation: it is \(age.days) days old, and "
        + "max-key-age is \(limit). \(KeyAge.renewal(of: profile.name))")
  }
}
