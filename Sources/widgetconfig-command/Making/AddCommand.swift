import ArgumentParser
import DefinitionFormats
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore

// Examples that appear in the help of a command and of its subcommands.
private let addingBoolean = "add parameter Tides warn:boolean"
private let addingLimit = "add parameter Tides 'limit:decimal=1.5 min=0 max=5 when=warn'"
private let addingLanguages = "add language Tides de zh-Hans"

/// Adds parts to an existing widget.
struct AddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a parameter or a language to a widget.",
    discussion: .help(examples: addingBoolean, addingLimit, addingLanguages),
    subcommands: [AddParameterCommand.self, AddLanguageCommand.self])
}

/// Adds parameters and leaves all other bytes unchanged.
struct AddParameterCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "parameter",
    abstract: "Adds parameters to a widget; everything else stays unchanged.",
    discussion: .help(
      ParameterSpec.grammar,
      examples: addingBoolean, addingLimit,
      "add parameter ./Tides 'show:enum(both,high,low)=both' --quiet"))

  @Argument(help: .widgetOrFolder, completion: Completions.widgets)
  var widget: String

  @Argument(help: "The parameters, as above.")
  var parameters: [String]

  @Option(
    help: .severalIntents, completion: Completions.intents)
  var intent: String?

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let target = try AddingTarget(widget, shared)
    let specs = ParameterSpec.reading(
      parameters, place: "parameter", seconds: ParameterGrammar.seconds)
    let files = try target.files(adding: specs, intent: intent)
    let new = files.map { "\(target.folder)/\($0.path)" }.filter {
      !FileManager.default.fileExists(atPath: $0)
    }
    try target.write(files)
    for path in new { Terminal.writeLine(path) }
    for spec in specs { shared.remark("added the parameter \(spec.name) to \(target.folder)") }
  }
}

/// Adds a string table that contains the existing texts, to be translated.
struct AddLanguageCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "language",
    abstract: "Adds string tables to a widget, with the current texts to translate.",
    discussion: .help(
      examples: "add language Tides de", addingLanguages,
      "add language ./Tides fr --quiet"))

  @Argument(help: .widgetOrFolder, completion: Completions.widgets)
  var widget: String

  @Argument(help: "The languages, such as de or zh-Hans.")
  var languages: [String]

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let target = try AddingTarget(widget, shared)
    let files = try target.files(addingLanguages: languages)
    try target.write(files)
    for file in files where DefinitionLocalization.Kind(ofFile: file.path) == .table {
      shared.remark("added \("\(target.folder)/\(file.path)"); translate its texts")
    }
    for remark in WidgetPlan.remarks(onLanguages: languages) { shared.remark(remark) }
  }
}

/// The widget to which something is added.
private struct AddingTarget {
  let folder: String
  private let lock: FolderLock
  /// The contents of `widget.json`; nil for a bare definition.
  private let bundle: WidgetManifestFile?
  private let entry: String?
  private let manifestBytes: [UInt8]
  /// The path of the definition, relative to the folder; nil for a widget without configuration.
  private let definition: String?

  init(_ widget: String, _ shared: SharedOptions) throws {
    let library = try WidgetLibrary(shared, for: [widget])
    guard let place = library.place(of: widget) else {
      let path = try library.definitionPath(of: widget)
      // If a definition is in a folder for a language, its tables are in the folders for languages
      // next to that folder.
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      let count =
        parts.dropLast().last?.lowercased().hasSuffix(DefinitionLocalization.folderEnding) == true
        ? 2 : 1
      let start = parts.dropLast(count).joined(separator: "/")
      folder = parts.count == count ? "." : start.isEmpty ? "/" : start
      lock = try FolderLock(folder)
      (bundle, entry, manifestBytes) = (nil, nil, [])
      definition = parts.suffix(count).joined(separator: "/")
      return
    }
    folder = place.folder
    entry = place.entry
    lock = try FolderLock(place.folder)
    let path = WidgetFolder(path: place.folder).manifestPath
    let bytes = try InputFile.bytes(path)
    manifestBytes = bytes
    bundle = try WidgetPlan.explained { try WidgetManifestFile.read(bytes, file: path) }
    let definitions = WidgetFolder(path: folder).definitions
    guard definitions.count <= 1 else {
      throw CommandFailure(.usage, .placed(place: folder, sentences: [.nameOneDefinition]))
    }
    definition = definitions.first.map { String($0.dropFirst(place.folder.count + 1)) }
  }

