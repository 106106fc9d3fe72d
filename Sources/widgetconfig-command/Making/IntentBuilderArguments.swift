import IntentCodegen

/// The arguments of a call, as Xcode and Bazel write them.
struct IntentBuilderArguments {
  /// A problem with a call, as a sentence with its remedy.
  struct Refusal: Error {
    var message: String
  }

  /// The synopsis of a call.
  static let usage =
    "intentbuilderc generate [-dryRun] -input FILE -output FOLDER [-classPrefix P] "
    + "[-language Swift|Objective-C] [-swiftVersion V] [-visibility public|private|project] [-moduleName M]"

  /// The definition.
  var input = ""

  /// The folder of the generated files.
  var output = ""

  /// How the classes are generated.
  var options = SiriKitOptions()

  /// Whether to print the paths only.
  var isDryRun = false

  /// Reads the arguments after the name of the program.
  init(_ arguments: [String]) throws(Refusal) {
    guard let verb = arguments.first else { throw Refusal(message: Self.usage) }
    guard verb == "generate" else {
      throw Refusal(
        message: "The verb “\(verb)” is not supported. Write generate. A definition need not be "
          + "compiled, because the runtime reads the file as it is.")
    }
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      if option == "-dryRun" {
        isDryRun = true
        continue
      }
      guard let value = rest.popFirst() else {
        throw Refusal(message: "The option \(option) needs a value.")
      }
      try take(value, for: option)
    }
    if input.isEmpty { throw Refusal(message: "There is no definition. Name one with -input.") }
    if output.isEmpty { throw Refusal(message: "There is no folder. Name one with -output.") }
  }

  private mutating func take(_ value: String, for option: String) throws(Refusal) {
    switch option {
    case "-input": input = value
    case "-output": output = value
    case "-classPrefix": options.classPrefix = value
    case "-language":
      guard let language = SiriKitLanguage(rawValue: value) else {
        throw Refusal(
          message: "The language “\(value)” is not supported. Write Swift or Objective-C.")
      }
      options.language = language
    case "-visibility":
      guard ["public", "private", "project"].contains(value) else {
        throw Refusal(
          message: "The visibility “\(value)” is unknown. Write public, private or project.")
      }
      options.access = value == "public" ? .public : .internal
    // The classes are the same for every version and module.
    case "-swiftVersion", "-moduleName": break
    default:
      throw Refusal(message: "The option \(option) is unknown. Usage: \(Self.usage)")
    }
  }
}
