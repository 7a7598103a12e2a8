import Figranium
import SecretBridge

extension StoreError {
  /// The store cannot be used as things are.
  static func unavailable(_ fault: StoreFault) -> FigraniumError {
    let (message, hint) = texts(fault)
    return FigraniumError(message: message, kind: .credentialStoreUnavailable, hint: hint)
  }

  /// A private bus with a keyring, for servers, containers and SSH.
  static let privateSession =
    "dbus-run-session -- bash -c 'read -rsp \"Keyring password: \" p; printf %s \"$p\" | "
    + "gnome-keyring-daemon --unlock --components=secrets; exec bash'"

  private static func texts(_ fault: StoreFault) -> (message: String, hint: String) {
    switch fault {
    case .noBus:
      (
        "There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, and there is no socket "
          + "$XDG_RUNTIME_DIR/bus.",
        "Log in to a desktop session, or start a private one: \(privateSession)"
      )
    case .busUnreachable(let reason):
      (
        "The session bus cannot be reached: \(sentence(reason))",
        "Check DBUS_SESSION_BUS_ADDRESS, or start a private session: \(privateSession)"
      )
    case .noProvider:
      (
        "No program provides the Secret Service (org.freedesktop.secrets) on the session bus.",
        "Install and start one: gnome-keyring (GNOME), KWallet with \"apiEnabled=true\" under "
          + "[org.freedesktop.secrets] in kwalletrc (KDE), or keepassxc with its Secret Service "
          + "integration switched on."
      )
    case .activationFailed(let reason):
      (
        "The program that provides the Secret Service could not be started: \(sentence(reason))",
        "Start gnome-keyring-daemon, KWallet or KeePassXC by hand to see why, then try again."
      )
    case .noDefaultCollection:
      (
        "There is no default keyring yet.",
        "Create one in your password manager, or log in to the desktop once; where a prompt can "
          + "be shown, storing a key asks to create it."
      )
    case .noSuchCollection(let name):
      (
        "There is no keyring with the label \"\(name)\".",
        "Create it in your password manager, or take \"collection\" out of the profile to use "
          + "the default keyring."
      )
    case .ambiguousCollection(let name):
      (
        "Several keyrings have the label \"\(name)\".",
        "Rename all but one of them in your password manager."
      )
    case .stale(let reason):
      (
        "The credential store went away while it was in use: \(sentence(reason))",
        "See whether gnome-keyring-daemon, KWallet or KeePassXC keeps running, then try again."
      )
    case .refused(let name, let message):
      refused(name, message)
    case .undecryptable:
      malformed("GetSecret answered what its session cannot decrypt")
    case .noSecureMemory:
      (
        "No session with the credential store can be opened: libgcrypt may lock no memory for it.",
        "Raise the limit on locked memory to 64 KiB or more (ulimit -l, LimitMEMLOCK= of a unit), or update "
          + "libgcrypt if it is older than 1.8."
      )
    case .malformed(let what):
      malformed(what)
    default:
      (
        "The credential store did not delete the key.",
        "Delete it in your password manager."
      )
    }
  }

  private static func malformed(_ what: String) -> (String, String) {
    (
      "The credential store gave an answer that makes no sense: \(sentence(what))",
      "Restart the program that provides it, then try again."
    )
  }

  private static func refused(_ name: String, _ message: String) -> (String, String) {
    if name == "org.freedesktop.DBus.Error.AccessDenied" {
      // The bus's own words tell the sender's command line, and not what to do.
      return (
        "The session bus does not let this program talk to the credential store (\(name)).",
        "A sandbox or the bus's policy forbids it: see 'figctl doctor'."
      )
    }
    let text = "The credential store refused: \(sentence(message))"
    if message.contains("createDLGroup") || message.contains("libqca") {
      return (
        text,
        "KWallet lacks its encryption plugin. Install libqca-qt5-2-plugins (Debian, Ubuntu), "
          + "qca-qt5-ossl (Fedora) or qca-qt5 (Arch), then log in again."
      )
    }
    return (
      name.isEmpty ? text : "\(text) (\(name))",
      "Look into the log of the program that provides it, for example with journalctl --user."
    )
  }

  /// Another program's words, ended by one full stop.
  private static func sentence(_ text: String) -> String {
    guard let last = text.last else { return "no reason was given." }
    return ".!?".contains(last) ? text : text + "."
  }
}
