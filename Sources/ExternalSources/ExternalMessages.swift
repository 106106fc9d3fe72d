import IntentModel
import IntentOptions
package import Messages

/// Messages about sources in files, programs, the web and databases.
extension Message {
  // Invalid responses of sources.
  package static var makeResponseSmaller: Message { "Make the response smaller." }
  package static func saidWords(words: String) -> Message { "It wrote: “\(words)”." }
  package static var correctCursor: Message { "Correct the cursor in widget.json, or the service." }
  package static var correctCommand: Message { "Correct the command in widget.json." }
  package static func noTimelineFrom(kind: String) -> Message {
    "A timeline cannot come from \(kind)."
  }

  // Responses of web services.
  package static func tryAgainIn(seconds: Int) -> Message {
    "Try again in \(seconds, "second", "seconds")."
  }

  package static var nameCredentials: Message {
    "Name the environment variable with the credentials in the argument “authorization”."
  }
  package static func correctCredentials(in variable: String) -> Message {
    """
    Correct the variable “\(longName: variable)”. Its value is the header Authorization, such \
    as “Basic …” or “Bearer …”.
    """
  }

  // Reasons why there is no response from the web.
  package static var webNotAnAddress: Message { "it is not a web address" }
  package static var webNoMemory: Message { "there is not enough memory for the request" }
}
