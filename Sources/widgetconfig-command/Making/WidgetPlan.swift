import DefinitionFormats
import ExternalSources
import Foundation
import InputFiles
import IntentModel
import IntentOptions
import Messages
import WidgetFormats
import WidgetTimeline
import Zones

/// The plan of a new widget, from which the files of the widget are made.
struct WidgetPlan {
  /// The folder to make.
  var folder: String
  var kind: String
  var displayName: String
  var description: String?
  var families: [WidgetFamily]
  var format: IntentDefinitionReader.Format
  /// The languages that get a string table.
  var languages: [String]
  var specs: [ParameterSpec]
  /// The source of timelines, as the user wrote it; nil for a fixture.
  var timeline: String?
  /// Whether the widget has no configuration.
  var isStatic: Bool

  /// A file of a widget.
  struct File {
    enum Role {
      /// A file of the widget itself.
      case own
      /// A file with the choices of a parameter; if the file already exists, it is kept.
      case choices
      /// A file with sample choices; a file with real choices for the same path takes precedence.
      case sample
    }

    /// The path relative to the folder.
    var path: String
    var bytes: [UInt8]
    var isProgram = false
    var role = Role.own

    init(_ path: String, _ text: String, isProgram: Bool = false, role: Role = .own) {
      self.path = path
      bytes = Array(text.utf8)
      self.isProgram = isProgram
      self.role = role
    }

    init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The name of the folder.
  var name: String { URL(filePath: folder).standardizedFileURL.lastPathComponent }

  /// The name of the intent, made from the letters and digits of the folder's name.
  var intentName: String { IdentifierWords.typeName(of: name) }

  /// The name of the definition; nil for a widget without configuration.
  var definition: String? { isStatic ? nil : definitionName }

  private var definitionName: String {
    name + (format == .json ? ".json" : DefinitionLocalization.definitionEnding)
  }

  /// A definition of the plan's intent with the given parameters.
  func intentDefinition(_ specs: [ParameterSpec]) throws(FormatErrors) -> IntentDefinitionFile {
    try DefinitionMaking.definition(
      intent: intentName, title: displayName, description: description, specs, families: families)
  }

  /// All files of a widget with the parameters of the plan.
  ///
  /// - Throws: `CommandFailure` with all problems of the plan.
  func files() throws -> [File] {
    let languages = try Self.check(languages: languages)
    guard !isStatic else { return try manifestFiles([(nil, [])]) }
    var definition = try Self.explained { try intentDefinition(specs) }
    if !languages.isEmpty { definition = definition.withMadeIdentifiers() }
    let bytes = try Self.explained {
      try DefinitionConversion.bytes(
        of: definition, as: format, completing: format == .propertyList)
    }
    let written = try Self.explained {
      try IntentDefinitionReader.read(bytes, file: definitionName).file
    }
    return [File(definitionName, bytes)]
      + languages.map { table($0, of: written) }
      + (try manifestFiles([(written.intents.first, specs)]))
  }

  /// All files of widgets for the intents of an existing definition, with its string tables.
  ///
  /// New parameters are added to each of the intents.
  func files(from input: DefinitionInput, intents: [IntentDefinition]) throws -> [File] {
    let languages = try Self.check(languages: languages)
    var file = input.reading.file
    var bytes: [UInt8]
    if format == input.format, !input.isBuilt {
      bytes = try InputFile.bytes(input.path)
    } else {
      bytes = try Self.explained {
        try DefinitionConversion.bytes(of: file, as: format, completing: format == .propertyList)
      }
    }
    let existing =
      input.isPiped
      ? [] : DefinitionLocalization.readAll(beside: input.path).filter { $0.kind == .table }
    let catalog = input.isPiped ? nil : DefinitionLocalization.catalog(beside: input.path)
    var added: [LocalizedText] = []
    for intent in intents where !specs.isEmpty {
      let result = try Self.explained {
        try DefinitionEditing.adding(
          specs, to: bytes, path: input.path, intent: intent.name, families: families,
          hasTables: !existing.isEmpty || catalog != nil || !languages.isEmpty)
      }
      (bytes, file) = (result.bytes, result.file)
      added += result.texts
    }
    let tables = try existing.map { table in
      File(tablePath(table.language), try Self.table(table, adding: added))
    }
    let catalogs = try catalog.map { path in
      File(name + DefinitionLocalization.catalogEnding, try Self.catalog(path, adding: added))
    }
    let known = Set(existing.map { LanguageTag.canonical($0.language) })
    let widgets = intents.map { intent -> (IntentDefinition?, [ParameterSpec]) in
      let chosen = file.intent(named: intent.name) ?? intent
      let sources = chosen.parameters.filter { $0.options.isDynamic && $0.isConfigurable }.map {
        parameter in
        specs.first { $0.name == parameter.name } ?? ParameterSpec.undescribed(parameter)
      }
      return (chosen, sources)
    }
    return [File(definitionName, bytes)] + tables + [catalogs].compactMap { $0 }
      + languages.filter { !known.contains($0) }.map { table($0, of: file) }
      + (try manifestFiles(widgets))
  }

