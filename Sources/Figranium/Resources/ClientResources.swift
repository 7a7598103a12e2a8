// Where each resource hangs on the client.

extension Figranium {
  /// Schedules: when tasks run by themselves.
  public var schedules: SchedulesResource { SchedulesResource(client: self) }
  /// Captures: pictures and recordings that runs made.
  public var captures: CapturesResource { CapturesResource(client: self) }
  /// Cabinets: files that runs download and upload.
  public var cabinets: CabinetsResource { CabinetsResource(client: self) }
  /// Templates: tasks that others have published.
  public var templates: TemplatesResource { TemplatesResource(client: self) }
  /// What the server says it can do.
  public var capabilities: CapabilitiesResource { CapabilitiesResource(client: self) }
  /// API keys: the single one, and scoped ones.
  public var keys: KeysResource { KeysResource(client: self) }
  /// Settings of the server: user agent, proxies, system.
  public var settings: SettingsResource { SettingsResource(client: self) }
}
