public import IntentModel

/// The code of a widget extension that shows a service's placed widgets, generated from a
/// definition.
///
/// It accompanies the App Intents of the same definition. It contains a timeline provider for each
/// of them, and the push handler that registers the device. A protocol requires what only the app
/// knows: the address of the service, its account, and which placed widget an intent means. The
/// code contains no view, no key and no token. Its routes, header and members are those of
/// `WidgetService`, as a test verifies.
public struct WidgetExtensionSwift: Sendable {
  private let definition: IntentDefinitionFile
  private let stem: String
  private let access: GeneratedAccess
  private let naming: GeneratedNaming

  /// Makes a generator for a definition.
  ///
  /// - Parameters:
  ///   - definition: The definition to generate from.
  ///   - stem: The name of the definition file without its extension.
  ///   - access: Who can see the declarations.
  ///   - naming: Names of the App Intents, and imports, that the user has chosen.
  public init(
    _ definition: IntentDefinitionFile, stem: String, access: GeneratedAccess = .internal,
    naming: GeneratedNaming = GeneratedNaming()
  ) {
    (self.definition, self.stem, self.access, self.naming) = (definition, stem, access, naming)
  }

  /// The Swift file.
  public var file: GeneratedFile {
    let intents = AppIntentsSwift(definition, stem: stem, access: access, naming: naming)
    let names = intents.outlines.map(\.name)
    let file = SwiftName.fileName(stem)
    let name = "\(file).widgetextension.swift"
    var head = SwiftText()
    head.head(name, of: stem, addition: ", beside its App Intents")
    var text = head.source + Self.imports
    if names.isEmpty {
      text = "// %N%\n// The intent definition %F% has no intent for widgets.\n"
    } else {
      text += Self.app + names.map { Self.placed(of: $0) }.joined() + "}\n" + Self.service
      text += Self.content + Self.pushes(names)
      for name in names { text += Self.provider.replacing("%I%", with: name) }
    }
    let imports = naming.imports.map { "\(access.modifier)import \($0)\n" }.joined()
    let source = text.replacing("%M%\n", with: imports + "\n")
      .replacing("%S%", with: SwiftName.capitalized(stem)).replacing("%N%", with: name)
      .replacing("%F%", with: file)
      .replacing("%V%", with: SwiftText.systemsOfAppIntents)
      .replacing("%P%", with: Self.systemsOfPushes)
      .replacing("%A%", with: access.modifier)
    return GeneratedFile(name: name, text: source)
  }

  private static let imports = """
    %A%import Foundation
    %A%import WidgetKit
    %M%

    """

  /// The systems whose widgets can register for pushes.
  private static let systemsOfPushes =
    "@available(iOS 26.0, macOS 26.0, watchOS 26.0, visionOS 26.0, *)"

  private static let app = """
    /// The code that the app has to write once, in an extension of `%S%WidgetService`.
    ///
    /// Without it the service does not compile.
    %V%
    nonisolated %A%protocol %S%WidgetApp {
      /// The address of the service.
      var address: Foundation.URL { get }

      /// The bundle identifier of the app, which is not that of the extension.
      var bundle: String { get }

      /// Whether the app is signed for development (the entitlement `aps-environment`).
      var isForDevelopment: Bool { get }

      /// The identifier of this device, such as a UUID, the same at each call.
      var device: String { get }

      /// A folder of the app group, in which the last timelines are kept.
      var folder: Foundation.URL { get }

      /// A token of the account with the scopes `read` and `device`; nil if the service needs none.
      func token() async throws -> String?

    """

  private static func placed(of name: String) -> String {
    """

      /// The name of the service's placed widget that a widget shows; nil for none.
      func placedName(of intent: \(name)) -> String?

    """
  }