  private func tablePath(_ language: String) -> String {
    DefinitionLocalization.tablePath(of: language, name: name)
  }

  private func table(_ language: String, of file: IntentDefinitionFile) -> File {
    File(
      tablePath(language),
      StringTable.text(of: DefinitionEditing.texts(of: file)))
  }

  /// The bytes of an existing string table with additional texts.
  static func table(
    _ table: DefinitionLocalization, adding texts: [LocalizedText]
  ) throws -> [UInt8] {
    let bytes = try InputFile.bytes(table.path)
    return try explained { try StringTable.adding(texts, to: bytes, file: table.path) }
  }

  /// The bytes of an existing String Catalog with additional texts in its source language.
  static func catalog(_ path: String, adding texts: [LocalizedText]) throws -> [UInt8] {
    let bytes = try InputFile.bytes(path)
    guard !texts.isEmpty else { return bytes }
    return try explained {
      var catalog = try StringCatalogFile(bytes, file: path)
      let pairs = texts.compactMap { text -> (key: String, text: String)? in
        guard let key = text.id, let text = text.text else { return nil }
        return (key, text)
      }
      catalog.add(pairs, language: catalog.sourceLanguage ?? "en")
      return catalog.bytes
    }
  }

  /// The languages, as the names of `.lproj` folders, which some file systems compare without
  /// regard to case.
  ///
  /// - Throws: `CommandFailure` with every language that is not a tag of ASCII letters, digits and
  ///   hyphens, and every language that occurs more than once.
  @discardableResult
  static func check(languages: [String]) throws -> [String] {
    var seen = Set<String>()
    let problems = languages.compactMap { language -> Message? in
      guard LanguageTag(language) != nil,
        language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      else { return .sentences(["“\(name: language)” is not a language.", .giveLanguageTag]) }
      let tag = LanguageTag.canonical(language)
      return seen.insert(tag).inserted
        ? nil : "The language “\(name: tag)” is given twice. Give it once."
    }
    guard problems.isEmpty else { throw CommandFailure(.usage, problems) }
    return languages.map(LanguageTag.canonical)
  }

  /// Remarks about languages that the system does not know, most of which are typing errors.
  static func remarks(onLanguages languages: [String]) -> [Message] {
    languages.compactMap { language in
      guard let tag = LanguageTag(language) else { return nil }
      let slip =
        "If that is a slip, remove its texts and give the right tag, such as de or zh-Hans."
      if !Locale.LanguageCode(tag.language).isISOLanguage {
        return .sentences([
          "“\(name: language)”: no language with the code “\(name: tag.language)” is known.",
          .verbatim(slip),
        ])
      }
      // A number stands for an area of the world, which is not in the list of regions.
      guard let region = tag.region, Int(region) == nil, !Locale.Region(region).isISORegion else {
        return nil
      }
      return .sentences([
        "“\(name: language)”: no region with the code “\(name: region)” is known.",
        .verbatim(slip),
      ])
    }
  }

  /// The `widget.json`, with the fixtures and programs that it names.
  ///
  /// - Parameter widgets: The intent of each widget, with its dynamic parameters; if there are
  ///   several, each widget has the name and the texts of its intent.
  private func manifestFiles(
    _ widgets: [(intent: IntentDefinition?, dynamic: [ParameterSpec])]
  ) throws -> [File] {
    var files: [File] = []
    var manifests: [WidgetManifest] = []
    for (intent, dynamic) in widgets {
      let isOnly = widgets.count == 1
      let title = isOnly ? nil : intent?.title.text ?? intent?.name
      var manifest = WidgetManifest(
        kind: isOnly ? kind : intent?.name ?? kind, displayName: title ?? displayName,
        description: isOnly ? description : intent?.description.text,
        supportedFamilies: families, intent: intent?.typeName)
      for spec in dynamic where spec.isDynamic {
        let (source, made) = try Self.source(of: spec, in: intent)
        manifest.options[spec.name] = source
        files += made
      }
      let (source, made) = try timelineSource(
        title: title ?? displayName,
        fixture: isOnly ? "timeline.json" : "timelines/\(manifest.kind).json")
      manifest.timeline = source
      files += made
      manifests.append(manifest)
    }
    let bundle =
      manifests.count == 1
      ? WidgetManifestFile(manifests[0]) : WidgetManifestFile(widgets: manifests)
    return [File(WidgetFolder.manifestName, try Self.explained { try bundle.text() })] + files
  }

