import DefinitionFormats
import Foundation
import IntentModel
import WidgetTestSupport

/// A definition in a file, for tests.
struct DefinitionFile: Sendable {
  var path: String
  var definition: IntentDefinitionFile

  /// The root of the repository.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The definitions of the repository, including broken ones that can be read.
  static let ofRepository =
    files(in: repository.appending(path: "Intents"))
    + files(in: repository.appending(path: "Fixtures"))

  /// The real files in the folder of `WIDGETCONFIG_CORPUS`; empty without it.
  static let ofCorpus: [DefinitionFile] = {
    guard let named = ProcessInfo.processInfo.environment["WIDGETCONFIG_CORPUS"] else {
      print("Corpus tests are skipped: set WIDGETCONFIG_CORPUS to the folder of real files.")
      return []
    }
    return files(in: URL(filePath: named))
  }()

  /// Records for how many definitions of the corpus code was generated and compiled.
  static func report(_ form: String, of made: [DefinitionFile]) {
    guard !ofCorpus.isEmpty else { return }
    let paths = Set(ofCorpus.map(\.path))
    let count = made.count { paths.contains($0.path) }
    print("corpus: \(form) of \(count) of \(paths.count) definitions was compiled")
  }

  private static func files(in folder: URL) -> [DefinitionFile] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return all.compactMap { $0 as? String }.sorted()
      .filter { $0.hasSuffix(".intentdefinition") || $0.hasSuffix(".json") }
      .compactMap { name in
        let path = folder.appending(path: name).path
        guard let reading = try? IntentDefinitionReader.read(path: path) else { return nil }
        return DefinitionFile(path: path, definition: reading.file)
      }
  }
}

/// Runs the Swift compiler with generated files.
enum SwiftCompiler {
  /// The compiler's messages about the files of one module; empty if there are no errors or
  /// warnings.
  ///
  /// It compiles all files together, because separate runs would load the same modules repeatedly.
  static func complaints(
    of sources: [(name: String, text: String)], arguments: [String]
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try sources.map { source in
      let path = folder.appending(path: source.name)
      try Data(source.text.utf8).write(to: path)
      return path.path
    }
    let list = folder.appending(path: "files.txt")
    try Data(paths.joined(separator: "\n").utf8).write(to: list)
    let compiler = try FinishedProgram(
      "swiftc", ["-wmo"] + arguments + ["@" + list.path], folder: folder)
    let said = compiler.output + compiler.errors
    return compiler.status == 0 && said.isEmpty ? "" : "status \(compiler.status)\n" + said
  }
}

extension DefinitionFile {
  /// Whether every enum and type that the definition refers to exists; otherwise, generated code
  /// does not compile, and neither does Xcode's.
  var isWhole: Bool {
    !definition.findings.contains {
      switch $0.rule {
      case .danglingEnum, .danglingType, .foreignNamespace: true
      default: false
      }
    }
  }

  /// Definitions with many features; they are the same in each run.
  static let random: [DefinitionFile] = (0..<TestDepth.count(10, thorough: 40)).map { seed in
    var generator = SeededGenerator(seed: UInt64(seed))
    var definition = generator.definitionFile()
    for index in definition.intents.indices {
      definition.intents[index].isEligibleForWidgets = true
    }
    return DefinitionFile(path: "random \(seed)", definition: definition)
  }

  /// The definition with a number before every name, so that all definitions can be compiled
  /// together.
  func numbered(_ number: Int) -> IntentDefinitionFile {
    let prefix = "D\(number)"
    var copy = definition
    copy.intents = definition.intents.map { intent in
      var intent = intent
      intent.className = prefix + intent.typeName
      intent.name = prefix + intent.name
      intent.parameters = intent.parameters.map { parameter in
        var parameter = parameter
        parameter.type = parameter.type.numbered(prefix)
        return parameter
      }
      return intent
    }
    for index in copy.enums.indices { copy.enums[index].name = prefix + copy.enums[index].name }
    copy.types = definition.types.map { type in
      var type = type
      type.name = prefix + type.name
      type.properties = type.properties.map { property in
        var property = property
        property.type = property.type.numbered(prefix)
        return property
      }
      return type
    }
    return copy
  }
}

extension DefinitionFile {
  /// The details for Siri that belong to ``numbered(_:)``.
  func numberedDetails(_ number: Int) -> [SiriDetails] {
    definition.intents.map { intent in
      var details = intent.siriDetails
      for index in details.properties.indices {
        details.properties[index].type = details.properties[index].type.numbered("D\(number)")
      }
      return details
    }
  }
}

extension ParameterType {
  fileprivate func numbered(_ prefix: String) -> ParameterType {
    switch self {
    // Apple's own types keep their names.
    case .enumeration(let reference, _) where reference.isSystem: return self
    case .object(let reference?) where reference.isSystem: return self
    case .enumeration(var reference, let defaultCase):
      reference.name = prefix + reference.name
      return .enumeration(reference, defaultCase: defaultCase)
    case .object(var reference?):
      reference.name = prefix + reference.name
      return .object(reference)
    default: return self
    }
  }
}
