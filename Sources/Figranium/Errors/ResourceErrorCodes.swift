// The codes that servers give for tasks' versions, schedules, files, templates, keys and settings.

extension FigraniumError.Code {
  // MARK: Tasks and executions

  /// The task has no such version (404).
  public static let versionNotFound: Self = "VERSION_NOT_FOUND"
  /// The server wants a version's identifier (400).
  public static let missingVersionID: Self = "MISSING_VERSION_ID"
  /// The server cannot use the members it was given (400).
  public static let invalidPayload: Self = "INVALID_PAYLOAD"
  /// The server may not call the webhook's address (400).
  public static let invalidWebhookURL: Self = "INVALID_WEBHOOK_URL"
  /// The result was not cut short, or its whole is gone (404).
  public static let fullResultNotAvailable: Self = "FULL_RESULT_NOT_AVAILABLE"
  /// The server can make no time of the schedule (400).
  public static let invalidSchedule: Self = "INVALID_SCHEDULE"

  // MARK: Files

  /// There is no such capture (404).
  public static let captureNotFound: Self = "CAPTURE_NOT_FOUND"
  /// A capture cannot have this name (400).
  public static let invalidName: Self = "INVALID_NAME"
  /// There is no such cabinet (404).
  public static let cabinetNotFound: Self = "CABINET_NOT_FOUND"
  /// The cabinet holds no such item (404).
  public static let cabinetItemNotFound: Self = "CABINET_ITEM_NOT_FOUND"

  // MARK: Templates

  /// There is no such template (404).
  public static let templateNotFound: Self = "TEMPLATE_NOT_FOUND"
  /// A template's identifier is a UUID (400).
  public static let invalidTemplateID: Self = "INVALID_TEMPLATE_ID"
  /// The server cannot search like that (400).
  public static let invalidTemplateQuery: Self = "INVALID_TEMPLATE_QUERY"
  /// The server does not reach the catalogue of templates (502).
  public static let templateCatalogUnavailable: Self = "TEMPLATE_CATALOG_UNAVAILABLE"
  /// The catalogue of templates did not answer the server in time (502).
  public static let templateCatalogTimeout: Self = "TEMPLATE_CATALOG_TIMEOUT"
  /// The server cannot read what the catalogue of templates answers (502).
  public static let templateCatalogInvalid: Self = "TEMPLATE_CATALOG_INVALID"

  // MARK: Keys

  /// There is no such scoped key (404).
  public static let apiKeyNotFound: Self = "API_KEY_NOT_FOUND"
  /// A scoped key needs a permission that the server knows (400).
  public static let permissionsRequired: Self = "PERMISSIONS_REQUIRED"
  /// The key is longer than the server takes (400).
  public static let apiKeyTooLong: Self = "API_KEY_TOO_LONG"

  // MARK: Settings

  /// The system's settings cannot be these (400).
  public static let invalidSystemSettings: Self = "INVALID_SYSTEM_SETTINGS"
  /// There is no such proxy (404).
  public static let proxyNotFound: Self = "PROXY_NOT_FOUND"
  /// A proxy needs an address (400).
  public static let missingServer: Self = "MISSING_SERVER"
  /// The server does not take a proxy with this address (400).
  public static let invalidURL: Self = "INVALID_URL"
  /// The server does not take the proxy (400).
  public static let invalidProxy: Self = "INVALID_PROXY"
  /// No proxy was given (400).
  public static let missingProxies: Self = "MISSING_PROXIES"
  /// No proxy was named (400).
  public static let missingIDs: Self = "MISSING_IDS"
  /// The server's own address is no proxy to change (400).
  public static let invalidID: Self = "INVALID_ID"
  /// None of the proxies was deleted (400).
  public static let proxiesNotDeleted: Self = "PROXIES_NOT_DELETED"
}