  /// The source of a parameter, with its fixture or program if that is in the folder.
  static func source(
    of spec: ParameterSpec, in intent: IntentDefinition?
  ) throws -> (SourceDescription, [File]) {
    let parameter = intent?.parameter(named: spec.name)
    let parentName = parameter?.relationship?.parentName ?? parameter?.dependencies.first
    let parent = parentName.flatMap { intent?.parameter(named: $0) }
    let fixturePath = "options/\(spec.name).json"
    let items = spec.choices.map { choice -> OptionItem in
      let parts = choice.split(separator: ":", maxSplits: 1).map(String.init)
      let identifier = parts.first ?? ""
      return OptionItem(identifier: identifier, display: parts.count > 1 ? parts[1] : identifier)
    }
    let samples = sampleChoices(of: parameter?.type).map { OptionItem(identifier: $0, display: $0) }
    let collection = OptionsCollection(items: items.isEmpty ? samples : items)
    let fixture = try explained { try OptionsJSON.text(of: collection) }
    let role: File.Role = spec.choices.isEmpty ? .sample : .choices
    guard let written = spec.source else {
      return (.fixture(FixtureSource(path: fixturePath)), [File(fixturePath, fixture, role: role)])
    }
    var source = description(of: written)
    var files = made(
      for: source,
      answer: tableFile(of: source).map { OptionsCSV.text(of: collection, path: $0) ?? "" }
        ?? fixture, role, parent: parent)
    if spec.hasFallback {
      source.fallback = [.fixture(FixtureSource(path: fixturePath))]
      files.append(File(fixturePath, fixture, role: role))
    }
    guard spec.choices.isEmpty || !files.isEmpty else {
      throw CommandFailure(
        .usage,
        .placed(
          place: spec.places[ParameterSpec.Word.choices.rawValue] ?? spec.name,
          sentences: [
            "The source “\(name: written)” gives its own choices, so these are not used.",
            """
            Add “\(ParameterSpec.Word.fallback.rawValue)” to use them when the source fails, or \
            remove them.
            """,
          ]))
    }
    return (source, files)
  }

  private static func sampleChoices(of type: ParameterType?) -> [String] {
    switch type {
    case .integer, .decimal, .timeInterval, .measurement: ["1", "2", "3"]
    case .url: ["https://example.org/1", "https://example.org/2"]
    default: ["One", "Two", "Three"]
    }
  }

  /// The path of a source that is a file of comma-separated values; nil for any other source.
  private static func tableFile(of source: SourceDescription) -> String? {
    guard case .fixture(let fixture) = source.origin, OptionsCSV.isTable(fixture.path) else {
      return nil
    }
    return fixture.path
  }

  /// The source that a text describes: a URL, a JSON or CSV file, or a program with its arguments.
  private static func description(of text: String) -> SourceDescription {
    if HTTPSource.isURL(text) { return .http(HTTPSource(url: text)) }
    if text.hasSuffix(".json") || OptionsCSV.isTable(text), !text.contains(" ") {
      return .fixture(FixtureSource(path: text.hasPrefix("./") ? String(text.dropFirst(2)) : text))
    }
    return .command(CommandSource(arguments: text.split(separator: " ").map(String.init)))
  }

  /// The fixture or program of a source, if it is in the widget's folder.
  private static func made(
    for source: SourceDescription, answer: String, _ role: File.Role,
    parent: ParameterDefinition? = nil
  ) -> [File] {
    var file: File?
    switch source.origin {
    case .fixture(let fixture): file = File(fixture.path, answer, role: role)
    case .command(let command):
      guard let path = command.arguments.first, path.hasPrefix("./") else { break }
      file = File(
        String(path.dropFirst(2)),
        """
        #!/bin/sh
        # The request is one line of JSON on standard input; see: widgetconfig schema request
        read -r request
        \(parent.map(reading) ?? "")cat <<'ANSWER'
        \(answer)ANSWER

        """, isProgram: true, role: role)
    default: break
    }
    guard var file, FileReading.isInside(file.path) else { return [] }
    file.path = file.path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return file.path.isEmpty ? [] : [file]
  }

