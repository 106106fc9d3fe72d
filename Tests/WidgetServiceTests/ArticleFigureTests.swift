import DefinitionFormats
import Foundation
import IntentModel
import JSONC
import Messages
import StoreModel
import Testing
import WidgetPages
import WidgetStore
import WidgetTimeline

@testable import ExternalSources
@testable import IntentDocuments
@testable import IntentOptions
@testable import WidgetFormats
@testable import WidgetService
@testable import widgetconfig_command

/// The figures that articles state are the figures of the code.
@Suite struct ArticleFigureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let article: String
    let text: String

    var testDescription: String { "\(article): \(text)" }
  }

  /// A number with groups of three digits, as the articles write it.
  private static func grouped(_ number: Int) -> String { number.grouped }

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
      (
        "programs that run at a time",
        "\(WorkGate.programs.limit) of one source, \(WorkGate.programs.total) in all"
      ),
      (
        "requests to services at a time",
        "\(WorkGate.hosts.limit) to one host, \(WorkGate.hosts.total) in all"
      ),
    ]
    return rows.map { Case(article: article, text: "| \($0.name) | \($0.limit) |") }
  }()

  static let files: [Case] = {
    let article = "DefinitionFormats/DefinitionFormats.docc/DefinitionsInCI.md"
    let (files, lists) = (FormatLimits.standard, PropertyListLimits.standard)
    return [
      "A file has at most \(files.maximumBytes >> 20) MiB.",
      "A property list has at most \(lists.depth) levels, and JSON has \(files.maximumDepth).",
      "Both have at most \(grouped(JSONLimits.standard.maximumValues)) values",
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
    let (states, days) = (StoreRetention().states, StoreRetention().removedDays)
    let marks = CombiningMarks.maximumInARow
    let pause = seconds(
      RetryingOptionsProvider<InMemoryOptionsProvider, ContinuousClock>.maximumDelay)
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
      (
        "WidgetStore/WidgetStore.docc/WidgetStore",
        """
        keeps \(states) earlier states of a placed widget, and the states of a removed one for \
        \(days) days
        """
      ),
      (
        "ExternalSources/ExternalSources.docc/OptionsFromSources",
        "At most `pages` pages are fetched, by default \(SourceDescription.usualPages)."
      ),
      (
        "ExternalSources/ExternalSources.docc/OptionsFromSources",
        "lets it continue for \(seconds(FormRun.lingering)) seconds"
      ),
      (
        "ExternalSources/ExternalSources.docc/WhatIsTrusted",
        "at most \(marks) combining marks follow each other"
      ),
      (
        "IntentOptions/IntentOptions.docc/CombineSources",
        "the pauses double, up to \(pause) seconds"
      ),
      (
        "IntentDocuments/IntentDocuments.docc/ValidateIntents",
        """
        more than \(JSONLimits.standard.maximumDepth) levels and URLs over \
        \(IntentURL.maximumBytes >> 10) KiB
        """
      ),
      (
        "IntentDocuments/IntentDocuments.docc/ValidateIntents",
        "at most \(grouped(SchemaWriter.maximumValues)) values of enums"
      ),
    ]
    return texts.map { Case(article: $0.article + ".md", text: $0.text) }
  }()

  static let program: [Case] = {
    let (states, days) = (StoreRetention().states, StoreRetention().removedDays)
    let statuses: [(status: ExitStatus, meaning: String)] = [
      (.done, "done"),
      (.findings, "findings, invalid input, or output that cannot be written"),
      (.usage, "wrong usage, such as an unknown option"), (.provider, "a provider failed"),
      (.cancelled, "cancelled"), (.readerGone, "the reader of standard output is gone"),
    ]
    let variables = CommandRunner.standardVariables.map { "`\($0)`" }.joined(separator: ", ")
    let texts: [(article: String, text: String)] = [
      ("FirstWidget", "keeps \(states) earlier states of each placed widget"),
      ("LifeOfAPlacedWidget", "and \(states) earlier states."),
      ("LifeOfAPlacedWidget", "the states of a removed widget for \(days) days"),
      ("LifeOfAPlacedWidget", "After \(grouped(IntentImport.maximumListed)) imported intents"),
      ("GalleryAndDays", "simulates up to \(SimulationPlan.dayRange.upperBound) days"),
      ("StatusBars", "checks every \(Int(FilesWatch.interval)) seconds"),
      ("TheForm", "exits with \(ExitStatus.cancelled)."),
      ("FilesAndVariables", "gets only \(variables), the variables that its `environment`"),
    ]
    let rows = statuses.map { (article: "FilesAndVariables", text: "| \($0) | \($1) |") }
    return (texts + rows).map { article, text in
      Case(
        article: "widgetconfig-command/widgetconfig-command.docc/\(article).md", text: text)
    }
  }()

  /// The pauses before a change is sent again to a webhook, and when that ends.
  private static func pauses(of settings: ServiceSettings) -> String {
    let pauses = settings.webhookPauses.map(seconds)
    let short = pauses.filter { $0 < 3_600 }.map {
      $0 < 60 ? "\($0) seconds" : "\($0 / 60) minutes"
    }
    let hours = pauses.filter { $0 >= 3_600 }.map { "\($0 / 3_600)" }
    let days = seconds(settings.webhookTimeLimit) / 86_400
    return """
      after \((short + hours).listed("and")) hours, and then every \(hours.last ?? "") hours, until \
      `webhookTimeLimit` (\(days) days) is over
      """
  }

  static let service: [Case] = {
    let settings = ServiceSettings()
    let heartbeat = seconds(settings.heartbeat)
    let texts: [(article: String, text: String)] = [
      ("Deploying", "with a heartbeat each \(heartbeat) seconds."),
      ("Deploying", "at most \(WorkGate.programs.total) of them run at the same time"),
      ("Deploying", "at most \(settings.storeConnections) connections for each replica"),
      ("RunTheService", "sends a comment every \(heartbeat) seconds"),
      ("RunTheService", "with \(Tenant.nameRule.text())."),
      ("TellDevices", "is a random one of \(DeviceID.rule.text())"),
      ("TellDevices", "has at most \(StoredDevice.maximumOfOwner) devices."),
      ("TellDevices", "is the whole list, at most \(StoredDevice.maximumWidgets),"),
      ("TellDevices", "counted every \(seconds(PushProgress.countTime) / 60) minutes"),
      ("ReceiveChanges", pauses(of: settings)),
      (
        "RulesOfTheService",
        "is sent again within \(StoreRequest.memory / 3_600_000) hours"
      ),
      ("ServeAnIOSApp", "a window of at most \(FormRequest.largestWindow) choices"),
      ("RulesOfTheService", "can be restored for \(StoreRetention().removedDays) days"),
    ]
    return texts.map { article, text in
      Case(article: "WidgetService/WidgetService.docc/\(article).md", text: text)
    }
  }()

  @Test(arguments: limits + files + others + program + service)
  func anArticleStatesTheFigure(_ expected: Case) throws {
    let file = ServiceHost.checkout.appending(path: "Sources/" + expected.article)
    let article = try String(contentsOf: file, encoding: .utf8)
    let words = article.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains(expected.text))
  }
}
