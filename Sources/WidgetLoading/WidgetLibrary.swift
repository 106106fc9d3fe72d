public import ExternalSources
import Foundation
package import IntentModel
package import WidgetFormats

/// Finds widgets in folders and reads them.
///
///     let library = WidgetLibrary(folders: ["Intents"], language: "de")
///     let widget = try library.widget("UpNext")
///     let calendars = try await widget.router.options(for: OptionsRequest(parameter: "calendars"))
public struct WidgetLibrary: Sendable {
  /// The folders that hold widgets, in the order of looking; never empty.
  public var folders: [String]

  /// The language of the texts, such as `de` or `zh-Hans`.
  public var language: String

  /// The variables of the process, of which programs get those that are allowed.
  public var environment: [String: String]

  /// The providers that `builtin` sources name.
  public var builtins: BuiltinProviders

  /// What answers of sources may cost; the timeout of a source comes before the one here.
  public var limits: SourceLimits

  /// Fetches documents of the web.
  public var fetch: HTTPFetch

  /// Makes a library; no file is touched.
  public init(
    folders: [String], language: String = "en", environment: [String: String] = [:],
    builtins: BuiltinProviders = .shipped, limits: SourceLimits = SourceLimits(),
    fetch: @escaping HTTPFetch = WebFetch.fetch
  ) {
    self.folders = folders.isEmpty ? ["Intents"] : folders
    self.language = language
    self.environment = environment
    self.builtins = builtins
    self.limits = limits
    self.fetch = fetch
  }

