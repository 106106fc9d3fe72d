package import Messages
import WidgetLoading

/// Messages, in English, that several parts of the service use.
extension Message {
  // Errors that prevent a service from starting.
  package static func addressNotHere(host: String) -> Message {
    """
    This machine does not have the address “\(host)”. Give one of its addresses as \
    “\(ServiceSettingKey.host.rawValue)”, or 0.0.0.0 for all of them.
    """
  }

  package static func nothingAtPath(path: String) -> Message { "There is nothing at “\(path)”." }
  package static var listByRequest: Message { "List the names with: GET \(ServicePath.placed)" }
  static var nothingPlaced: Message { "Nothing is placed under this name." }
  package static var readWidgetAgain: Message {
    "Read the widget again, and send the ETag of “\(ServiceProblem.Key.current.rawValue)”."
  }
  package static var definitionIsAnother: Message {
    "The definition has changed since the form was read."
  }
  package static var sendAgain: Message { "Send the request again." }
  package static var sendLater: Message {
    "Send the request again later; the log of the service has the cause."
  }
  package static var sendAfterPause: Message {
    "Send the request again, after the time in “Retry-After”."
  }
  package static var correctName: Message {
    "Correct the name; the problem suggests a similar one."
  }
  package static var useRandomIdentifier: Message {
    """
    Use a random identifier, such as a UUID, that the app keeps and replaces when its user signs out.
    """
  }
  package static var readFormAgain: Message { "Read the form again." }
  package static func sendContentType(_ type: String) -> Message { "Send \(type)." }
}
