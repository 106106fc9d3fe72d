import IntentModel
package import Messages

/// Messages about sources in files, programs, the web and databases.
extension Message {
  // Invalid responses of sources.
  package static func atPlace(line: Int, column: Int, sentence: Message) -> Message {
    entry(.integer(line), .integer(column), .message(sentence))
  }
  package static func moreErrors(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func requestCannotBeWritten(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static var correctPathOrMakeFile: Message { entry() }
  package static func sourceFileUnreadable(path: String, cause: Message) -> Message {
    entry(.name(path, limit: 120), .message(cause))
  }
  package static var correctPathOrRights: Message { entry() }
  package static func answerTooManyBytes(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var makeAnswerSmaller: Message { entry() }
  package static var giveLongerTimeout: Message { entry() }
  package static func inRow(row: Int, sentence: Message) -> Message {
    entry(.integer(row), .message(sentence))
  }
  package static func columnNotUsed(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static func noProgram(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static var correctCommandOrInstall: Message { entry() }
  package static func programNotExecutable(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static func makeExecutable(path: String) -> Message {
    entry(.name(path, limit: 400))
  }
  package static func folderIsNoProgram(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static var correctCommand: Message { entry() }
  package static func programNotStarted(name: String, cause: Message) -> Message {
    entry(.name(name, limit: 120), .message(cause))
  }
  package static var makeExecutableOrCorrect: Message { entry() }
  package static func programEnded(ending: Message, said: Message) -> Message {
    entry(.message(ending), .message(said))
  }
  package static func endingStatus(code: String) -> Message {
    entry(.text(code))
  }
  package static func endingSignal(code: String) -> Message {
    entry(.text(code))
  }
  package static var saidNothing: Message { entry() }
  package static func saidWords(words: String) -> Message {
    entry(.text(words))
  }
  package static var runByHand: Message { entry() }
  package static func queryFailed(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static var correctQuery: Message { entry() }
  package static var severalStatements: Message { entry() }
  package static var wouldChangeDatabase: Message { entry() }
  package static var databaseLocked: Message { entry() }
  package static var tryWhenDone: Message { entry() }
  package static var dotSegmentInURL: Message { entry() }
  package static var giveValueWithoutDots: Message { entry() }
  package static func bracesCannotBeFilled(rule: Message) -> Message {
    entry(.message(rule))
  }
  package static var correctBraces: Message { entry() }
  package static func nameIsNotFilled(text: String) -> Message {
    entry(.name(text, limit: 120))
  }
  package static func serviceUnreachable(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static var lookAtNetwork: Message { entry() }
  package static func serviceStatus(status: Int) -> Message {
    entry(.integer(status))
  }
  package static func serviceStatusMeaning(status: Int, meaning: Message) -> Message {
    entry(.integer(status), .message(meaning))
  }
  package static func foreignResource(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static var giveURLOrPath: Message { entry() }
  package static func resourceNotKept(name: String, folder: String) -> Message {
    entry(.name(name, limit: 120), .name(folder, limit: 120))
  }
  package static var lookAtFolder: Message { entry() }
  package static func variableNotSet(name: String, header: String) -> Message {
    entry(.name(name, limit: 120), .name(header, limit: 120))
  }
  package static var setVariable: Message { entry() }
  package static func answeredNotJSON(type: String) -> Message {
    entry(.name(type, limit: 120))
  }
  package static var askForJSON: Message { entry() }
  package static func pagesInCircle(url: String) -> Message {
    entry(.name(url, limit: 120))
  }
  package static func nextPageElsewhere(url: String) -> Message {
    entry(.name(url, limit: 120))
  }
  package static var correctCursor: Message { entry() }
  package static var correctName: Message { entry() }
  package static func noTimelineFrom(kind: String) -> Message {
    entry(.text(kind))
  }
  package static var useOtherTimeline: Message { entry() }
  package static var askForLess: Message { entry() }
  package static var addALimit: Message { entry() }
  package static func onlyFirstPages(count: Int, name: String) -> Message {
    entry(.integer(count), .name(name, limit: 1_000))
  }
  package static func onlyFirstPagesBecause(count: Int, cause: Message) -> Message {
    entry(.integer(count), .message(cause))
  }
  package static var notStartedNoInterpreter: Message { entry() }
  package static func notStartedFolder(folder: String) -> Message {
    entry(.name(folder))
  }
  package static func unreadableLink(target: String) -> Message {
    entry(.name(target, limit: 120))
  }
  package static var unreadableCycle: Message { entry() }
  package static var unreadableNotRegular: Message { entry() }
  package static var unreadableDenied: Message { entry() }
  package static var unreadablePath: Message { entry() }
  package static func unreadableSilent(seconds: Int) -> Message {
    entry(.integer(seconds))
  }

  // Responses of web services.
  package static var webNoContent: Message { entry() }
  package static var webRedirectNowhere: Message { entry() }
  package static var webBadRequest: Message { entry() }
  package static var webUnauthorized: Message { entry() }
  package static var webPaymentRequired: Message { entry() }
  package static var webForbidden: Message { entry() }
  package static var webNotFound: Message { entry() }
  package static var webMethodNotAllowed: Message { entry() }
  package static var webNotAcceptable: Message { entry() }
  package static var webProxyCredentials: Message { entry() }
  package static var webRequestTimeout: Message { entry() }
  package static var webGone: Message { entry() }
  package static var webURLTooLong: Message { entry() }
  package static var webUnprocessable: Message { entry() }
  package static var webTooManyRequests: Message { entry() }
  package static var webHeadersTooLarge: Message { entry() }
  package static var webLegalReasons: Message { entry() }
  package static var webInternalError: Message { entry() }
  package static var webBadGateway: Message { entry() }
  package static var webServiceUnavailable: Message { entry() }
  package static var webGatewayTimeout: Message { entry() }
  package static var correctHeaders: Message { entry() }
  package static var askForAccess: Message { entry() }
  package static var correctURL: Message { entry() }
  package static var correctURLOrHeaders: Message { entry() }
  package static func tryAgainIn(seconds: Int) -> Message {
    entry(.integer(seconds))
  }
  package static var tryLater: Message { entry() }
  package static var tryLaterOrCache: Message { entry() }

  // Braces in URLs and queries.
  package static var braceNotOpened: Message { entry() }
  package static var braceNotClosed: Message { entry() }
  package static func noNameInBraces(name: String) -> Message {
    entry(.text(name))
  }

  // Reasons why the web does not respond.
  package static var webNotAnAddress: Message { entry() }
  package static var webRedirectsForever: Message { entry() }
  package static func webRedirectsTooOften(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static func webRedirects(from: String, to: String) -> Message {
    entry(.name(from), .name(to))
  }
  package static func webRedirectsNowhere(from: String) -> Message {
    entry(.name(from))
  }
  package static func webBrokeOff(came: Int, announced: Int) -> Message {
    entry(.integer(came), .integer(announced))
  }
  package static var webNoHost: Message { entry() }
  package static var webNothingAccepts: Message { entry() }
  package static var webConnectionLost: Message { entry() }
  package static var webNotHTTP: Message { entry() }
  package static var webNoAnswerInTime: Message { entry() }
  package static var webNotSecure: Message { entry() }
  package static var webPrivateAddress: Message { entry() }
  package static var webConnectionFailed: Message { entry() }
  package static func webConnectionFailedBecause(cause: String) -> Message {
    entry(.name(cause, limit: 1_000))
  }
  package static var webNoMemory: Message { entry() }
  package static func webHeaderNotSent(name: String) -> Message {
    entry(.name(name, limit: 120))
  }
  package static var webHeadersTooLong: Message { entry() }
  package static var correctServiceOrURL: Message { entry() }
  package static var noLibcurl: Message { entry() }
  package static var oldLibcurl: Message { entry() }
  package static var libcurlDoesNotStart: Message { entry() }
  package static var installLibcurl: Message { entry() }
}
