import IntentModel

/// The paths of the API, with their parameters in braces; both the routes and the remedies use
/// them.
package enum ServicePath {
  /// The prefix of each path of the API.
  static let api = "/v1"

  package static let openAPI = api + "/openapi.json"
  static let problems = api + "/problems"
  static let problem = problems + PathParameter.code.segment

  static let widgets = api + "/widgets"
  static let widget = widgets + PathParameter.kind.segment
  static let form = widget + "/form"
  static let schema = widget + "/schema"

  static let placed = api + "/placed"
  static let placedWidget = placed + PathParameter.name.segment
  static let history = placedWidget + "/history"
  static let restore = placedWidget + "/restore"

  static let devices = api + "/devices"
  static let device = devices + PathParameter.device.segment
  static let webhooks = api + "/webhooks"
  static let webhook = webhooks + PathParameter.webhook.segment
  static let enable = webhook + "/enable"
  static let tenants = api + "/tenants"
  static let audit = api + "/audit"

  /// The path of the probe that asks whether the service can take requests.
  package static let ready = "/readyz"

  /// A path whose only parameter is replaced with a value.
  static func path(_ path: String, of value: String) -> String {
    guard let start = path.firstIndex(of: "{"), let end = path.firstIndex(of: "}") else {
      return path
    }
    return "\(path[..<start])\(value.percentEncoded)\(path[path.index(after: end)...])"
  }
}

/// A parameter of a path.
enum PathParameter: String {
  case kind, name, device, webhook, tenant, code, file

  /// The segment that stands for any value of the parameter in a path.
  var segment: String { "/{\(rawValue)}" }
}
