import FormEngine
import Messages
import BundledWidgets
import Foundation
import DefinitionFormats
import WidgetFormats
import IntentModel
import IntentOptions
import WidgetTimeline

/// A widget that was found and read: what it asks for, where its choices come from, what it shows.
struct LoadedWidget {
  /// The name of its folder, or of its file.
  var name: String
  /// The folder in which its sources are looked for.
  var folder: String
  /// The absolute path of its definition, or of its `widget.json` where it has no definition.
  var definitionPath: String
  /// Whether its name alone finds it again; otherwise the path of its definition does.
  var isFromLibrary: Bool
  /// The kind that its `widget.json` states; nil for a bare definition.
  var kind: String?
  /// Its kind where it is one of several widgets of a `widget.json`; nil for one that stands alone.
  var entry: String?
  var displayName: String
  var description: String
  var families: [WidgetFamily]
  var schema: IntentSchema
  /// The providers of the dynamic parameters that have one, by parameter name.
  var providers: [String: any OptionsProvider]
  var timeline: (any IntentTimelineProvider)?

  /// The family of a widget that is placed for the first time: the medium one where it is supported.
  var firstFamily: WidgetFamily {
    families.contains(.systemMedium) ? .systemMedium : families[0]
  }

  /// What to say of a family that the widget does not list and that is used all the same.
  func remark(onFamily family: WidgetFamily) -> Message {
    .familyNotListed(widget: name, family: family.rawValue)
  }

  /// What to say of parameters that are each other's parents; nil for none.
  var loopRemark: Message? {
    guard let loop = schema.loops.first, let first = loop.first else { return nil }
    let chain = (loop + [first]).joined(separator: " → ")
    return .placed(
      place: name, sentences: [.parentsInCircle(names: chain, path: definitionPath)])
  }

  /// All providers behind one, chosen by the parameter of the question.
  var router: RoutingOptionsProvider {
    RoutingOptionsProvider(name: name, providers)
  }
}

/// Finds widgets in folders and reads them.
struct WidgetLibrary {
  /// The folders that hold widgets, in the order of looking.
  let folders: [String]
  let environment: [String: String]
  let language: String
  /// Whether there is somebody to choose among the intents of a definition, who is then asked.
  var hasChooser = false

  init(_ options: SharedOptions) {
    environment = options.environment
    language = options.language
    if let folder = options.intents ?? environment["WIDGETCONFIG_INTENTS"] {
      folders = [folder]
    } else {
      folders = ["Intents"] + Self.foldersNearProgram
    }
  }

  /// `Intents` beside the program or above it, and where an installation keeps it.
  private static var foldersNearProgram: [String] {
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
  var names: [String] {
    var seen = Set<String>()
    return folders.flatMap { folder in
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return entries.filter { isWidgetFolder("\(folder)/\($0)") && seen.insert($0).inserted }
        .flatMap { name in
          kinds(in: "\(folder)/\(name)")?.map { "\(name)/\($0)" } ?? [name]
        }
    }.sorted()
  }

  /// The kinds of the widgets of a folder that has a list of them; nil for any other folder.
  private func kinds(in folder: String) -> [String]? {
    guard let bundle = try? WidgetReading(library: self).bundle(folder + "/widget.json"),
      bundle.isList
    else { return nil }
    return bundle.widgets.map(\.kind)
  }

  /// The widget that an argument means: a name, a folder with `widget.json`, or a definition file.
  ///
  /// - Parameter entry: The kind of one of several widgets in the folder.
  func widget(
    _ argument: String, entry: String? = nil, intent: String? = nil
  ) throws -> LoadedWidget {
    if let place = place(of: argument) {
      var widget = try WidgetReading(library: self).folder(
        place.folder, entry: entry ?? place.entry, intent: intent)
      widget.isFromLibrary = place.isFromLibrary
      return widget
    }
    if argument.contains("/") || argument.contains(".") {
      return try WidgetReading(library: self).definition(argument, entry: entry, intent: intent)
    }
    throw notFound(argument)
  }

  /// Where a widget is that an argument names.
  struct Place {
    var folder: String
    /// The kind, where the argument names one of several widgets of the folder.
    var entry: String?
    /// Whether the name alone finds it again.
    var isFromLibrary: Bool
  }

  /// The place of a widget with a name, or of a folder with `widget.json`, both also with a slash and
  /// the kind of one of several widgets; nil for any other argument.
  func place(of argument: String) -> Place? {
    if let folder = folder(named: argument) { return Place(folder: folder, isFromLibrary: true) }
    if isWidgetFolder(argument) { return Place(folder: argument, isFromLibrary: false) }
    guard !FileManager.default.fileExists(atPath: argument) else { return nil }
    for slash in argument.indices where argument[slash] == "/" {
      let (head, kind) = (String(argument[..<slash]), String(argument[slash...].dropFirst()))
      let own = folder(named: head)
      guard !kind.isEmpty, let folder = own ?? (isWidgetFolder(head) ? head : nil),
        kinds(in: folder) != nil
      else { continue }
      return Place(folder: folder, entry: kind, isFromLibrary: own != nil)
    }
    return nil
  }

  /// The folder of the widget with a name; nil when there is none.
  private func folder(named name: String) -> String? {
    guard !name.isEmpty, !name.contains("/"), ![".", ".."].contains(name) else { return nil }
    return folders.map { "\($0)/\(name)" }.first(where: isWidgetFolder)
  }

  private func isWidgetFolder(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/widget.json")
  }

  private func notFound(_ name: String) -> CommandFailure {
    let names = names
    let choice: Message =
      if let nearest = nearestName(to: name, among: names) {
        .didYouMean(name: nearest)
      } else {
        names.isEmpty ? .nameFolderOrPath : .chooseFromOrPath(names: names.joined(separator: ", "))
      }
    return CommandFailure(
      .usage, .sentences([.noSuchWidget(name: name, folder: folders[0]), choice]))
  }

  /// All widgets that can be read, and what is wrong with the others.
  var readable: (widgets: [LoadedWidget], problems: [Message]) {
    var widgets: [LoadedWidget] = []
    var problems: [Message] = []
    for name in names {
      do {
        widgets.append(try widget(name))
      } catch let failure as CommandFailure {
        problems += failure.lines
      } catch {
        problems.append("\(name): \(error)")
      }
    }
    return (widgets, problems)
  }
}
