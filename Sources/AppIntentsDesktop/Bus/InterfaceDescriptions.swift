/// The interfaces of the service, as introspection XML: the ones of others as they publish them.
enum InterfaceDescriptions {
  static let searchProviderName = "org.gnome.Shell.SearchProvider2"
  static let runnerName = "org.kde.krunner1"
  static let applicationName = "org.freedesktop.Application"

  static let searchProvider = """
    <node><interface name="org.gnome.Shell.SearchProvider2">
      <method name="GetInitialResultSet">
        <arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetSubsearchResultSet">
        <arg type="as" name="previous_results" direction="in"/>
        <arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetResultMetas">
        <arg type="as" name="identifiers" direction="in"/>
        <arg type="aa{sv}" name="metas" direction="out"/>
      </method>
      <method name="ActivateResult">
        <arg type="s" name="identifier" direction="in"/>
        <arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
      <method name="LaunchSearch">
        <arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
    </interface></node>
    """

  static let runner = """
    <node><interface name="org.kde.krunner1">
      <method name="Match">
        <arg type="s" name="query" direction="in"/>
        <arg type="a(sssida{sv})" name="matches" direction="out"/>
      </method>
      <method name="Actions">
        <arg type="a(sss)" name="actions" direction="out"/>
      </method>
      <method name="Run">
        <arg type="s" name="matchId" direction="in"/>
        <arg type="s" name="actionId" direction="in"/>
      </method>
      <method name="Teardown"/>
      <method name="Config">
        <arg type="a{sv}" name="config" direction="out"/>
      </method>
    </interface></node>
    """

  static let application = """
    <node><interface name="org.freedesktop.Application">
      <method name="Activate">
        <arg type="a{sv}" name="platform_data" direction="in"/>
      </method>
      <method name="Open">
        <arg type="as" name="uris" direction="in"/>
        <arg type="a{sv}" name="platform_data" direction="in"/>
      </method>
      <method name="ActivateAction">
        <arg type="s" name="action_name" direction="in"/>
        <arg type="av" name="parameter" direction="in"/>
        <arg type="a{sv}" name="platform_data" direction="in"/>
      </method>
    </interface></node>
    """

  /// Our own, under the application's name.
  static func intents(_ name: String) -> String {
    """
    <node><interface name="\(name)">
      <method name="List">
        <arg type="aa{sv}" name="intents" direction="out"/>
      </method>
      <method name="Describe">
        <arg type="s" name="intent" direction="in"/>
        <arg type="a{sv}" name="description" direction="out"/>
      </method>
      <method name="Suggest">
        <arg type="s" name="intent" direction="in"/>
        <arg type="s" name="parameter" direction="in"/>
        <arg type="s" name="text" direction="in"/>
        <arg type="a(sss)" name="choices" direction="out"/>
      </method>
      <method name="Perform">
        <arg type="s" name="intent" direction="in"/>
        <arg type="a{ss}" name="parameters" direction="in"/>
        <arg type="a{sv}" name="options" direction="in"/>
        <arg type="s" name="run" direction="out"/>
      </method>
      <method name="Cancel">
        <arg type="s" name="run" direction="in"/>
        <arg type="b" name="was_running" direction="out"/>
      </method>
      <signal name="Finished">
        <arg type="s" name="run"/>
        <arg type="s" name="outcome"/>
        <arg type="a{sv}" name="result"/>
      </signal>
    </interface></node>
    """
  }
}
