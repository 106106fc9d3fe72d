import IntentModel
package import Messages

/// Messages about sources in files, programs, the web and databases.
extension Message {
  // Invalid responses of sources.
  package static func atPlace(line: Int, column: Int, sentence: Message) -> Message {
    "At line \(line), column \(column): \(sentence)"
  }
  package static func moreErrors(count: Int) -> Message {
    "There \(count, one: "is # more error", other: "are # more errors")."
  }
  package static func requestCannotBeWritten(cause: Message) -> Message {
    "The request cannot be written: \(cause)"
  }
  package static var correctPathOrMakeFile: Message {
    "Correct the path in widget.json, or create the file."
  }
  package static func sourceFileUnreadable(path: String, cause: Message) -> Message {
    "The file “\(name: path, limit: 120)” cannot be read: \(cause)."
  }
  package static var correctPathOrRights: Message {
    "Correct the path in widget.json, or the permissions of the file."
  }
  package static func answerTooManyBytes(limit: Int) -> Message {
    "The response has more than \(limit) bytes."
  }
  package static var makeAnswerSmaller: Message { "Make the response smaller." }
  package static var giveLongerTimeout: Message {
    "Try again, or give it a longer timeout in widget.json."
  }
  package static func inRow(row: Int, sentence: Message) -> Message { "In row \(row): \(sentence)" }
  package static func columnNotUsed(name: String) -> Message {
    "The column “\(name: name, limit: 120)” is not used."
  }
  package static func noProgram(name: String) -> Message {
    "There is no program “\(name: name, limit: 120)” to run."
  }
  package static var correctCommandOrInstall: Message {
    "Correct the command in widget.json, or install the program."
  }
  package static func programNotExecutable(name: String) -> Message {
    "The program “\(name: name, limit: 120)” is not executable."
  }
  package static func makeExecutable(path: String) -> Message {
    "Make it executable: chmod +x \(name: path, limit: 400)"
  }
  package static func folderIsNoProgram(name: String) -> Message {
    "“\(name: name, limit: 120)” is a folder, not a program."
  }
  package static var correctCommand: Message { "Correct the command in widget.json." }
  package static func programNotStarted(name: String, cause: Message) -> Message {
    "The program “\(name: name, limit: 120)” cannot be run: \(cause)."
  }
  package static var makeExecutableOrCorrect: Message {
    "Make it executable, or correct the command in widget.json."
  }
  package static func programEnded(ending: Message, said: Message) -> Message {
    "The program ended with \(ending). \(said)"
  }
  package static func endingStatus(code: String) -> Message { "status \(code)" }
  package static func endingSignal(code: String) -> Message { "signal \(code)" }
  package static var saidNothing: Message { "It wrote nothing to standard error." }
  package static func saidWords(words: String) -> Message { "It wrote: “\(words)”." }
  package static var runByHand: Message { "Run the command by hand to see what it needs." }
  package static func queryFailed(cause: Message) -> Message { "The query failed: \(cause)." }
  package static var correctQuery: Message { "Correct the query in widget.json, or the database." }
  package static var severalStatements: Message { "it has more than one statement" }
  package static var wouldChangeDatabase: Message { "it would change the database" }
  package static var databaseLocked: Message { "Another program has locked the database." }
  package static var tryWhenDone: Message { "Try again when it is done." }
  package static var dotSegmentInURL: Message {
    "The path of the URL would contain “.” or “..” and lead elsewhere."
  }
  package static var giveValueWithoutDots: Message {
    "Give another value, or put the value into the query of the URL."
  }
  package static func bracesCannotBeFilled(rule: Message) -> Message {
    "The braces cannot be filled in: \(rule)."
  }
  package static var correctBraces: Message {
    "Correct it in widget.json; names of parameters and {search} may be used."
  }
  package static func nameIsNotFilled(text: String) -> Message {
    "“\(name: text, limit: 120)” is not a name that can be filled in."
  }
  package static func serviceUnreachable(cause: Message) -> Message {
    "The service cannot be reached: \(cause)."
  }
  package static var lookAtNetwork: Message { "Check the network and the URL, then try again." }
  package static func serviceStatus(status: Int) -> Message {
    "The service answered with status \(status)."
  }
  package static func serviceStatusMeaning(status: Int, meaning: Message) -> Message {
    "The service answered with status \(status), \(meaning)."
  }
  package static func foreignResource(name: String) -> Message {
    "“\(name: name, limit: 120)” is neither a web address nor a file in the widget's folder."
  }
  package static var giveURLOrPath: Message {
    "Give an http or https URL, or a path relative to the folder of widget.json."
  }
  package static func resourceNotKept(name: String, folder: String) -> Message {
    "“\(name: name, limit: 120)” cannot be kept in the folder “\(name: folder, limit: 120)”."
  }
  package static var lookAtFolder: Message {
    "Check the permissions and the free space of the folder, and the size of the file."
  }
  package static func variableNotSet(name: String, header: String) -> Message {
    """
    The variable “\(name: name, limit: 120)” for the header “\(name: header, limit: 120)” is not \
    set.
    """
  }
  package static var setVariable: Message {
    "Set it in the environment, or correct environmentHeaders in widget.json."
  }
  package static func answeredNotJSON(type: String) -> Message {
    "The service answered with “\(name: type, limit: 120)”, not with JSON."
  }
  package static var askForJSON: Message {
    "Correct the URL in widget.json, or ask for JSON with the header Accept."
  }
  package static func pagesInCircle(url: String) -> Message {
    "The pages form a loop: “\(name: url, limit: 120)” occurs again."
  }
  package static func nextPageElsewhere(url: String) -> Message {
    """
    The next page, “\(name: url, limit: 120)”, does not have the scheme, host and port of the first.
    """
  }
  package static var correctCursor: Message { "Correct the cursor in widget.json, or the service." }
  package static var correctName: Message { "Correct the name in widget.json." }
  package static func noTimelineFrom(kind: String) -> Message {
    "A timeline cannot come from \(kind)."
  }
  package static var useOtherTimeline: Message {
    "Use builtin, fixture, command or http for the timeline in widget.json."
  }
  package static var askForLess: Message { "Ask for less in the URL." }
  package static var addALimit: Message { "Add a LIMIT or a condition to the query." }
  package static func onlyFirstPages(count: Int, name: String) -> Message {
    """
    Only the first \(count, one: "page", other: "# pages") of “\(name: name, limit: 1_000)” \
    \(count, one: "is", other: "are") shown.
    """
  }
  package static func onlyFirstPagesBecause(count: Int, cause: Message) -> Message {
    """
    Only the first \(count, one: "page is", other: "# pages are") shown, because the next one \
    failed: \(cause)
    """
  }
  package static var notStartedNoInterpreter: Message {
    "the interpreter that its first line names does not exist"
  }
  package static func notStartedFolder(folder: String) -> Message {
    "the folder “\(name: folder)” cannot be entered"
  }
  package static func unreadableLink(target: String) -> Message {
    "it is a link to “\(name: target, limit: 120)”, which does not exist"
  }
  package static var unreadableCycle: Message { "it is a link that leads to itself" }
  package static var unreadableNotRegular: Message { "it is not a regular file" }
  package static var unreadableDenied: Message { "permission is denied" }
  package static var unreadablePath: Message { "the path is empty, too long or has a zero byte" }
  package static func unreadableSilent(seconds: Int) -> Message {
    "no data arrived within \(seconds, "second", "seconds")"
  }

