package import DefinitionFormats
public import ExternalSources
import Foundation
package import IntentModel
package import Messages
package import WidgetFormats
public import WidgetTimeline

/// Finds widgets in folders and reads them.
///
///     let library = WidgetLibrary(folders: ["Intents"], language: "de", builtins: builtins)
///     let widget = try library.widget("UpNext")
///     let calendars = try await widget.router.options(for: OptionsRequest(parameter: "calendars"))
public struct WidgetLibrary: Sendable {
  /// The help for an option that names the widgets, without a full stop.
  package static let optionHelp =
    "The folder of the widgets, or a definition, its Swift source or an app"

  /// The folders of widgets, in search order; never empty.
  public var folders: [String]

  /// The folders of the widgets that came with the program, which are searched last.
  package private(set) var shippedFolders: [String] = []

  /// The folders that are named on the command line or in the environment.
  package private(set) var namedFolders: [String] = []

  /// The language of the texts, such as `de` or `zh-Hans`.
  public var language: String

  /// The environment variables of the process; programs receive only those that are allowed.
  public var environment: [String: String]

  /// The providers to which `builtin` sources refer.
  public var builtins: BuiltinProviders

  /// The known build settings, for Swift source with conditional code.
  package var build = BuildSettings()

  /// The limits of sources' responses; a source's own timeout takes precedence.
  public var limits: SourceLimits

  /// Fetches documents from the web.
  public var fetch: HTTPFetch

  /// Makes a library, without accessing files.
  public init(
    folders: [String], language: String = "en", environment: [String: String] = [:],
    builtins: BuiltinProviders, limits: SourceLimits = SourceLimits(),
    fetch: @escaping HTTPFetch = WebFetch.fetch
  ) {
    self.folders = folders.isEmpty ? [Self.folderName] : folders
    self.language = language
    self.environment = environment
    self.builtins = builtins
    self.limits = limits
    self.fetch = fetch
  }

  /// Makes the library of a program.
  ///
  /// The command line can name the folders. Otherwise they are the folders in ``variable``, or else
  /// ``folderName`` in the current folder, followed by the user's folder and the program's folders.
  /// A colon separates folders; an empty entry on the command line means the user's folder and the
  /// program's folders. An empty variable counts as unset.
  ///
  /// - Parameter userFolder: The folder of the user's widgets; nil for none.
  package init(
    flag: String?, userFolder: String? = nil, language: String = "en",
    environment: [String: String], builtins: BuiltinProviders
  ) {
    let variable = environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    let parts = (flag ?? variable).map(Self.parts) ?? []
    let named = parts.filter { !$0.isEmpty }
    let isWhole = flag == nil || parts.contains("")
    let first = flag == nil && variable == nil ? [Self.folderName] : named
    let user = isWhole ? [userFolder].compactMap(\.self) : []
    self.init(
      folders: first + user, language: language, environment: environment, builtins: builtins)
    namedFolders = named
    if isWhole { shippedFolders = Self.foldersNearProgram }
  }

  /// The name of the folder of widgets that is used if none is given.
  package static let folderName = "Intents"

  /// The variable with the folders of the library.
  package static let variable = ServiceSettingKey.intents.variable

  /// The folders in a list separated by colons; if a folder with a colon in its name exists, it
  /// stays a single folder.
  private static func parts(of list: String) -> [String] {
    guard !WidgetFolder.isFolder(list) else { return [list] }
    return list.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
  }

  /// The named folders and definitions that do not exist.
  package var missingFolders: [String] {
    namedFolders.filter { !FileManager.default.fileExists(atPath: $0) }
  }

  /// The named paths that are each a single widget rather than a folder of widgets: a folder with
  /// `widget.json`, a definition file, Swift source with App Intents, or a built program.
  private var namedWidgets: [String] {
    namedFolders.filter { path in
      guard WidgetFolder.isFolder(path) else { return FileManager.default.fileExists(atPath: path) }
      if WidgetFolder(path: path).hasManifest || AppIntentsBundle.isBundle(path) { return true }
      return !WidgetFolder.names(in: path).contains { hasManifest($0, in: path) }
        && SwiftSource.isSwift(path)
    }
  }

  /// Whether the library has no widgets, not even unreadable ones.
  package var isEmpty: Bool { names.isEmpty && namedWidgets.isEmpty }

