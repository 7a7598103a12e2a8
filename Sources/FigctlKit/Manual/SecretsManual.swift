import FigraniumSecretService

/// `figranium-secrets(7)`: where keys are kept, and how other programs read them.
enum SecretsManual {
  static func text(date: String) -> String {
    var page = ManualText("figranium-secrets", section: 7, date: date, kind: "Miscellaneous")
    page.name("figranium-secrets", "where figctl keeps API keys, and how other programs read them")
    page.section("Description")
    page.paragraphs(description)
    page.section("Attributes")
    page.paragraphs(
      "Every item has all of these, and the content type text/plain (UTF-8):")
    let identity = CredentialIdentity(account: "PROFILE")
    for (name, value) in KeyStore.attributes(of: identity).sorted(by: { $0.key < $1.key }) {
      page.term([.literal(name)], value)
    }
    page.paragraphs(
      "A signed-in session ('figctl login') has the service "
        + "\(CredentialIdentity.sessionService), so that no look-up of a key meets it, and an "
        + "attribute server with the origin that it is for.")
    page.section("Reading a key with other programs")
    page.paragraphs("The same key, without figctl:")
    page.example([
      "secret-tool lookup service \(identity.service) account PROFILE",
      "keyring get \(identity.service) PROFILE",
    ])
    page.paragraphs(
      "and in Python, where nothing but the key is on the way to the terminal:")
    page.example([
      "import secretstorage", "bus = secretstorage.dbus_init()",
      "found = secretstorage.search_items(",
      "    bus, {'service': '\(identity.service)', 'account': 'PROFILE'})",
      "key = next(found).get_secret().decode()",
    ])
    page.paragraphs(
      "Keys that such programs stored, with the attributes service and account (or username), are "
        + "read by figctl too. Store with all attributes, or not at all: a store takes an item with "
        + "fewer of them for the same one and overwrites it.")
    RotationManual.write(to: &page)
    page.section("Providers")
    for (name, text) in providers { page.term([.literal(name)], text) }
    page.section("Without a desktop")
    page.paragraphs(withoutDesktop)
    page.example([
      "dbus-run-session -- bash", "read -rsp 'Keyring password: ' password",
      "printf %s \"$password\" | gnome-keyring-daemon --unlock --components=secrets",
      "unset password", "figctl doctor",
    ])
    page.section("Security")
    page.paragraphs(security)
    page.references(["figctl(1)", "figctl.conf(5)", "secret-tool(1)", "gnome-keyring-daemon(1)"])
    return page.text
  }

  private static let description = """
    figctl keeps API keys in the Secret Service (org.freedesktop.secrets on the session bus), in the \
    collection with the alias default, or in the one that the profile names. It never makes a \
    collection, never writes a key to a file, and opens the store only for commands that need a key.
    """

  private static let providers: [(String, String)] = [
    ("gnome-keyring", "GNOME and most desktops; the collection Login is opened when you log in."),
    (
      "KWallet",
      "KDE, 5.97 or later, with apiEnabled=true under [org.freedesktop.secrets] in kwalletrc."
    ),
    (
      "KeePassXC",
      "With Secret Service Integration switched on in its settings, and a database open."
    ),
  ]

  private static let withoutDesktop = """
    Over SSH, in a container or after su there may be no session bus, or a collection that nobody \
    has opened; 'figctl doctor' says which. A bus of one's own, with a keyring that is opened on the \
    terminal:
    """

  private static let security = """
    The store encrypts keys on disk with its own password, and on the bus with a session key. While \
    the collection is open, every program of the same user can ask for them: the Secret Service does \
    not tell programs apart. A key is sent to the scheme, host and port that it was stored for, and \
    follows no redirect.
    """
}