  // Responses of web services.
  package static var webNoContent: Message { "no content" }
  package static var webRedirectNowhere: Message { "a redirect that leads nowhere" }
  package static var webBadRequest: Message { "bad request" }
  package static var webUnauthorized: Message { "unauthorized: credentials are missing or wrong" }
  package static var webPaymentRequired: Message { "payment required" }
  package static var webForbidden: Message { "forbidden" }
  package static var webNotFound: Message { "not found" }
  package static var webMethodNotAllowed: Message { "method not allowed" }
  package static var webNotAcceptable: Message { "not acceptable" }
  package static var webProxyCredentials: Message { "the proxy requires credentials" }
  package static var webRequestTimeout: Message { "request timeout" }
  package static var webGone: Message { "gone" }
  package static var webURLTooLong: Message { "the URL is too long" }
  package static var webUnprocessable: Message { "unprocessable content" }
  package static var webTooManyRequests: Message { "too many requests" }
  package static var webHeadersTooLarge: Message { "the headers of the request are too large" }
  package static var webLegalReasons: Message { "unavailable for legal reasons" }
  package static var webInternalError: Message { "internal server error" }
  package static var webBadGateway: Message { "bad gateway" }
  package static var webServiceUnavailable: Message { "service unavailable" }
  package static var webGatewayTimeout: Message { "gateway timeout" }
  package static var correctHeaders: Message {
    "Correct headers or environmentHeaders in widget.json."
  }
  package static var askForAccess: Message {
    "Ask for access, or correct the headers in widget.json."
  }
  package static var correctURL: Message { "Correct the URL in widget.json." }
  package static var correctURLOrHeaders: Message {
    "Correct the URL or the headers in widget.json."
  }
  package static func tryAgainIn(seconds: Int) -> Message {
    "Try again in \(seconds, "second", "seconds")."
  }
  package static var tryLater: Message { "Try again later." }
  package static var tryLaterOrCache: Message {
    "Try again later, or let “cache” in widget.json keep responses."
  }

