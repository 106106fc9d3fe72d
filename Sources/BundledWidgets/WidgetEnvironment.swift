/// What the shipped widgets may know of the machine; nothing else is looked up.
public struct WidgetEnvironment: Sendable, Hashable {
  /// The folder of the widget; relative paths of its arguments begin here.
  public var widgetFolder: String

  /// The home folder, for paths that begin with `~/`.
  public var homeFolder: String

  /// The environment variables, of which `TZ` is read.
  public var variables: [String: String]

  /// The folder of the compiled time zones.
  public var zoneFolder: String

  /// The link, or file, that says which zone the machine is in when `TZ` does not.
  public var localZoneLink: String

  /// Makes an environment.
  public init(
    widgetFolder: String, homeFolder: String, variables: [String: String] = [:],
    zoneFolder: String = "/usr/share/zoneinfo", localZoneLink: String = "/etc/localtime"
  ) {
    self.widgetFolder = widgetFolder
    self.homeFolder = homeFolder
    self.variables = variables
    self.zoneFolder = zoneFolder
    self.localZoneLink = localZoneLink
  }

  var zones: ZoneFolder { ZoneFolder(path: zoneFolder) }

  var localZone: ZoneRules { zones.local(environment: variables, link: localZoneLink) }

  /// The path that an argument means; nil for one that means none.
  ///
  /// Another user's home folder, `~name`, is not looked up.
  func path(_ text: String) -> String? {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    if text.hasPrefix("/") { return text }
    if text == "~" { return homeFolder }
    if text.hasPrefix("~/") { return homeFolder + text.dropFirst() }
    return text.hasPrefix("~") ? nil : "\(widgetFolder)/\(text)"
  }
}
