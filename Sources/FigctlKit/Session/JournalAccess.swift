import Figranium
import FigraniumSecretService
import GLibBridge

extension KeyJournal {
  /// The user's own: `$XDG_STATE_HOME/figranium/keys.log`; `nil` when there is no home folder.
  static var ofUser: KeyJournal? {
    XDGDirectories.state.map { KeyJournal(path: $0 + "/figranium/keys.log") }
  }
}

extension CommandContext {
  /// Writes into the journal what was just done to the key of `profile`.
  ///
  /// What is done is done: a journal that cannot be written is worth a warning, and no other exit
  /// code.
  func journal(
    _ event: KeyJournal.Event, of profile: Profile, key: Secret? = nil, detail: String? = nil
  ) {
    guard let journal = KeyJournal.ofUser else {
      console.trace("There is no home folder, and so no journal of keys.")
      return
    }
    let server = try? ServerOrigin(of: profile.server).description
    do throws(FigraniumError) {
      try journal.append(
        KeyJournal.Entry(
          profile: profile.name, event: event, key: key?.fingerprint, server: server,
          detail: detail))
    } catch {
      console.warning("\(error.message) The event \"\(event.rawValue)\" is not in it.")
    }
  }
}