  /// The lines of a shell script that read the value of a parameter from the request.
  ///
  /// The request is on a single line, with its values sorted by name.
  private static func reading(_ parent: ParameterDefinition) -> String {
    let value =
      switch parent.type {
      case .boolean, .integer, .decimal: #"\([^,}]*\)"#
      case .object: #"{"identifier":"\([^"]*\)""#
      default: #""\([^"]*\)""#
      }
    return """
      # The choices depend on this; it is empty while it has no value. A value with a quotation mark
      # needs a reader of JSON, such as jq.
      parent=$(printf '%s\\n' "$request" | sed -n 's/.*"\(parent.name)":\(value).*/\\1/p')

      """
  }

  /// What can be given as a source of timelines, for messages.
  static let timelineSources = "FILE.json, a URL or ./PROGRAM"

  private func timelineSource(
    title: String, fixture: String
  ) throws -> (SourceDescription, [File]) {
    let entry = TimelineEntry(
      date: Date(timeIntervalSince1970: 1_767_225_600),
      content: EntryContent(title: EntryText(title)))
    let text = try Self.explained {
      try TimelineJSON.text(of: Timeline(entries: [entry], reload: .never), timeZone: .utc)
    }
    let source = timeline.map(Self.description) ?? .fixture(FixtureSource(path: fixture))
    guard Self.tableFile(of: source) == nil else {
      throw CommandFailure(
        .usage,
        .placed(
          place: "--timeline",
          sentences: [.noTimelineFrom(kind: "CSV"), "Give \(Self.timelineSources)."]))
    }
    return (source, Self.made(for: source, answer: text, .own))
  }

  /// The result of a call; format errors become command failures.
  static func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FormatErrors {
      throw CommandFailure(.usage, error.lines)
    } catch let error as FormatError {
      throw CommandFailure(.usage, error.lines)
    }
  }

  /// Writes files into a new folder, either all of them or none.
  func write(_ files: [File]) throws {
    let manager = FileManager.default
    let target = URL(filePath: folder).standardizedFileURL
    let draft = OutputFile.draft(of: target)
    do {
      for file in files { try file.write(below: draft.path, named: folder) }
      try manager.moveItem(at: draft, to: target)
    } catch {
      try? manager.removeItem(at: draft)
      throw OutputFile.failure(error, at: folder)
    }
  }
}

extension WidgetPlan.File {
  /// The files to write, with each path only once, because sources can share a file of choices.
  ///
  /// - Parameters:
  ///   - files: The planned files.
  ///   - definition: The path of the definition, relative to the folder; nil for none.
  ///   - manifest: The contents of `widget.json`, if it is not one of the files.
  /// - Throws: `CommandFailure` with the paths of all files outside of the widget's folder, and of
  ///   all sources that name another file of the widget.
  static func checked(
    _ files: [WidgetPlan.File], definition: String?, manifest: [UInt8] = []
  ) throws -> [WidgetPlan.File] {
    var problems = files.map(\.path).filter { !FileReading.isInside($0) }.map {
      Message(
        "“\(longName: $0)” would be outside the widget's folder. Use a name without “..”.")
    }
    var kept: [WidgetPlan.File] = []
    var taken: [String] = []
    for file in files {
      guard let index = kept.firstIndex(where: { $0.path == file.path }) else {
        kept.append(file)
        continue
      }
      switch (kept[index].role, file.role) {
      case (.choices, .sample), (.sample, .sample): break
      case (.sample, .choices): kept[index] = file
      case (.choices, .choices) where kept[index].bytes == file.bytes: break
      default: taken.append(file.path)
      }
    }
    // A JSON file that is a source must not be mistaken for a definition.
    let sources = WidgetFolder.sources(
      in: files.first { $0.path == WidgetFolder.manifestName }?.bytes ?? manifest)
    if let definition, definition.hasSuffix(".json"), sources.contains(definition),
      !taken.contains(definition)
    {
      taken.append(definition)
    }
    problems += taken.map {
      """
      A source names “\(longName: $0)”, which is another file of the widget. Choose a \
      different file for the source.
      """
    }
    guard problems.isEmpty else { throw CommandFailure(.usage, problems) }
    return kept
  }

  /// Writes the file into a folder, and makes its parent folders.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - name: The name of the folder, for messages.
  func write(below folder: String, named name: String) throws {
    let url = URL(filePath: folder).appending(path: path)
    let shown = "\(name)/\(path)"
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try OutputFile.writeDraft(bytes, to: url.path)
      if isProgram {
        try FileManager.default.setAttributes(
          [.posixPermissions: OutputFile.programMode], ofItemAtPath: url.path)
      }
    } catch {
      throw OutputFile.failure(error, at: shown)
    }
  }
}
