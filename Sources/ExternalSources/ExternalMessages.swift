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
    "In the argument “authorization”, name the environment variable that holds the credentials."
  }
  package static func correctCredentials(in variable: String) -> Message {
    """
    Correct the variable “\(longName: variable)”. Its value is the header Authorization, such \
    as “Basic …” or “Bearer …”.
    """
  }

  // Reasons why there is no response from the web.
  package static var webNotAnAddress: Message { "the URL is not a web address" }
  package static var webNoMemory: Message { "there is not enough memory for the request" }
}
