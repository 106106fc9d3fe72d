import IntentModel
import JSONC
package import JSONCodings
import Messages

extension GenerationRequest {
  /// The keys of a configuration.
  private enum Key: String, JSONKey {
    case generate, access, texts, classPrefix, imports, names, all
  }

  /// Reads the configuration of a plugin; a missing key means its default value.
  ///
  ///     {
  ///       "generate": "app-intents", "access": "public", "texts": "catalog",
  ///       "imports": ["WidgetKit"], "names": { "UpNext": "UpNextConfiguration" }
  ///     }
  ///
  /// - Parameter file: The path of the configuration, for messages.
  /// - Throws: `FormatErrors` with every problem and its position.
  package static func read(
    configuration bytes: [UInt8], file: String
  ) throws(FormatErrors) -> GenerationRequest {
    let problems = ProblemList(file: visible(file), bytes: bytes, limits: .standard)
    let request = problems.root()?.object(Key.self).map { GenerationRequest($0) }
    guard let request, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return request
  }

  /// Reads the members of a configuration.
  private init(_ members: KeyedMembers<Key>) {
    self.init()
    form = members.word(.generate, .whatWord) ?? form
    access = members.word(.access, .whatWord) ?? access
    texts = members.word(.texts, .whatWord) ?? texts
    if let prefix = members.string(.classPrefix) { classPrefix = prefix }
    includesActions = members.boolean(.all, default: includesActions)
    naming.imports = members.list(.imports) {
      Self.name($0) { "“\(name: $0)” cannot be the name of a module in Swift." }
    }
    for (original, name) in members[.names]?.members ?? [] {
      naming.names[original] = Self.name(name) {
        "“\(name: $0)” cannot be the name of a type in Swift."
      }
    }
    for key in Self.withoutEffect(form) {
      guard let node = members[key] else { continue }
      node.problems.report(
        code: "configuration",
        form == .sirikit && [.imports, .names].contains(key)
          ? """
          SiriKit classes have the names and imports that Xcode gives them, so \
          “\(name: key.rawValue)” has no effect.
          """
          : "“\(name: key.rawValue)” has no effect on “\(name: form.rawValue)”.",
        form == .sirikit
          ? "Remove it, or generate \(Self.otherForms)."
          : "Remove it, or generate another form.",
        at: node.path, isKey: true)
    }
  }

  /// The forms that use names and imports, for a message.
  private static var otherForms: String {
    Form.allCases.filter { $0 != .sirikit }.map(\.rawValue).listed("or")
  }

  /// The keys that have no effect in a form.
  private static func withoutEffect(_ form: Form) -> [Key] {
    switch form {
    case .typed, .widgetExtension: [.texts, .classPrefix, .all]
    case .appIntents: [.classPrefix]
    case .sirikit: [.imports, .names, .texts, .all]
    }
  }

  /// The text of a node as a name in Swift; reports an error and returns nil if it is not a valid
  /// name.
  private static func name(_ node: JSONNode, refusal: (String) -> Message) -> String? {
    guard let text = node.string else { return nil }
    if GeneratedNaming.isName(text) { return text }
    node.problems.report(
      code: "configuration", refusal(text),
      "Write a name of letters and digits that is not a keyword.", at: node.path)
    return nil
  }
}