  private static let service = """

    /// The service, as the extension uses it.
    %V%
    %A%struct %S%WidgetService: %S%WidgetApp, Sendable {
      /// Makes a service.
      %A%init() {}

      private struct Kept: Codable {
        var etag: String
        var timeline: Foundation.Data
      }

      /// A timeline of a placed widget: the service's, or the last one while the service is unreachable.
      ///
      /// The service is always asked, even if a cache has a timeline: otherwise a push would have
      /// no effect.
      %A%func timeline(
        of name: String, family: WidgetFamily
      ) async -> WidgetKit.Timeline<%S%WidgetEntry>? {
        let file = folder.appending(path: Self.escaped(name + " \\(family)") + ".json")
        let kept = try? JSONDecoder().decode(Kept.self, from: Foundation.Data(contentsOf: file))
        do {
          var request = try await self.request(
            "v1/placed/" + Self.escaped(name) + "/timeline",
            ["family": "\\(family)", "timeZone": Foundation.TimeZone.current.identifier])
          request.cachePolicy = .reloadRevalidatingCacheData
          if let kept { request.setValue(kept.etag, forHTTPHeaderField: "If-None-Match") }
          let (data, response) = try await URLSession.shared.data(for: request)
          if let response = response as? HTTPURLResponse, response.statusCode == 200,
            let timeline = try? %S%WidgetContent.timeline(data)
          {
            let new = Kept(etag: response.value(forHTTPHeaderField: "ETag") ?? "", timeline: data)
            try? JSONEncoder().encode(new).write(to: file, options: .atomic)
            return timeline
          }
        } catch {
          // The service cannot be reached.
        }
        return kept.flatMap { try? %S%WidgetContent.timeline($0.timeline) }
      }

      /// What the service must know about the widgets of this device.
      %P%
      %A%func shown(_ widgets: [WidgetInfo]) -> [[String: String]] {
        widgets.map { widget in
          var shown = ["kind": widget.kind]
          // A family that this SDK does not know has no name.
          let family = "\\(widget.family)"
          if family.allSatisfy({ $0.isLetter }) { shown["family"] = family }
          if let name = placedName(of: widget) { shown["placed"] = name }
          return shown
        }
      }

      /// Registers this device and the widgets that it shows; repeating it changes nothing.
      %A%func register(token push: Foundation.Data, shown: [[String: String]]) async throws {
        var request = try await self.request("v1/devices/" + Self.escaped(device), [:])
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let body: [String: Any] = [
          "app": bundle, "environment": isForDevelopment ? "development" : "production",
          "token": push.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(),
          "widgets": shown, "timeZone": Foundation.TimeZone.current.identifier,
          "locale": Foundation.Locale.preferredLanguages.first ?? "en",
        ]
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        let (_, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, status / 100 == 2 else {
          throw URLError(.badServerResponse)
        }
      }

      private func request(_ path: String, _ query: [String: String]) async throws -> URLRequest {
        let items = query.sorted { $0.key < $1.key }.map { $0.key + "=" + Self.escaped($0.value) }
        let text = path + (items.isEmpty ? "" : "?") + items.joined(separator: "&")
        guard let url = Foundation.URL(string: text, relativeTo: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url.absoluteURL)
        request.setValue(device, forHTTPHeaderField: "Widgetconfig-Device")
        if let token = try await token() {
          request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
        }
        return request
      }

      private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
      }
    }

    """