  /// The definition's file name without its extension.
  private var stem: String {
    URL(filePath: definition ?? name + ".json").deletingPathExtension().lastPathComponent
  }

  private var name: String { URL(filePath: folder).standardizedFileURL.lastPathComponent }

  private var tables: [DefinitionLocalization] {
    definition.map { definition in
      DefinitionLocalization.readAll(beside: "\(folder)/\(definition)").filter {
        $0.kind == .table
      }
    } ?? []
  }

  /// The String Catalog of the definition; nil if there is none.
  private var catalog: String? {
    definition.flatMap { DefinitionLocalization.catalog(beside: "\(folder)/\($0)") }
  }

  /// The changed and new files.
  func files(adding specs: [ParameterSpec], intent: String?) throws -> [WidgetPlan.File] {
    guard let definition else { return try files(makingDefinitionOf: specs) }
    let path = "\(folder)/\(definition)"
    let bytes = try InputFile.bytes(path)
    let file = try WidgetPlan.explained { try IntentDefinitionReader.read(bytes, file: path).file }
    let widgets = bundle?.widgets ?? []
    let named =
      intent ?? entry.flatMap { bundle?.widget(ofKind: $0)?.intent }
      ?? (bundle?.isList == true ? nil : widgets.first?.intent)
    let chosen = try file.intent(chosen: named, path: path)
    let places = widgets.indices.filter { index in
      widgets[index].isConfigured(by: chosen)
        && (entry.map { $0 == widgets[index].kind } ?? true)
    }
    let families = places.first.map { widgets[$0].supportedFamilies } ?? WidgetFamily.allCases
    let tables = tables
    let result = try WidgetPlan.explained {
      try DefinitionEditing.adding(
        specs, to: bytes, path: path, intent: chosen.name, families: families,
        hasTables: !tables.isEmpty || catalog != nil)
    }
    var files =
      try catalog.map { catalog in
        [
          WidgetPlan.File(
            String(catalog.dropFirst(folder.count + 1)),
            try WidgetPlan.catalog(catalog, adding: result.texts))
        ]
      } ?? []
    files += try tables.map { table in
      WidgetPlan.File(
        String(table.path.dropFirst(folder.count + 1)),
        try WidgetPlan.table(table, adding: result.texts))
    }
    let added = result.file.intent(named: chosen.name) ?? chosen
    files += try sources(of: specs, intent: added, places: places)
    return try checked(files + [WidgetPlan.File(definition, result.bytes)])
  }

  /// The files that turn a widget without configuration into one with a definition.
  private func files(makingDefinitionOf specs: [ParameterSpec]) throws -> [WidgetPlan.File] {
    guard let bundle, let manifest = bundle.widgets.first, !bundle.isList else {
      throw CommandFailure(.usage, .placed(place: folder, sentences: [.isStatic, .addDefinition]))
    }
    let made = try WidgetPlan.explained { () throws -> (IntentDefinitionFile, String) in
      let file = try DefinitionMaking.definition(
        intent: IdentifierWords.typeName(of: name), title: manifest.displayName ?? manifest.kind,
        description: manifest.description, specs, families: manifest.supportedFamilies)
      return (file, try DefinitionJSON.text(of: file))
    }
    let files = try checked(
      sources(of: specs, intent: made.0.intents[0], places: [0])
        + [WidgetPlan.File("\(stem).json", made.1)])
    guard !exists("\(stem).json") else {
      throw OutputFile.failure(POSIXError(.EEXIST), at: "\(folder)/\(stem).json")
    }
    return files
  }

