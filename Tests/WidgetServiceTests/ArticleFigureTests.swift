import DefinitionFormats
import ExternalSources
import Foundation
import IntentModel
import JSONC
import Messages
import Testing
import WidgetPages
import WidgetStore
import WidgetTimeline

@testable import WidgetFormats
@testable import WidgetService

/// The figures that articles state are the figures of the code.
@Suite struct ArticleFigureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let article: String
    let text: String

    var testDescription: String { "\(article): \(text)" }
  }

  /// A number with groups of three digits, as the articles write it.
  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  private static func seconds(_ duration: Duration) -> Int { Int(duration / .seconds(1)) }

  static let limits: [Case] = {
    let article = "ExternalSources/ExternalSources.docc/OptionsFromSources.md"
    let rows: [(name: String, limit: String)] = [
      ("one response", "\(SourceLimits().bytes >> 20) MiB"),
      ("items of a list, rows of a query", grouped(SourceLimits().items)),
      ("entries of a timeline", grouped(TimelineJSON.maximumEntries)),
      ("time, unless `timeout` says otherwise", "\(SourceDescription.usualTimeout) seconds"),
      ("`timeout`", grouped(Int(SourceDescription.maximumTimeout)) + " seconds"),
      ("`cache`", grouped(Int(SourceDescription.maximumCacheAge)) + " seconds"),
      ("`retries`", "\(SourceDescription.maximumRetries)"),
      ("`pages`", grouped(SourceDescription.maximumPages)),
      ("fallbacks in a chain", "\(SourceDescription.deepestFallback)"),
    ]
    return rows.map { Case(article: article, text: "| \($0.name) | \($0.limit) |") }
  }()

  static let files: [Case] = {
    let article = "DefinitionFormats/DefinitionFormats.docc/DefinitionsInCI.md"
    let (files, lists) = (FormatLimits.standard, PropertyListLimits.standard)
    return [
      "A file has at most \(files.maximumBytes >> 20) MiB.",
      "A property list has at most \(lists.depth) levels, and JSON has \(files.maximumDepth).",
      "A report lists at most \(grouped(files.maximumErrors)) problems of a file",
      """
      A folder is searched \(FolderSearch.deepestFolder) levels deep, and up to \
      \(grouped(FolderSearch.maximumEntries)) files
      """,
    ].map { Case(article: article, text: $0) }
  }()

  static let others: [Case] = {
    let minutes = seconds(KeptTimeline.retryDelay(afterFailures: 1)) / 60
    let window = FormRequest.usualWindow
    let days = StoreRetention().removedDays
    let texts: [(article: String, text: String)] = [
      (
        "WidgetFormats/WidgetFormats.docc/WidgetFile",
        "reloads after \(minutes) minutes at the latest"
      ),
      (
        "widgetconfig-command/widgetconfig-command.docc/StatusBars",
        "reloads after \(minutes) minutes instead"
      ),
      (
        "WidgetPages/WidgetPages.docc/UseTheWebForm",
        "the first \(GalleryPage.maximumDrawn) are drawn"
      ),
      ("WidgetPages/WidgetPages.docc/UseTheWebForm", "is fetched in windows of \(window),"),
      ("WidgetPages/WidgetPages.docc/UseTheWebForm", "can be restored for \(days) days"),
    ]
    return texts.map { Case(article: $0.article + ".md", text: $0.text) }
  }()

  private typealias Text = (article: String, text: String)

  private static let bodies: [Text] = [
    ("Deploying", "lists of choices at most \(SnapshotCache.maximumBytes >> 20) MB"),
    ("RulesOfTheService", "in pages of at most \(FormRequest.largestWindow);"),
    ("RulesOfTheService", "in parts of \(TransferRoutes.portion),"),
    ("RulesOfTheService", "among the last \(grouped(TrialWidgets.maximum.widgets)),"),
    ("RulesOfTheService", "Responses of \(ContentCoding.leastBytes >> 10) KB or more"),
    ("RunTheService", "brings \(CallerWatch.leastBytesPerSecond) bytes for each second"),
    ("RunTheService", "All bodies of more than \(BodyBudget.largeBody >> 10) KB together"),
  ]

  private static let keys: [Text] = {
    let scopes = ServiceScope.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    guard let keys = try? IssuerKeys(url: "https://accounts.example.org/keys") else { return [] }
    let hours = seconds(keys.staleFor) / 3_600
    return [
      ("RunTheService", "with spaces between: \(scopes)."),
      ("RunTheService", "are fetched again after \(seconds(keys.freshFor) / 60) minutes"),
      ("RunTheService", "at most every \(seconds(keys.pause)) seconds"),
      ("RunTheService", "they stay in use for \(hours) hours"),
      ("Monitoring", "After \(hours) hours, no token is accepted."),
    ]
  }()

  private static let pushes: [Text] = [
    ("TellDevices", "does not ask within \(DeviceFetch.ownTime / 1_000) seconds."),
    ("TellDevices", "it asks again within \(DeviceRoutes.askTime / 1_000) seconds,"),
    ("TellDevices", "\(PushMarking.partSize) every \(PushMarking.partTime / 1_000) seconds"),
    ("TellDevices", "Devices are counted up to \(PushOutlook.maximumCount)."),
    ("TellDevices", "waits \(seconds(PushNoting.busyPause) / 60) minutes, then twice as long"),
  ]

  private static let webhooks: [Text] = {
    let pauses = WebhookSender.pauses
    let days = seconds(ServiceSettings().webhookTimeLimit) / 86_400
    return [
      ("ReceiveChanges", "or nothing within \(seconds(SignedPost.timeout)) seconds"),
      (
        "ReceiveChanges",
        "else \(Int(pauses.lowerBound)) seconds to \(Int(pauses.upperBound) / 60) minutes"
      ),
      ("ReceiveChanges", "`webhookTimeLimit` (\(days) days)"),
      ("ReceiveChanges", "kept for \(StoredDelivery.maximumAge / StoreRetention.day) days."),
    ]
  }()

  static let service: [Case] = {
    let settings = ServiceSettings()
    let heartbeat = seconds(settings.heartbeat)
    let texts: [(article: String, text: String)] = [
      ("Deploying", "with a heartbeat each \(heartbeat) seconds."),
      ("Deploying", "at most \(settings.storeConnections) connections for each replica"),
      ("RunTheService", "sends a comment every \(heartbeat) seconds"),
      ("RunTheService", "with \(Tenant.nameRule.text())."),
      ("TellDevices", "is a random one of \(DeviceID.rule.text())"),
      ("TellDevices", "has at most \(StoredDevice.maximumOfOwner) devices."),
      ("TellDevices", "is the whole list, at most \(StoredDevice.maximumWidgets),"),
      ("TellDevices", "counted every \(seconds(PushProgress.countTime) / 60) minutes"),
      (
        "RulesOfTheService",
        "is sent again within \(StoreRequest.memory / 3_600_000) hours"
      ),
      ("ServeAnIOSApp", "a window of at most \(FormRequest.largestWindow) choices"),
      ("RulesOfTheService", "can be restored for \(StoreRetention().removedDays) days"),
    ]
    let more = bodies + keys + pushes + webhooks
    return (texts + more).map { article, text in
      Case(article: "WidgetService/WidgetService.docc/\(article).md", text: text)
    }
  }()

  @Test(arguments: limits + files + others + service)
  func anArticleStatesTheFigure(_ expected: Case) throws {
    let file = ServiceHost.checkout.appending(path: "Sources/" + expected.article)
    let article = try String(contentsOf: file, encoding: .utf8)
    let words = article.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains(expected.text))
  }

  private static func asset(_ name: String) throws -> String {
    let file = ServiceHost.checkout.appending(path: "Sources/WidgetPages/Assets/\(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// A corner is drawn larger than it is, because its text could not be read.
  @Test(arguments: WidgetFamily.allCases.filter { $0 != .accessoryCorner })
  func theStyleSheetHasThePointsOfAFamily(family: WidgetFamily) throws {
    let (size, usual) = (DisplaySize(of: family), DisplaySize(of: .systemSmall))
    let parts = [("w", size.width, usual.width), ("h", size.height, usual.height)]
      .filter { family == .systemSmall || $0.1 != $0.2 }.map { "--\($0.0): \(Int($0.1));" }
    let name = "[data-family=\(family.rawValue)]"
    let selector = family == .systemSmall ? "[data-family]" : "\(name), #drawing\(name) ~ #preview"
    let rule = "\n\(selector) { \(parts.joined(separator: " ")) }\n"
    #expect(try Self.asset("form.css").contains(rule))
  }

  @Test func theScriptHasTheFiguresAndNamesOfTheService() throws {
    let (form, pickers) = (try Self.asset("form.js"), try Self.asset("pickers.js"))
    #expect(pickers.contains("chunk = \(FormRequest.usualWindow),"))
    #expect(form.contains("zoneCookie = \"\(CallerZone.cookie)=\""))
    #expect(form.contains("zoneItem = \"\(PageQuery.timeZone.rawValue)\""))
    #expect(form.contains("saidItem = \"\(PageQuery.said.rawValue)\""))
    for segment in [PageSegment.options, PageSegment.tag, PageSegment.events] {
      #expect(form.contains("\"/\(segment)\""))
    }
    for field in [PageField.action, .seq, .attempted, .waitMs, .known, .steps, .draft, .etag] {
      #expect(form.contains("\"\(field.rawValue)\""), "\(field)")
    }
    for action in [PageAction.update, .undo, .redo, .save] {
      #expect(form.contains("\"\(action.rawValue)\""), "\(action)")
    }
    for part in [PagePart.rows, .review, .issues, .drawing, .nameRow, .hiddenRows, .intent, .said] {
      #expect(form.contains(part.rawValue), "\(part)")
    }
  }

  /// The attributes that the script adds for itself are not those of a page.
  @Test(arguments: ["form.js", "pickers.js", "form.css"])
  func theScriptAndTheStyleSheetReadTheAttributesOfPages(file: String) throws {
    let text = try Self.asset(file)
    let named =
      text.matches(of: /data-[a-z]+/).map { String($0.0) }
      + text.matches(of: /dataset\.([a-z]+)/).map { "data-\($0.1)" }
    #expect(!named.isEmpty)
    for name in Set(named).subtracting(["data-js", "data-live", "data-at"]) {
      #expect(HTML.Name(rawValue: name) != nil, "\(name)")
    }
  }
}