  /// The widgets at the paths that are not folders of widgets, and the errors of those that cannot
  /// be read.
  package var readableAtPaths: (widgets: [ConfigurableWidget], problems: [LoadingError]) {
    var found: (widgets: [ConfigurableWidget], problems: [LoadingError]) = ([], [])
    for path in namedWidgets {
      do throws(LoadingError) {
        let own = try WidgetReading(library: self).widgets(at: path)
        found.widgets += own.widgets
        found.problems += own.problems
      } catch {
        found.problems.append(error)
      }
    }
    return found
  }

  /// All folders in search order.
  private var searched: [String] { folders + shippedFolders }

  /// The number of folders above the program's folder that are searched as well.
  package static let levelsAboveProgram = 4

  /// The folders named ``folderName`` in the program's folder and in the folders above it, and in
  /// the `share` folder of an installation.
  private static var foldersNearProgram: [String] {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [] }
    var folder = program.deletingLastPathComponent()
    var found: [String] = []
    for _ in 0...levelsAboveProgram {
      found.append(folder.appending(path: folderName).path)
      found.append(folder.appending(path: "share/\(Program.name)/\(folderName)").path)
      folder = folder.deletingLastPathComponent()
    }
    return found
  }

  /// The names of all widgets in alphabetical order; if several folders have the same name, the
  /// first takes precedence.
  ///
  /// If a folder has several widgets, each is named by the name of the folder, a slash and its
  /// kind.
  public var names: [String] {
    var seen = Set<String>()
    return searched.flatMap { folder in
      WidgetFolder.names(in: folder).filter {
        hasManifest($0, in: folder) && seen.insert($0).inserted
      }
      .flatMap { name in
        kinds(in: "\(folder)/\(name)")?.map { "\(name)/\($0)" } ?? [name]
      }
    }.sorted()
  }

  private func hasManifest(_ name: String, in folder: String) -> Bool {
    WidgetFolder(path: "\(folder)/\(name)").hasManifest
  }

  /// The kinds in a folder's list of widgets; nil if the folder has no list.
  private func kinds(in folder: String) -> [String]? {
    guard let bundle = try? WidgetReading(library: self).bundle(in: folder), bundle.isList else {
      return nil
    }
    return bundle.widgets.map(\.kind)
  }

  /// Loads the widget that an argument names: a name, a folder with `widget.json` or with one
  /// definition, or a definition file.
  ///
  /// If a folder has several widgets, an argument names one of them by the name of the folder, a
  /// slash and its kind.
  ///
  /// - Parameters:
  ///   - argument: The name or path; a name takes precedence.
  ///   - entry: The kind of the widget, if the folder has several; nil if the argument includes it.
  ///   - intent: The intent of the widget, with or without the suffix of its name; by default the
  ///     intent that `widget.json` names, or else the only one.
  /// - Throws: ``LoadingError`` with all problems.
  public func widget(
    _ argument: String, entry: String? = nil, intent: String? = nil
  ) throws(LoadingError) -> ConfigurableWidget {
    if let place = place(of: argument) {
      return try widget(at: place, entry: entry ?? place.entry, intent: intent)
    }
    guard Self.isPath(argument) || WidgetFolder.isFolder(argument) else {
      throw unknownWidget(argument)
    }
    return try WidgetReading(library: self)
      .definition(definitionPath(of: argument), entry: entry, intent: intent)
  }

  private func widget(
    at place: Place, entry: String?, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    var widget = try WidgetReading(library: self).folder(
      place.folder, entry: entry, intent: intent)
    widget.isFoundByName = place.isFromLibrary
    widget.libraryFolder = place.libraryFolder.map {
      URL(filePath: $0).standardizedFileURL.path
    }
    return widget
  }

  /// Loads the widget of a placed widget.
  ///
  /// A widget with the stored name in a named folder takes precedence, because folders can be
  /// moved. The next candidate is the widget in the folder where it was found before. A different
  /// widget with the same name is never loaded instead.
  ///
  /// - Parameters:
  ///   - name: The stored name of the widget, as in `PlacedWidget`.
  ///   - folder: The folder in which the widget was found by its name; nil if it is unknown.
  ///   - intent: The intent of the widget.
  /// - Throws: ``LoadingError`` with all problems.
  package func widget(
    _ name: String, foundIn folder: String?, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    guard let folder else {
      if let found = try widget(stored: name, intent: intent) { return found }
      return try widget(name, intent: intent)
    }
    var library = self
    (library.folders, library.shippedFolders) = (namedFolders, [])
    if !namedFolders.isEmpty, let found = try library.widget(stored: name, intent: intent) {
      return found
    }
    library.folders = [folder]
    guard let found = try library.widget(stored: name, intent: intent) else {
      throw LoadingError(.unknownWidget(folder: folder, names: []), of: name)
    }
    return found
  }

  /// The widget with a stored name; nil if its folder is missing.
  private func widget(
    stored name: String, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget? {
    guard let place = place(of: name, isStored: true) else { return nil }
    // In a stored name, a kind that equals the name of its folder is not repeated.
    let isKind = place.entry == nil && kinds(in: place.folder)?.contains(name) == true
    return try widget(at: place, entry: isKind ? name : place.entry, intent: intent)
  }

  /// Whether an argument is written as a path rather than a name.
  private static func isPath(_ argument: String) -> Bool {
    argument.contains("/") || argument.contains(".")
  }

  /// The folders, as messages name them.
  package var place: String {
    namedFolders.isEmpty ? folders[0] : namedFolders.joined(separator: ":")
  }

  private func unknownWidget(_ name: String) -> LoadingError {
    LoadingError(.unknownWidget(folder: place, names: names), of: name)
  }

  /// Loads the widget of a definition; the arguments are the same as for ``definitionPath(of:)``.
  package func widget(
    ofDefinition argument: String, intent: String?
  ) throws(LoadingError) -> ConfigurableWidget {
    if let folder = folder(of: argument), WidgetFolder(path: folder).hasManifest {
      return try WidgetReading(library: self).folder(folder, entry: nil, intent: intent)
    }
    return try WidgetReading(library: self)
      .definition(definitionPath(of: argument), entry: nil, intent: intent)
  }

  /// All readable widgets, and the errors of the unreadable ones.
  public var readable: (widgets: [ConfigurableWidget], problems: [LoadingError]) {
    var widgets: [ConfigurableWidget] = []
    var problems: [LoadingError] = []
    for name in names {
      do throws(LoadingError) {
        widgets.append(try widget(name))
      } catch {
        problems.append(error)
      }
    }
    let others = readableAtPaths
    return (widgets + others.widgets, problems + others.problems)
  }

  /// The location of a widget that an argument names.
  package struct Place {
    package var folder: String
    /// The kind, if the argument names one of several widgets in the folder.
    package var entry: String?
    /// Whether the name of the widget is enough to find it again.
    package var isFromLibrary: Bool
    /// The library folder that contains it; nil for a widget that came with the program.
    var libraryFolder: String?
  }

  /// The location of the widget that an argument names; nil for any other argument.
  ///
  /// The argument is a name or a folder with `widget.json`, optionally followed by a slash and the
  /// kind of a widget in the folder.
  package func place(of argument: String) -> Place? { place(of: argument, isStored: false) }

  /// - Parameter isStored: Whether the argument is a stored name, which has a kind even if its
  ///   folder no longer has that kind.
  private func place(of argument: String, isStored: Bool) -> Place? {
    if let (library, folder) = folder(named: argument) {
      return Place(folder: folder, isFromLibrary: true, libraryFolder: library)
    }
    // A stored name is never a path, whatever the current folder contains.
    if !isStored {
      if WidgetFolder(path: argument).hasManifest {
        return Place(folder: argument, isFromLibrary: false)
      }
      guard !FileManager.default.fileExists(atPath: argument) else { return nil }
    }
    for slash in argument.indices where argument[slash] == "/" {
      let (head, kind) = (String(argument[..<slash]), String(argument[slash...].dropFirst()))
      let own = folder(named: head)
      guard !kind.isEmpty,
        let folder = own?.folder
          ?? (!isStored && WidgetFolder(path: head).hasManifest ? head : nil),
        isStored || hasKind(kind, in: folder)
      else { continue }
      return Place(
        folder: folder, entry: kind, isFromLibrary: own != nil, libraryFolder: own?.library)
    }
    return nil
  }

  /// Whether a folder has a single widget of the kind, or a list of widgets with or without the
  /// kind.
  private func hasKind(_ kind: String, in folder: String) -> Bool {
    guard let bundle = try? WidgetReading(library: self).bundle(in: folder) else { return false }
    return bundle.isList || bundle.widget(ofKind: kind) != nil
  }

  /// The folder of the widget with a name, and the library folder that contains it, unless the
  /// widget came with the program; nil if there is no such widget.
  private func folder(named name: String) -> (library: String?, folder: String)? {
    guard !name.isEmpty, !name.contains("/"), ![".", ".."].contains(name) else { return nil }
    let shipped = Set(shippedFolders.map(Self.realPath))
    return searched.lazy.map { library in
      (shipped.contains(Self.realPath(library)) ? nil : library, "\(library)/\(name)")
    }.first { WidgetFolder(path: $0.1).hasManifest }
  }

  private static func realPath(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// The folder at the path in an argument, or the folder of the widget that the argument names;
  /// nil for a file.
  private func folder(of argument: String) -> String? {
    // A built program is a folder, but it is read as a definition.
    if !WidgetFolder(path: argument).hasManifest, AppIntentsBundle.isBundle(argument) { return nil }
    if argument.hasSuffix("/") || WidgetFolder.isFolder(argument) { return argument }
    if FileManager.default.fileExists(atPath: argument) { return nil }
    return place(of: argument)?.folder
  }

  /// The folder or the file that an argument names; if the argument is a path, it may not exist,
  /// and may be empty.
  ///
  /// - Throws: ``LoadingError`` for an unknown name.
  package func path(of argument: String) throws(LoadingError) -> String {
    if let folder = folder(of: argument) { return folder }
    let isPath = argument.isEmpty || Self.isPath(argument)
    guard isPath || FileManager.default.fileExists(atPath: argument) else {
      throw unknownWidget(argument)
    }
    return argument
  }

  /// The path of the definition that an argument names: a file, the only definition in a widget's
  /// folder, or a folder of Swift source.
  package func definitionPath(of argument: String) throws(LoadingError) -> String {
    guard let folder = folder(of: argument) else { return try path(of: argument) }
    let definitions = WidgetFolder(path: folder).definitions
    if definitions.isEmpty, WidgetFolder(path: folder).hasManifest {
      throw LoadingError(.withoutDefinition, of: folder)
    }
    if SwiftSource.isSwift(folder) { return folder }
    guard definitions.count == 1, let definition = definitions.first else {
      throw LoadingError(.notOneDefinition, of: argument)
    }
    return definition
  }

  /// The widgets in the `widget.json` of the folder that an argument names, or the single widget
  /// that the argument selects by its kind; nil for a bare definition.
  package func manifests(
    of argument: String
  ) throws(LoadingError) -> (folder: String, widgets: [WidgetManifest])? {
    guard let folder = folder(of: argument), WidgetFolder(path: folder).hasManifest else {
      return nil
    }
    let bundle = try WidgetReading(library: self).bundle(in: folder)
    let entry = place(of: argument)?.entry
    return (
      folder,
      bundle.widgets.filter { entry == nil || $0.kind == entry }
    )
  }

  /// The defaults of new widgets from the sources next to a definition, by parameter.
  ///
  /// An unreadable `widget.json` yields no defaults here; the check reports its problems.
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

  /// The findings of a check of the files that readable widgets use, such as a source whose
  /// program, file or database is missing.
  ///
  /// The findings have the severities that `check.json` sets; notes are left out.
  ///
  /// - Parameter names: The names of the widgets.
  package func findings(
    in names: [String]
  ) -> (errors: [Message], warnings: [Message]) {
    let folders = names.compactMap { place(of: $0)?.folder }.firsts
    let report = FileCheck.run(paths: folders, sources: sourceCheck).withSettings()
    func lines(_ severity: IntentIssue.Severity) -> [Message] {
      report.findings.filter { $0.severity == severity }.map { finding in
        let numbers = [finding.line, finding.column].compactMap { $0 }.map { ":\($0)" }.joined()
        return .verbatim("\(finding.file)\(numbers): \(finding.text())")
      }
    }
    return (lines(.error), lines(.warning))
  }

  /// A check that finds the problems of sources in any `widget.json`.
  package var sourceCheck: SourceCheck {
    { source in
      WidgetSources(library: self, folder: source.folder, schema: source.schema, title: "")
        .problems(of: source)
    }
  }
}
