import IntentModel
import Testing

/// Each text in a definition gets an identifier, and no two texts get the same one.
@Suite struct IdentifierMakingTests {
  private static func text(_ text: String, id: String? = nil) -> LocalizedText {
    LocalizedText(text, id: id)
  }

  /// A document with texts wherever it can have one.
  static let full: IntentDefinitionFile = {
    func parameter(_ name: String, _ type: ParameterType) -> ParameterDefinition {
      var parameter = ParameterDefinition(name: name, type: type, displayName: text("Label"))
      parameter.placeholder = text("Placeholder")
      parameter.promptDialogs = [
        PromptDialog(kind: "Primary", formatString: text("Prompt")),
        PromptDialog(kind: nil, formatString: text("Other")),
      ]
      return parameter
    }
    let intent = IntentDefinition(
      name: "A", title: text("Title"), description: text("Description"),
      parameters: [
        parameter("on", .boolean(BooleanMetadata(trueName: text("Yes"), falseName: text("No")))),
        parameter("text", .string(StringMetadata(defaultValue: text("Default")))),
        parameter("say", .speakableString(StringMetadata(defaultValue: text("Hello")))),
        parameter("day", .dateComponents(DateComponentsMetadata(template: text("yMd")))),
        parameter("number", .integer(NumberMetadata())),
      ])
    let property = IntentObjectType.Property(
      name: "zone", displayName: text("Zone"),
      type: .boolean(BooleanMetadata(trueName: text("In"), falseName: text("Out"))))
    return IntentDefinitionFile(
      intents: [intent],
      enums: [
        IntentEnum(
          name: "Style", displayName: text("Style"),
          cases: [.init(name: "list", index: 1, displayName: text("List"))])
      ],
      types: [IntentObjectType(name: "City", displayName: text("City"), properties: [property])])
  }()

  /// Every identifier in a document, in the order of the texts.
  static func identifiers(_ file: IntentDefinitionFile) -> [String?] {
    var found: [String?] = []
    for intent in file.intents {
      found += [intent.title.id, intent.description.id]
      for parameter in intent.parameters {
        found += [parameter.displayName.id, parameter.placeholder.id]
        found += ids(parameter.type)
        found += parameter.promptDialogs.map(\.formatString.id)
      }
    }
    for enumeration in file.enums {
      found.append(enumeration.displayName.id)
      found += enumeration.cases.map(\.displayName.id)
    }
    for type in file.types {
      found.append(type.displayName.id)
      for property in type.properties {
        found.append(property.displayName.id)
        found += ids(property.type)
      }
    }
    return found
  }

  private static func ids(_ type: ParameterType) -> [String?] {
    switch type {
    case .boolean(let metadata): [metadata.trueName.id, metadata.falseName.id]
    case .string(let metadata), .speakableString(let metadata): [metadata.defaultValue.id]
    case .dateComponents(let metadata): [metadata.template.id]
    default: []
    }
  }

  @Test func `every text gets a unique identifier`() {
    let made = Self.identifiers(Self.full.withMadeIdentifiers())
    #expect(made.count == 33)
    #expect(!made.contains(nil))
    #expect(Set(made).count == made.count)
    for id in made.compactMap({ $0 }) {
      #expect(id.utf8.count == 6 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
  }

  @Test func `only texts get an identifier`() {
    let bare = IntentDefinitionFile(
      intents: [
        IntentDefinition(
          name: "A", title: LocalizedText(nil), description: Self.text(""),
          parameters: [ParameterDefinition(name: "a", type: .string(StringMetadata()))])
      ], enums: [IntentEnum(name: "E", cases: [.init(name: "c", index: 1)])],
      types: [IntentObjectType(name: "T")])
    let made = Self.identifiers(bare.withMadeIdentifiers())
    // An empty text is also a text, because a table can replace it.
    #expect(made.map { $0 != nil } == [false, true] + [Bool](repeating: false, count: 6))
  }

  @Test func `generated identifiers stay the same, and are recognized`() {
    let once = Self.full.withMadeIdentifiers()
    #expect(Self.full.withMadeIdentifiers() == once)
    #expect(once.withMadeIdentifiers() == once)
  }

  /// A renamed parameter keeps its identifier, and a new parameter has the old name.
  @Test func `an identifier that another text has is not reused`() throws {
    var file = IntentDefinitionFile(
      intents: [
        IntentDefinition(
          name: "A",
          parameters: [
            ParameterDefinition(
              name: "city", type: .string(StringMetadata()), displayName: Self.text("City"))
          ])
      ]
    ).withMadeIdentifiers()
    let old = try #require(file.intents[0].parameters[0].displayName.id)
    file.intents[0].parameters[0].name = "town"
    let city = ParameterDefinition(
      name: "city", type: .string(StringMetadata()), displayName: Self.text("City"))
    for isFirst in [true, false] {
      var changed = file
      changed.intents[0].parameters.insert(city, at: isFirst ? 0 : 1)
      let made = changed.withMadeIdentifiers().intents[0].parameters.map(\.displayName.id)
      #expect(made[isFirst ? 1 : 0] == old)
      #expect(made[isFirst ? 0 : 1] != nil)
      #expect(made[0] != made[1])
    }
  }

  @Test func `elements with the same name get different identifiers`() {
    let intent = Self.full.intents[0]
    var file = Self.full
    file.intents = [intent, intent]
    file.enums += file.enums
    file.types += file.types
    let made = Self.identifiers(file.withMadeIdentifiers())
    #expect(made.count == 66)
    #expect(Set(made).count == 66)
  }

  @Test func `existing texts are left unchanged`() {
    var file = Self.full
    file.intents[0].title.id = "own"
    file.enums[0].cases[0].displayName = LocalizedText(nil, id: "alone")
    let made = file.withMadeIdentifiers()
    #expect(made.intents[0].title == Self.text("Title", id: "own"))
    #expect(made.enums[0].cases[0].displayName == LocalizedText(nil, id: "alone"))
    #expect(made.intents[0].description.text == "Description")
  }
}
