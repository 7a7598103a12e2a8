// The sentence and the next step for the codes of versions, schedules, files, templates, keys and
// settings.

extension ErrorWriter {
  /// Says what such a code means; `nil` for any other.
  func resourceSentence(_ kind: FigraniumError.Code) -> (message: String, hint: String?)? {
    guard let text = Self.texts[kind] else { return nil }
    return ("The server \(origin) \(text.says).", text.hint)
  }

  private static let catalogue = "Check the server's way to the network, or try again later."

  /// What the server does, and what to do next.
  private static let texts: [FigraniumError.Code: (says: String, hint: String?)] = [
    .versionNotFound: (
      "has no such version of the task", "List the task's versions to see their identifiers."
    ),
    .missingVersionID: ("wants the identifier of a version", "Name one of the task's versions."),
    .invalidPayload: (
      "cannot use the members it was given", "Give them as an object, by the server's names."
    ),
    .invalidWebhookURL: (
      "does not call this webhook address",
      "Use an http:// or https:// address outside the server's own network."
    ),
    .fullResultNotAvailable: (
      "has no more of this result",
      "It was not cut short, or is kept no longer: read the execution."
    ),
    .invalidSchedule: (
      "can make no time of this schedule",
      "Give a frequency with what goes with it, or a cron expression of five fields."
    ),
    .captureNotFound: ("has no such capture", "List the captures to see their names."),
    .invalidName: ("has no captures of such a name", "Give the name alone, without a path."),
    .cabinetNotFound: ("has no such cabinet", "List the cabinets to see their identifiers."),
    .cabinetItemNotFound: (
      "has no such item in the cabinet", "List the cabinet's items to see their identifiers."
    ),
    .templateNotFound: ("has no such template", "Search the templates to see their identifiers."),
    .invalidTemplateID: (
      "has no templates of such an identifier", "A template's identifier is a UUID."
    ),
    .invalidTemplateQuery: (
      "cannot search templates like that",
      "Ask for 1 to 24, sorted by popular, newest or name, with a text of 100 characters at most."
    ),
    .templateCatalogUnavailable: ("does not reach the catalogue of templates", catalogue),
    .templateCatalogTimeout: ("waited too long for the catalogue of templates", catalogue),
    .templateCatalogInvalid: ("cannot read the catalogue of templates", catalogue),
    .apiKeyNotFound: ("has no such key", "List the keys to see their identifiers."),
    .permissionsRequired: (
      "wants a permission for the key", "Give one of those that the list of keys names."
    ),
    .apiKeyTooLong: ("takes no key of this length", "Use 512 characters at most."),
    .invalidSystemSettings: (
      "does not take these settings", "Give a whole number of days, or none for ever."
    ),
    .proxyNotFound: ("has no such proxy", "List the proxies to see their identifiers."),
    .missingServer: (
      "wants the proxy's address", "Give it as http://proxy.example.com:8080."
    ),
    .invalidURL: (
      "does not take a proxy with this address", "Give it as http://proxy.example.com:8080."
    ),
    .invalidProxy: (
      "does not take this proxy", "Give its address as http://proxy.example.com:8080."
    ),
    .missingProxies: ("was given no proxy to add", "Give at least one."),
    .missingIDs: ("was given no proxy to delete", "Name at least one by its identifier."),
    .invalidID: ("keeps its own address as it is", "Name a proxy that was added."),
    .proxiesNotDeleted: ("deleted none of the proxies", "List the proxies to see what there is."),
  ]
}
