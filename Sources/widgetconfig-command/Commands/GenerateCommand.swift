public import ArgumentParser
import DefinitionFormats
import Foundation
import InputFiles
public import IntentCodegen
import IntentModel
import Messages
import WidgetLoading

extension GenerationRequest.Form: ExpressibleByArgument {}
extension AppIntentsTexts: ExpressibleByArgument {}

extension SiriKitLanguage: ExpressibleByArgument {
  /// Reads the name of a language, in upper or lower case, such as `objective-c`.
  public init?(argument: String) {
    guard
      let language = Self.allCases.first(where: {
        $0.rawValue.lowercased() == argument.lowercased()
      })
    else { return nil }
    self = language
  }
}

/// The access level of the generated classes.
enum ClassVisibility: String, ExpressibleByArgument, CaseIterable {
  case `public`, project

  static let usual = ClassVisibility.public

  var access: GeneratedAccess { self == .public ? .public : .internal }
}

/// The defaults of a request; only the access level has a different one in this command.
private let usual = GenerationRequest()

/// A choice in the help of an option, with a remark if it is the default.
private func choice<Choice: RawRepresentable<String>>(
  _ choice: Choice, _ words: String = "", usual: Choice
) -> String {
  choice.rawValue + words + (choice.rawValue == usual.rawValue ? " (the default)" : "")
}