  // Braces in URLs and queries.
  package static var braceNotOpened: Message { "a brace is closed but not opened" }
  package static var braceNotClosed: Message { "a brace is opened but not closed" }
  package static func noNameInBraces(name: String) -> Message {
    "“{\(name)}” is not a name in braces"
  }

  // Reasons why the web does not respond.
  package static var webNotAnAddress: Message { "it is not a web address" }
  package static var webRedirectsForever: Message { "it redirects in a loop" }
  package static func webRedirectsTooOften(limit: Int) -> Message {
    "it redirects more than \(limit) times"
  }
  package static func webRedirects(from: String, to: String) -> Message {
    "it redirects from \(name: from) to \(name: to)"
  }
  package static func webRedirectsNowhere(from: String) -> Message {
    "it redirects from \(name: from) to nowhere"
  }
  package static func webBrokeOff(came: Int, announced: Int) -> Message {
    "the response broke off after \(came) of \(announced) bytes"
  }
  package static var webNoHost: Message { "there is no such host" }
  package static var webNothingAccepts: Message { "nothing accepts connections there" }
  package static var webConnectionLost: Message { "the connection was lost" }
  package static var webNotHTTP: Message { "the response is empty or not HTTP" }
  package static var webNoAnswerInTime: Message { "no response came in time" }
  package static var webNotSecure: Message { "the connection cannot be made secure" }
  package static var webPrivateAddress: Message { "the address is not on the public internet" }
  package static var webConnectionFailed: Message { "the connection failed" }
  package static func webConnectionFailedBecause(cause: String) -> Message {
    "the connection failed: \(name: cause, limit: 1_000)"
  }
  package static var webNoMemory: Message { "there is not enough memory for the request" }
  package static func webHeaderNotSent(name: String) -> Message {
    "its header “\(name: name, limit: 120)” cannot be sent"
  }
  package static var webHeadersTooLong: Message { "the headers of its response exceed 256 KiB" }
  package static var correctServiceOrURL: Message {
    "Correct the service, or the URL in widget.json."
  }
  package static var installLibcurl: Message { "Install libcurl 7.68 or newer, then try again." }
}
