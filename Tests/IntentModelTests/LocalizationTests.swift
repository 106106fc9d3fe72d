import IntentModel
import Testing
import WidgetTestSupport

/// Translations of a definition's texts, matched by identifier.
@Suite struct LocalizationTests {
  private static func text(_ id: String) -> LocalizedText { LocalizedText("en \(id)", id: id) }

  private static let file: IntentDefinitionFile = {
    func string(_ id: String) -> StringMetadata { StringMetadata(defaultValue: text(id)) }
    let types: [(String, ParameterType)] = [
      ("boolean", .boolean(BooleanMetadata(trueName: text("true"), falseName: text("false")))),
      ("string", .string(string("string"))),
      ("spoken", .speakableString(string("spoken"))),
      (
        "date",
        .dateComponents(DateComponentsMetadata(format: "Template", template: text("template")))
      ),
    ]
    let parameters = types.map { name, type in
      ParameterDefinition(
        name: name, type: type, displayName: text("label-\(name)"),
        placeholder: text("placeholder-\(name)"),
        promptDialogs: [
          PromptDialog(kind: "Configuration", formatString: text("prompt-\(name)"))
        ])
    }
    let property = IntentObjectType.Property(
      name: "on", displayName: text("property"),
      type: .boolean(BooleanMetadata(trueName: text("property-true"))))
    return IntentDefinitionFile(
      intents: [
        IntentDefinition(
          name: "Test", title: text("title"), description: text("description"),
          parameters: parameters)
      ],
      enums: [
        IntentEnum(
          name: "Style", displayName: text("enum"),
          cases: [IntentEnum.Case(name: "grid", index: 1, displayName: text("case"))])
      ],
      types: [
        IntentObjectType(name: "City", displayName: text("type"), properties: [property])
      ])
  }()

  private static let identifiers: [String] =
    ["boolean", "string", "spoken", "date"].flatMap {
      ["label-\($0)", "placeholder-\($0)", "prompt-\($0)"]
    } + [
      "true", "false", "string", "spoken", "template", "title", "description", "enum", "case",
      "type", "property", "property-true",
    ]

  @Test("Every text of a definition is translated, each by its identifier", arguments: identifiers)
  func everyText(_ id: String) {
    let translated = Self.file.localized { $0 == id ? "de \(id)" : nil }
    let base = /_untranslated: [^(]*\(wrappedValue: Optional\("[^"]*"\)\)/
    let words = "\(translated)".replacing(base, with: "")
    #expect(words.contains("\"de \(id)\""))
    #expect(!words.contains("\"en \(id)\""))
    for other in Self.identifiers where other != id {
      #expect(words.contains("\"en \(other)\""), "\(other)")
    }
  }

  @Test("A definition without translations stays unchanged")
  func nothing() {
    #expect(Self.file.localized { _ in nil } == Self.file)
    #expect(Self.file.localized { "en \($0)" } == Self.file)
  }

  @Test(
    "A text gets a translation only by its identifier",
    arguments: [
      (LocalizedText("a", id: "1"), LocalizedText("A", id: "1")),
      (LocalizedText(id: "1"), LocalizedText("A", id: "1")),
      (LocalizedText("a", id: "2"), LocalizedText("a", id: "2")),
      (LocalizedText("a"), LocalizedText("a")), (.none, .none),
    ])
  func one(_ text: LocalizedText, _ translated: LocalizedText) {
    #expect(text.localized { $0 == "1" ? "A" : nil } == translated)
  }

  @Test("Corpus §0.14: a default without a text is not a default, even with a stale table")
  func staleDefault() {
    let metadata = StringMetadata(defaultValue: LocalizedText(id: "1"))
    for type in [ParameterType.string(metadata), .speakableString(metadata)] {
      #expect(type.localized { _ in "stale" } == type)
      #expect(type.localized { _ in "stale" }.staticDefault == nil)
    }
  }

  @Test(
    "Types without their own texts stay unchanged",
    arguments: [
      ParameterType.integer(NumberMetadata()), .url(defaultValue: "a:b"), .paymentMethod,
      .other("Color"),
    ])
  func typesWithoutTexts(_ type: ParameterType) {
    #expect(type.localized { _ in "x" } == type)
  }
}