  /// `Intents` beside the program or above it, and where an installation keeps it.
  public static var foldersNearProgram: [String] {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [] }
    var folder = program.deletingLastPathComponent()
    var found: [String] = []
    for _ in 0..<5 {
      found.append(folder.appending(path: "Intents").path)
      found.append(folder.appending(path: "share/widgetconfig/Intents").path)
      folder = folder.deletingLastPathComponent()
    }
    return found
  }

  /// The names of the widgets there are, in order; of two with one name the first folder's counts.
  ///
  /// Of several widgets in a folder each has the name of the folder, a slash and its kind.
  public var names: [String] {
    var seen = Set<String>()
    return folders.flatMap { folder in
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return entries.filter { Self.isWidgetFolder("\(folder)/\($0)") && seen.insert($0).inserted }
        .flatMap { name in
          kinds(in: "\(folder)/\(name)")?.map { "\(name)/\($0)" } ?? [name]
        }
    }.sorted()
  }

  /// The kinds of the widgets of a folder that has a list of them; nil for any other folder.
  private func kinds(in folder: String) -> [String]? {
    guard let bundle = try? WidgetReading(library: self).bundle(in: folder), bundle.isList else {
      return nil
    }
    return bundle.widgets.map(\.kind)
  }

  /// The widget that an argument means: a name, a folder with `widget.json`, or a definition file.
  ///
  /// One of several widgets of a folder is named by the folder, a slash and its kind.
  ///
  /// - Parameters:
  ///   - argument: The name, or the path; a name comes first.
  ///   - entry: The kind of one of several widgets in the folder; nil where the argument says it.
  ///   - intent: The intent of the widget, with or without its ending; by default the one that
  ///     `widget.json` names, else the only one.
  /// - Throws: ``LoadingError`` with everything that is wrong.
  public func widget(
    _ argument: String, entry: String? = nil, intent: String? = nil
  ) throws(LoadingError) -> LoadedWidget {
    if let place = place(of: argument) {
      var widget = try WidgetReading(library: self).folder(
        place.folder, entry: entry ?? place.entry, intent: intent)
      widget.isFromLibrary = place.isFromLibrary
      return widget
    }
    if argument.contains("/") || argument.contains(".") {
      return try WidgetReading(library: self).definition(argument, entry: entry, intent: intent)
    }
    throw LoadingError(.unknownWidget(folder: folders[0], names: names), of: argument)
  }

  /// The widget of a definition that an argument means as ``definitionPath(of:)`` does.
  package func widget(
    ofDefinition argument: String, intent: String?
  ) throws(LoadingError) -> LoadedWidget {
    if let folder = folder(of: argument), Self.isWidgetFolder(folder) {
      return try WidgetReading(library: self).folder(folder, entry: nil, intent: intent)
    }
    return try WidgetReading(library: self)
      .definition(definitionPath(of: argument), entry: nil, intent: intent)
  }

  /// All widgets that can be read, and what is wrong with the others.
  public var readable: (widgets: [LoadedWidget], problems: [LoadingError]) {
    var widgets: [LoadedWidget] = []
    var problems: [LoadingError] = []
    for name in names {
      do throws(LoadingError) {
        widgets.append(try widget(name))
      } catch {
        problems.append(error)
      }
    }
    return (widgets, problems)
  }

  /// Where a widget is that an argument names.
  package struct Place {
    package var folder: String
    /// The kind, where the argument names one of several widgets of the folder.
    package var entry: String?
    /// Whether the name alone finds it again.
    package var isFromLibrary: Bool
  }

  /// The place of a widget with a name, or of a folder with `widget.json`, both also with a slash and
  /// the kind of one of several widgets; nil for any other argument.
  package func place(of argument: String) -> Place? {
    if let folder = folder(named: argument) { return Place(folder: folder, isFromLibrary: true) }
    if Self.isWidgetFolder(argument) { return Place(folder: argument, isFromLibrary: false) }
    guard !FileManager.default.fileExists(atPath: argument) else { return nil }
    for slash in argument.indices where argument[slash] == "/" {
      let (head, kind) = (String(argument[..<slash]), String(argument[slash...].dropFirst()))
      let own = folder(named: head)
      guard !kind.isEmpty, let folder = own ?? (Self.isWidgetFolder(head) ? head : nil),
        kinds(in: folder) != nil
      else { continue }
      return Place(folder: folder, entry: kind, isFromLibrary: own != nil)
    }
    return nil
  }

  /// The folder of the widget with a name; nil when there is none.
  private func folder(named name: String) -> String? {
    guard !name.isEmpty, !name.contains("/"), ![".", ".."].contains(name) else { return nil }
    return folders.map { "\($0)/\(name)" }.first(where: Self.isWidgetFolder)
  }

  /// The folder that an argument is or, where no such file is, that of the widget it names; nil for a
  /// file.
  package func folder(of argument: String) -> String? {
    if argument.hasSuffix("/") || WidgetFolder.isFolder(argument) { return argument }
    if FileManager.default.fileExists(atPath: argument) { return nil }
    return place(of: argument)?.folder
  }

  /// The path of the definition that an argument means: a file, or the one definition in the folder of
  /// a widget.
  package func definitionPath(of argument: String) throws(LoadingError) -> String {
    guard let folder = folder(of: argument) else { return argument }
    let definitions = WidgetFolder(path: folder).definitions
    if definitions.isEmpty, Self.isWidgetFolder(folder) {
      throw LoadingError(.withoutDefinition, of: folder)
    }
    guard definitions.count == 1, let definition = definitions.first else {
      throw LoadingError(.notOneDefinition, of: argument)
    }
    return definition
  }

  /// The families that the `widget.json` lists in the folder which an argument means; nil for a
  /// definition alone.
  package func families(of argument: String) throws(LoadingError) -> [WidgetFamily]? {
    guard let folder = folder(of: argument), Self.isWidgetFolder(folder) else { return nil }
    let bundle = try WidgetReading(library: self).bundle(in: folder)
    return Set(bundle.widgets.flatMap(\.supportedFamilies)).sorted()
  }

  /// What the sources beside a definition start a new widget with, by parameter.
  ///
  /// A `widget.json` that cannot be read says nothing here; a check says what is wrong with it.
  package func defaults(
    besideDefinition path: String, _ schema: IntentSchema
  ) -> [String: ExternalSource.Defaults] {
    let reading = WidgetReading(library: self)
    guard let folder = reading.widgetFolder(of: path),
      let bundle = try? reading.bundle(in: folder),
      let manifest = bundle.widgets.first(where: { $0.isConfigured(by: schema.intent) })
    else { return [:] }
    return WidgetSources(library: self, folder: folder, schema: schema, title: "")
      .defaults(manifest.options)
  }

  /// Finds what the sources of any `widget.json` would fail of.
  package var sourceCheck: SourceCheck {
    { source in
      WidgetSources(library: self, folder: source.folder, schema: source.schema, title: "")
        .problems(of: source)
    }
  }

  private static func isWidgetFolder(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: WidgetFolder(path: path).manifestPath)
  }
}
