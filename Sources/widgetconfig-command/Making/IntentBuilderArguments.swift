import IntentCodegen
import Messages

/// The arguments of a call, in the form in which Xcode and Bazel write them.
struct IntentBuilderArguments {
  /// A problem with a call, as a sentence with its remedy.
  struct Refusal: Error {
    var message: String
  }

  private static let verb = "generate"
  private static let languages = SiriKitLanguage.allCases.map(\.rawValue)

  /// The access levels that Xcode uses; within a module, the last two mean the same.
  private enum Visibility: String, CaseIterable {
    case `public`, `private`, project

    static let names = allCases.map(\.rawValue)
  }

  private enum Flag: String, CustomStringConvertible {
    case dryRun, input, output, classPrefix, language, swiftVersion, visibility, moduleName

    /// Reads a flag as it is written in a call.
    init?(written flag: String) {
      guard flag.hasPrefix("-") else { return nil }
      self.init(rawValue: String(flag.dropFirst()))
    }

    /// The flag as it is written in a call.
    var description: String { "-" + rawValue }
  }

  /// The synopsis of a call.
  static let usage = """
    \(IntentBuilder.name) \(verb) [\(Flag.dryRun)] \(Flag.input) FILE \(Flag.output) FOLDER \
    [\(Flag.classPrefix) P] [\(Flag.language) \(languages.joined(separator: "|"))] \
    [\(Flag.swiftVersion) V] [\(Flag.visibility) \(Visibility.names.joined(separator: "|"))] \
    [\(Flag.moduleName) M]
    """

  /// The definition.
  var input = ""

  /// The folder of the generated files.
  var output = ""

  /// How the classes are generated.
  var options = SiriKitOptions()

  /// Whether to print only the paths.
  var isDryRun = false

  /// Reads the arguments after the name of the program.
  init(_ arguments: [String]) throws(Refusal) {
    guard let verb = arguments.first else { throw Refusal(message: Self.usage) }
    guard verb == Self.verb else {
      throw Refusal(
        message: """
          The verb “\(verb)” is not supported. Write \(Self.verb). A definition need not be \
          compiled, because the runtime reads the file as it is.
          """)
    }
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      if Flag(written: option) == .dryRun {
        isDryRun = true
        continue
      }
      guard let value = rest.popFirst() else {
        throw Refusal(message: "The option \(option) needs a value.")
      }
      try take(value, for: option)
    }
    if input.isEmpty {
      throw Refusal(message: "There is no definition. Name one with \(Flag.input).")
    }
    if output.isEmpty {
      throw Refusal(message: "There is no folder. Name one with \(Flag.output).")
    }
  }

  private mutating func take(_ value: String, for option: String) throws(Refusal) {
    switch Flag(written: option) {
    case .input: input = value
    case .output: output = value
    case .classPrefix: options.classPrefix = value
    case .language:
      guard let language = SiriKitLanguage(rawValue: value) else {
        throw Refusal(
          message: """
            The language “\(value)” is not supported. Write \(Self.languages.listed("or")).
            """)
      }
      options.language = language
    case .visibility:
      guard let visibility = Visibility(rawValue: value) else {
        throw Refusal(
          message: """
            The visibility “\(value)” is unknown. Write \(Visibility.names.listed("or")).
            """)
      }
      options.access = visibility == .public ? .public : .internal
    // The classes are the same for every version and module.
    case .swiftVersion, .moduleName: break
    case .dryRun, nil:
      throw Refusal(message: "The option \(option) is unknown. Usage: \(Self.usage)")
    }
  }
}