/// Generates Swift from a definition.
struct GenerateCommand: SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes Swift from a definition.",
    discussion: .help(
      """
      typed is for programs that use these libraries: a struct for each intent, and protocols for \
      its options and its timeline. sirikit is what Xcode generates, a file for each class. \
      app-intents is for apps that leave SiriKit: placed widgets keep their configuration, and the \
      command reports losses. widget-extension complements app-intents with the timelines of a \
      service's placed widgets, and with the handler of its pushes.
      """,
      examples: "generate App.intentdefinition --as typed",
      "generate App.intentdefinition --as app-intents",
      "generate App.intentdefinition --as sirikit --output Generated"))

  @Argument(
    help: .definitionInput,
    completion: Completions.widgets)
  var file: String

  @Option(
    name: .customLong(GenerationOption.form.rawValue),
    help: "\(GenerationRequest.Form.values).")
  var `as`: GenerationRequest.Form

  @Option(
    name: .customLong(GenerationOption.classPrefix.rawValue),
    help: "The prefix of SiriKit classes, if the definition states none.")
  var classPrefix: String?

  @Option(
    name: .customLong(GenerationOption.texts.rawValue),
    help: """
      How App Intents get texts: \
      \(choice(AppIntentsTexts.keys, " of the old tables", usual: usual.texts)), \
      \(choice(AppIntentsTexts.catalog, " (a String Catalog)", usual: usual.texts)), or \
      \(choice(AppIntentsTexts.literal, usual: usual.texts)).
      """)
  var texts: AppIntentsTexts?

  @Option(
    help: """
      The access level of the declarations in Swift: \
      \(choice(ClassVisibility.public, usual: .usual)) or \
      \(choice(ClassVisibility.project, usual: .usual)).
      """)
  var visibility: ClassVisibility?

  @Option(
    name: .customLong(GenerationOption.names.rawValue),
    help: """
      The Swift name of a type, as ORIGINAL=NAME, where ORIGINAL is its name in the definition; \
      may be given several times; not for \(GenerationRequest.Form.sirikit.rawValue).
      """)
  var names: [String] = []

  @Flag(
    name: .customLong(GenerationOption.all.rawValue),
    help: "Also generate App Intents, as actions, for intents that are not for widgets.")
  var all = false

  @Option(
    help: """
      The language of SiriKit classes: \(choice(SiriKitLanguage.swift, usual: usual.language)) or \
      \(choice(SiriKitLanguage.objectiveC, usual: usual.language)).
      """)
  var language: SiriKitLanguage?

  @Option(
    name: .shortAndLong, help: "The folder to write; by default standard output.",
    completion: .directory)
  var output: String?

  @Flag(help: "Print the paths of the files, and write nothing.")
  var dryRun = false

  @Flag(
    help: """
      Write nothing, and list the files that are missing in the folder or out of date; the exit \
      status is then \(ExitStatus.findings).
      """)
  var check = false

  @Flag(
    help: """
      Replace files that hold something else, such as a String Catalog with texts of the app. \
      Without this flag, they are kept, and nothing is written.
      """)
  var force = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if check, dryRun {
      throw ValidationError(.argumentDoesNotGoWith(argument: "--check", others: "--dry-run"))
    }
    if check, output == nil || output == OutputFile.standardOutput {
      throw ValidationError("--check needs the folder of the files. Name it with --output.")
    }
    let isSiriKit = self.as == .sirikit
    let isAppIntents = self.as == .appIntents
    let withoutEffect = [
      (language.map { "--language \($0.rawValue)" }, isSiriKit),
      (classPrefix.map { _ in GenerationOption.classPrefix.flag }, isSiriKit),
      (names.isEmpty ? nil : GenerationOption.names.flag, !isSiriKit),
      (all ? GenerationOption.all.flag : nil, isAppIntents),
      (texts.map { _ in GenerationOption.texts.flag }, isAppIntents),
    ]
    for case (let argument?, false) in withoutEffect {
      throw ValidationError(
        .argumentDoesNotGoWith(
          argument: argument, others: "\(GenerationOption.form.flag) \(self.as.rawValue)"))
    }
    guard visibility == nil || language != .objectiveC else {
      throw ValidationError(
        .argumentDoesNotGoWith(
          argument: "--visibility",
          others: "--language \(SiriKitLanguage.objectiveC.rawValue)"))
    }
    for name in names where !GeneratedNaming.isName(Self.pair(name).name) {
      throw ValidationError(
        """
        \(GenerationOption.names.flag): “\(name: name)” is not ORIGINAL=NAME with a Swift name.
        """)
    }
  }

  func run() throws {
    let input = try DefinitionInput(file, shared)
    let (files, findings) = output(of: input, try naming(of: input))
    for finding in findings {
      shared.remark(.placed(place: input.path, sentences: [finding.line]))
    }
    guard
      ![.appIntents, .widgetExtension].contains(self.as) || all
        || input.reading.file.intents.contains(where: \.isEligibleForWidgets)
    else {
      let finding = DefinitionFinding(.noWidgetIntent, at: .root)
      throw CommandFailure(
        .findings,
        .placed(
          place: input.path,
          sentences: [finding.message] + remedy(finding, for: input.reading.file.intents)))
    }
    guard let output, output != OutputFile.standardOutput else {
      guard !dryRun else { return files.forEach { Terminal.writeLine($0.name) } }
      guard files.allSatisfy({ $0.name.hasSuffix(SwiftSource.ending) }) else {
        throw CommandFailure(
          .usage,
          language == .objectiveC
            ? "Headers and implementations are separate files. Name a folder with --output."
            : "A String Catalog is a separate file. Name a folder with --output.")
      }
      return Terminal.write(files.map(\.text).joined(separator: "\n"))
    }
    let folder = GeneratedOutput(folder: output)
    guard !dryRun else { return files.forEach { Terminal.writeLine(folder.path(of: $0)) } }
    guard !check else { return try compare(files, with: folder) }
    // If an existing catalog could not be read, replacing it would lose its entries.
    for file in files where file.name.hasSuffix(DefinitionLocalization.catalogEnding) {
      let path = folder.path(of: file)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      do throws(FormatError) { _ = try StringCatalogFile(path: path) } catch {
        throw CommandFailure(.findings, error.lines)
      }
    }
    let kept = force ? [] : files.compactMap { refusal(of: $0, in: folder) }
    guard kept.isEmpty else { throw CommandFailure(.findings, kept) }
    do {
      let written = try folder.write(files)
      shared.remark(
        "\(output): \(written.count) of \(files.count, "file", "files") written.")
    } catch {
      throw CommandFailure(.findings, error.line)
    }
  }

  /// Why a file is not replaced: it has a part that the new file lacks and that no earlier run has
  /// written; nil if the file can be replaced.
  private func refusal(of file: GeneratedFile, in folder: GeneratedOutput) -> Message? {
    let path = folder.path(of: file)
    let replace: Message = "Name another folder with --output, or replace it with --force."
    if file.name.hasSuffix(DefinitionLocalization.catalogEnding) {
      guard let old = try? StringCatalogFile(path: path),
        let new = try? StringCatalogFile(Array(file.text.utf8), file: path)
      else { return nil }
      let lost = old.keys.filter { !new.keeps($0, of: old) }
      guard let first = lost.first else { return nil }
      return .placed(
        place: path,
        sentences: [
          """
          The catalog has \(lost.count, "entry", "entries") that would be lost, such as \
          “\(name: first)”, so it is kept.
          """, replace,
        ])
    }
    // Generated code is marked as such in its first lines.
    guard let bytes = try? FileReading.bytes(atPath: path), !bytes.isEmpty else { return nil }
    let head = String(decoding: bytes.prefix(2_000), as: UTF8.self)
    guard !GeneratedFile.marks.contains(where: head.contains) else { return nil }
    return .placed(
      place: path, sentences: ["The file was not generated, so it is kept.", replace])
  }

  /// Reports the files of the folder that differ from the generated ones.
  ///
  /// - Throws: `CommandFailure` that lists all of them, if there are any.
  private func compare(_ files: [GeneratedFile], with folder: GeneratedOutput) throws {
    let outdated = folder.outdated(files)
    guard !outdated.isEmpty else {
      shared.remark("\(folder.folder): \(files.count, "file is", "files are") current.")
      return
    }
    let problems = outdated.map { file -> Message in
      let path = folder.path(of: file)
      return .placed(
        place: path,
        sentences: [
          FileManager.default.fileExists(atPath: path)
            ? "The file is out of date." : "The file is missing.",
          "Run the same command without --check.",
        ])
    }
    throw CommandFailure(.findings, problems)
  }

  /// The name in the definition and the name in Swift, from one argument.
  private static func pair(_ text: String) -> (original: String, name: String) {
    guard let sign = text.lastIndex(of: "=") else { return (text, "") }
    return (String(text[..<sign]), String(text[sign...].dropFirst()))
  }

  /// The remedy for a definition that has no intent for widgets; empty if the findings already
  /// contain it.
  private func remedy(
    _ finding: DefinitionFinding, for intents: [IntentDefinition]
  ) -> [Message] {
    guard self.as == .appIntents, !intents.isEmpty else { return [finding.advice] }
    return intents.contains { !$0.isOfSystem }
      ? ["Generate with \(GenerationOption.all.flag), which makes actions of them."] : []
  }

  /// The names of the generated types.
  ///
  /// - Throws: `CommandFailure` with every original name that is not in the definition.
  private func naming(of input: DefinitionInput) throws -> GeneratedNaming {
    let file = input.reading.file
    let (naming, unknown) = GeneratedNaming(
      names: Dictionary(
        names.map { Self.pair($0) }.map { ($0.original, $0.name) },
        uniquingKeysWith: { _, last in last })
    ).resolved(in: file)
    let originals = GeneratedNaming.originals(of: file)
    let problems = unknown.map { name -> Message in
      .placed(
        place: input.path,
        sentences: [
          """
          The definition has no name “\(name: name)”, so \(GenerationOption.names.flag) cannot \
          rename it.
          """,
          nearestName(to: name, among: originals).map { .didYouMean(name: $0) }
            ?? .chooseFrom(names: Array(originals.prefix(8))),
        ])
    }
    guard problems.isEmpty else { throw CommandFailure(.usage, problems) }
    return naming
  }

  private func output(
    of input: DefinitionInput, _ naming: GeneratedNaming
  ) -> (files: [GeneratedFile], findings: [GenerationFinding]) {
    // There are no string tables next to standard input.
    let languages = DefinitionLanguages(
      of: input.reading.file, beside: input.isPiped ? nil : input.path)
    if self.as == .appIntents {
      for line in languages.problems.compactMap(\.lines.first) { shared.remark(line) }
      input.remarkOnTables(shared)
    }
    return GenerationRequest(
      form: self.as, access: (visibility ?? .usual).access, texts: texts ?? usual.texts,
      classPrefix: classPrefix ?? "", naming: naming, includesActions: all,
      language: language ?? usual.language
    ).output(
      of: input.reading.file, stem: input.stem, languages: languages)
  }
}