  /// The files to write; existing fixtures and programs are not replaced.
  private func checked(_ files: [WidgetPlan.File]) throws -> [WidgetPlan.File] {
    try WidgetPlan.File.checked(
      files, definition: definition ?? "\(stem).json", manifest: manifestBytes
    ).filter { $0.role == .own || !exists($0.path) }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(path)")
  }

  /// The `widget.json` with the sources of dynamic parameters, and the files of these sources, such
  /// as fixtures.
  private func sources(
    of specs: [ParameterSpec], intent: IntentDefinition, places: [Int]
  ) throws -> [WidgetPlan.File] {
    guard let bundle else {
      // A bare definition has no folder for sources and fixtures. Its app has its own providers.
      guard let spec = specs.first(where: { $0.source != nil || !$0.choices.isEmpty }) else {
        return []
      }
      throw CommandFailure(
        .usage,
        .placed(
          place: spec.name,
          sentences: [
            "A definition without a “\(WidgetFolder.manifestName)” cannot name sources.",
            .makeWidgetFrom(path: shellWord("\(folder)/\(definition ?? "")")),
          ]))
    }
    var splicer = JSONSplicer(manifestBytes)
    var files: [WidgetPlan.File] = []
    for spec in specs where spec.isDynamic {
      let (source, made) = try WidgetPlan.source(of: spec, in: intent)
      files += made
      try WidgetPlan.explained {
        for place in places {
          try splicer.append(
            source.json, as: spec.name, toObject: WidgetManifest.Key.options.rawValue,
            at: bundle.path(ofWidgetAt: place))
        }
      }
    }
    guard splicer.bytes != manifestBytes else { return files }
    return files + [WidgetPlan.File(WidgetFolder.manifestName, splicer.bytes)]
  }

  /// The string tables of new languages, or the String Catalog with these languages, and the
  /// definition if its texts need new identifiers.
  func files(addingLanguages languages: [String]) throws -> [WidgetPlan.File] {
    guard let definition else {
      throw CommandFailure(
        .usage, .placed(place: folder, sentences: [.isStatic, "Add a parameter first."]))
    }
    let languages = try WidgetPlan.check(languages: languages)
    let path = "\(folder)/\(definition)"
    let bytes = try InputFile.bytes(path)
    let known = Set(DefinitionLocalization.languages(beside: path).map(LanguageTag.canonical))
    let repeated = languages.filter { known.contains($0) }
    guard repeated.isEmpty else {
      throw CommandFailure(
        .usage,
        repeated.map {
          .placed(
            place: folder,
            sentences: ["The language “\(name: $0)” already has texts. Edit its string table."])
        })
    }
    return try WidgetPlan.explained {
      let new = try DefinitionEditing.identified(bytes, path: path)
      if let catalog {
        // A catalog contains all languages in one file.
        var made = try StringCatalogFile(try InputFile.bytes(catalog), file: catalog)
        let texts = DefinitionEditing.texts(of: new.file).compactMap { text in
          text.id.flatMap { id in text.text.map { (key: id, text: $0) } }
        }
        for language in languages { made.add(texts, language: language) }
        return [WidgetPlan.File(String(catalog.dropFirst(folder.count + 1)), made.bytes)]
          + (new.bytes == bytes ? [] : [WidgetPlan.File(definition, new.bytes)])
      }
      let tables = languages.map { language in
        WidgetPlan.File(
          DefinitionLocalization.tablePath(of: language, name: stem),
          StringTable.text(of: DefinitionEditing.texts(of: new.file)))
      }
      return tables + (new.bytes == bytes ? [] : [WidgetPlan.File(definition, new.bytes)])
    }
  }

  /// Writes files, either all of them or none.
  func write(_ files: [WidgetPlan.File]) throws {
    try withExtendedLifetime(lock) {
      try OutputFiles.write(
        files.map {
          OutputFiles.Part(path: "\(folder)/\($0.path)", bytes: $0.bytes, isProgram: $0.isProgram)
        })
    }
  }
}
