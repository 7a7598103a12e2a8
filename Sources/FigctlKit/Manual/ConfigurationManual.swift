/// `figctl.conf(5)`, out of the settings that a profile has.
enum ConfigurationManual {
  static func text(date: String) -> String {
    var page = ManualText("figctl.conf", section: 5, date: date, kind: "File Formats")
    page.name("figctl.conf", "profiles of Figranium servers for figctl")
    page.section("Synopsis")
    page.synopsis([.placeholder("$XDG_CONFIG_HOME/figranium/figctl.conf")])
    page.synopsis([.placeholder("~/.config/figranium/figctl.conf")])
    page.section("Description")
    page.paragraphs(description)
    page.section("The group [figctl]")
    page.term(
      [.prefix("default-profile="), .placeholder("NAME")],
      "The profile that is used when no --profile is given; without it, the one named "
        + "\(ProfileStore.builtInName). Set by 'figctl profile use'.")
    page.section("A group for each profile")
    for setting in Profile.Setting.allCases {
      page.term([.prefix("\(setting.rawValue)="), .placeholder(setting.form)], setting.meaning)
    }
    page.section("Example")
    page.example([
      "[figctl]", "default-profile=work", "", "# the department's server", "[work]",
      "server=https://figranium.example.com", "max-key-age=90", "", "[default]",
      "server=\(Profile.defaultServer)",
    ])
    page.references(["figctl(1)", "figranium-secrets(7)"])
    return page.text
  }

  private static let description = """
    A profile names a server and how to talk to it; it holds no secret. Keys are in the credential \
    store, see figranium-secrets(7).

    The file is a key file as GLib reads it: groups in brackets, lines NAME=VALUE, comments after #. \
    Comments, and settings that figctl does not know, stay when it changes the file. It has mode 0600. \
    'figctl profile' changes it; it may be edited by hand as well.

    A profile's name has 1 to 64 letters, digits, '-', '_' or '.', and is not 'figctl'. With no file \
    there is one profile, \(ProfileStore.builtInName), for \(Profile.defaultServer).
    """
}

extension Profile.Setting {
  /// What its value looks like.
  var form: String {
    switch self {
    case .server: "URL"
    case .keyHeader: Profile.KeyHeader.allCases.map(\.rawValue).joined(separator: "|")
    case .caFile: "FILE"
    case .insecureHTTP, .speak: "true|false"
    case .routes: Profile.Routes.allCases.map(\.rawValue).joined(separator: "|")
    case .maxKeyAge: "DAYS"
    case .collection: "LABEL"
    case .keyOrigin: "ORIGIN"
    }
  }

  /// What it does, and its default.
  var meaning: String {
    switch self {
    case .server:
      "The server's address, http:// or https://. \(Profile.defaultServer) when not set."
    case .keyHeader:
      "The header that the key is sent in: Authorization (the default) or X-API-Key."
    case .caFile:
      "A file with certificates (PEM) to trust instead of the system's."
    case .insecureHTTP:
      "Whether a key may go to another machine over http://, in the clear. false when not set."
    case .routes:
      "Which routes the server has: auto (the default) finds out, documented are those of the App "
        + "Intents documentation, server those of servers 0.9 to 0.20."
    case .maxKeyAge:
      "After how many days a key is due for another one; 'figctl key list' and 'figctl doctor' "
        + "say so. Never when not set."
    case .collection:
      "The label of the collection that the key is stored in, instead of the default one."
    case .speak:
      "Whether what intents say is spoken too, through Speech Dispatcher. false when not set."
    case .keyOrigin:
      "The scheme, host and port that the key was stored for, written by 'figctl key set'. A key "
        + "goes to no other server. Not to be edited."
    }
  }
}