  private static let content = """

    /// An entry of a timeline.
    %V%
    %A%struct %S%WidgetEntry: WidgetKit.TimelineEntry, Sendable {
      /// When it is shown.
      %A%var date: Foundation.Date

      /// How important it is; nil if the service gives no relevance.
      %A%var relevance: TimelineEntryRelevance?

      /// What is shown; nil for the placeholder.
      %A%var content: %S%WidgetContent?
    }

    /// What an entry shows.
    %V%
    %A%struct %S%WidgetContent: Decodable, Sendable {
      /// A part of a text: letters, or a date that the system keeps up to date.
      %A%enum Part: Decodable, Sendable {
        case text(String)
        case live(Foundation.Date, style: String)

        private enum Key: String, CodingKey { case date, style }

        /// Reads a part.
        %A%init(from decoder: any Decoder) throws {
          if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
          } else {
            let members = try decoder.container(keyedBy: Key.self)
            self = .live(
              try %S%WidgetContent.date(members.decode(String.self, forKey: .date)),
              style: try members.decode(String.self, forKey: .style))
          }
        }
      }

      /// A text with live dates in it.
      %A%struct Line: Decodable, Sendable {
        /// The parts in their order.
        %A%var parts: [Part]

        /// Reads a line.
        %A%init(from decoder: any Decoder) throws {
          let value = try decoder.singleValueContainer()
          parts = try (try? value.decode([Part].self)) ?? [value.decode(Part.self)]
        }
      }

      private struct Relevance: Decodable {
        var score: Float
        var duration: Double?
      }

      private struct Entry: Decodable {
        var date: String
        var relevance: Relevance?
      }

      private enum Reload: Decodable {
        case atEnd, never
        case after(Foundation.Date)

        private enum Key: String, CodingKey { case policy, date }

        init(from decoder: any Decoder) throws {
          if let name = try? decoder.singleValueContainer().decode(String.self) {
            self = name == "never" ? .never : .atEnd
          } else {
            let members = try decoder.container(keyedBy: Key.self)
            self = .after(try %S%WidgetContent.date(members.decode(String.self, forKey: .date)))
          }
        }
      }

      private struct Response: Decodable {
        var entries: [Entry]
        var reload: Reload?
      }

      private struct Contents: Decodable {
        var entries: [%S%WidgetContent]
      }

      /// The title.
      %A%var title: Line?
      /// The text below the title.
      %A%var subtitle: Line?
      /// The lines below them.
      %A%var body: [Line]?
      /// The name of an SF Symbol.
      %A%var symbol: String?
      /// A number from 0 to 1.
      %A%var gauge: Double?
      /// The URL that a tap opens.
      %A%var link: String?

      /// Reads a timeline of the service.
      static func timeline(_ data: Foundation.Data) throws -> WidgetKit.Timeline<%S%WidgetEntry> {
        let response = try JSONDecoder().decode(Response.self, from: data)
        let contents = try JSONDecoder().decode(Contents.self, from: data).entries
        let entries = try zip(response.entries, contents).map { entry, content in
          %S%WidgetEntry(
            date: try date(entry.date),
            relevance: entry.relevance.map {
              TimelineEntryRelevance(score: $0.score, duration: $0.duration ?? 0)
            }, content: content)
        }
        let policy: TimelineReloadPolicy =
          switch response.reload {
          case .never: .never
          case .after(let date): .after(date)
          case .atEnd, nil: .atEnd
          }
        return WidgetKit.Timeline(entries: entries, policy: policy)
      }

      private static func date(_ text: String) throws -> Foundation.Date {
        let style = Foundation.Date.ISO8601FormatStyle()
        return try (try? style.parse(text))
          ?? Foundation.Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
      }
    }

    """

  private static func pushes(_ names: [String]) -> String {
    let tries = names.map { name in
      "    if let intent = widget.widgetConfigurationIntent(of: \(name).self) { return placedName(of: intent) }\n"
    }.joined()
    return """

      %P%
      extension %S%WidgetService {
        /// The name of the placed widget that a widget on the device shows; nil for none.
        fileprivate func placedName(of widget: WidgetInfo) -> String? {
      \(tries)    return nil
        }
      }

      /// Registers the device whenever its token or its widgets change: give it to `pushHandler(_:)` of each configuration.
      %P%
      %A%struct %S%WidgetPushHandler: WidgetPushHandler {
        /// Makes a handler.
        %A%init() {}

        /// Registers the device.
        %A%func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) {
          let service = %S%WidgetService()
          let (token, shown) = (pushInfo.token, service.shown(widgets))
          Task { try? await service.register(token: token, shown: shown) }
        }
      }

      """
  }

  private static let provider = """

    /// The timelines of widgets that are configured by `%I%`.
    %V%
    %A%struct %I%TimelineProvider: AppIntentTimelineProvider {
      /// Makes a provider.
      %A%init() {}

      /// An entry without content, for which the view draws a placeholder.
      %A%func placeholder(in context: Context) -> %S%WidgetEntry {
        %S%WidgetEntry(date: Foundation.Date())
      }

      /// The current entry.
      %A%func snapshot(for configuration: %I%, in context: Context) async -> %S%WidgetEntry {
        await timeline(for: configuration, in: context).entries.first ?? placeholder(in: context)
      }

      /// The timeline of the placed widget; without one, it is requested again later.
      %A%func timeline(
        for configuration: %I%, in context: Context
      ) async -> WidgetKit.Timeline<%S%WidgetEntry> {
        let service = %S%WidgetService()
        if let name = service.placedName(of: configuration),
          let timeline = await service.timeline(of: name, family: context.family)
        {
          return timeline
        }
        return WidgetKit.Timeline(
          entries: [placeholder(in: context)],
          policy: .after(Foundation.Date().addingTimeInterval(900)))
      }
    }

    """
}
