import Figranium
import FigraniumSecretService
import SecretBridge
import Testing

/// The exact texts of every store error.
@Suite struct StoreErrorTests {
  struct Row: Sendable {
    let fault: StoreFault
    let code: FigraniumError.Code
    let message: String
    let hint: String?
  }

  static let privateSession =
    #"dbus-run-session -- bash -c 'read -rsp "Keyring password: " p; printf %s "$p" | "#
    + "gnome-keyring-daemon --unlock --components=secrets; exec bash'"

  static let rows = [
    Row(
      fault: .noBus, code: .credentialStoreUnavailable,
      message: "There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, and there is no "
        + "socket $XDG_RUNTIME_DIR/bus.",
      hint: "Log in to a desktop session, or start a private one: \(privateSession)"),
    Row(
      fault: .busUnreachable(reason: "Could not connect"), code: .credentialStoreUnavailable,
      message: "The session bus cannot be reached: Could not connect.",
      hint: "Check DBUS_SESSION_BUS_ADDRESS, or start a private session: \(privateSession)"),
    Row(
      fault: .noProvider, code: .credentialStoreUnavailable,
      message: "No program provides the Secret Service (org.freedesktop.secrets) on the session "
        + "bus.",
      hint: "Install and start one: gnome-keyring (GNOME), KWallet with \"apiEnabled=true\" under "
        + "[org.freedesktop.secrets] in kwalletrc (KDE), or keepassxc with its Secret Service "
        + "integration switched on."),
    Row(
      fault: .activationFailed(reason: "exited with status 1"), code: .credentialStoreUnavailable,
      message: "The program that provides the Secret Service could not be started: exited with "
        + "status 1.",
      hint: "Start gnome-keyring-daemon, KWallet or KeePassXC by hand to see why, then try again."
    ),
    Row(
      fault: .timedOut(step: "SearchItems"), code: .credentialStoreTimeout,
      message: "The credential store did not answer within 10 seconds (waiting for SearchItems).",
      hint: "The program that provides it may hang. Restart it (gnome-keyring-daemon, KWallet or "
        + "KeePassXC), then try again."),
    Row(
      fault: .cancelled, code: .requestAborted,
      message: "The wait for the credential store was called off.", hint: nil),
    Row(
      fault: .locked(collection: "Login"), code: .credentialStoreLocked,
      message: "The keyring \"Login\" is locked.",
      hint: "Unlock it in your password manager, then try again."),
    Row(
      fault: .locked(collection: ""), code: .credentialStoreLocked,
      message: "The keyring is locked.",
      hint: "Unlock it in your password manager, then try again."),
    Row(
      fault: .promptDismissed(collection: "Login"), code: .credentialPromptDismissed,
      message: "The prompt for the keyring \"Login\" was dismissed.",
      hint: "Try again and answer the prompt. Where no prompt can be shown, unlock the keyring "
        + "first."),
    Row(
      fault: .promptTimedOut(collection: "Login"), code: .credentialStoreTimeout,
      message: "Nobody answered the prompt for the keyring \"Login\" within 120 seconds.",
      hint: "Unlock it in your password manager first, or log in to the desktop where the prompt "
        + "is shown."),
    Row(
      fault: .noDefaultCollection, code: .credentialStoreUnavailable,
      message: "There is no default keyring yet.",
      hint: "Create one in your password manager, or log in to the desktop once; where a prompt "
        + "can be shown, storing a key asks to create it."),
    Row(
      fault: .noSuchCollection("Work"), code: .credentialStoreUnavailable,
      message: "There is no keyring with the label \"Work\".",
      hint: "Create it in your password manager, or take \"collection\" out of the profile to use "
        + "the default keyring."),
    Row(
      fault: .ambiguousCollection("Work"), code: .credentialStoreUnavailable,
      message: "Several keyrings have the label \"Work\".",
      hint: "Rename all but one of them in your password manager."),
    Row(
      fault: .notStored(reason: "it reads back differently"), code: .credentialNotStored,
      message: "The key was not stored: it reads back differently.",
      hint: "Unlock the keyring or open the database in your password manager, then store the key "
        + "again."),
    Row(
      fault: .notDeleted, code: .credentialStoreUnavailable,
      message: "The credential store did not delete the key.",
      hint: "Delete it in your password manager."),
    Row(
      fault: .stale(reason: "no such session"), code: .credentialStoreUnavailable,
      message: "The credential store went away while it was in use: no such session.",
      hint: "See whether gnome-keyring-daemon, KWallet or KeePassXC keeps running, then try again."
    ),
    Row(
      fault: .noSecureMemory, code: .credentialStoreUnavailable,
      message:
        "No session with the credential store can be opened: libgcrypt may lock no memory for it.",
      hint:
        "Raise the limit on locked memory to 64 KiB or more (ulimit -l, LimitMEMLOCK= of a unit), or "
        + "update libgcrypt if it is older than 1.8."),
    Row(
      fault: .undecryptable, code: .credentialStoreUnavailable,
      message: "The credential store gave an answer that makes no sense: "
        + "GetSecret answered what its session cannot decrypt.",
      hint: "Restart the program that provides it, then try again."),
    Row(
      fault: .refused(name: "org.example.No", message: "not today"),
      code: .credentialStoreUnavailable,
      message: "The credential store refused: not today. (org.example.No)",
      hint: "Look into the log of the program that provides it, for example with journalctl --user."
    ),
    Row(
      fault: .refused(
        name: "org.freedesktop.DBus.Error.Failed",
        message: "createDLGroup failed: maybe libqca-ossl is missing"),
      code: .credentialStoreUnavailable,
      message: "The credential store refused: createDLGroup failed: maybe libqca-ossl is missing.",
      hint: "KWallet lacks its encryption plugin. Install libqca-qt5-2-plugins (Debian, Ubuntu), "
        + "qca-qt5-ossl (Fedora) or qca-qt5 (Arch), then log in again."),
    Row(
      fault: .malformed("SearchItems answered (s) and not (aoao)"),
      code: .credentialStoreUnavailable,
      message: "The credential store gave an answer that makes no sense: SearchItems answered (s) "
        + "and not (aoao).",
      hint: "Restart the program that provides it, then try again."),
  ]

  @Test(arguments: rows) func texts(_ row: Row) {
    let error = StoreError.error(for: row.fault, StoreAccess())
    #expect(error.kind == row.code)
    #expect(error.message == row.message)
    #expect(error.hint == row.hint)
    #expect(error.status == 0)
  }

  @Test func anAbsentKeyIsNamed() {
    let error = StoreError.notFound(CredentialIdentity(account: "work"))
    #expect(error.kind == .credentialNotFound)
    #expect(error.message == "No key is stored for \"work\" (service \"figranium\").")
    #expect(error.hint == "Store one: figctl key set --profile work")
  }

  @Test(arguments: ["", "a\nb", String(repeating: "a", count: 256)])
  func namesThatCannotBeAttributesAreRefused(_ account: String) async {
    let error = await figraniumError {
      _ = try await KeyStore(bus: .address("unix:path=/nonexistent")).lookUp(
        CredentialIdentity(account: account), access: .quiet)
    }
    #expect(error?.kind == .invalidInput)
    #expect(
      error?.message == "The account of a key must have 1 to 255 bytes and no control characters.")
  }

  @Test func anotherProgramsWordsAreMadeFit() {
    #expect(StoreFault.tidy(" a\n\u{1B}[31mb\t c\u{202E} ") == "a [31mb c")
    #expect(StoreFault.tidy(String(repeating: "x", count: 300)).count == 203)
  }
}
