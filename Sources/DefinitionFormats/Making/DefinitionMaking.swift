package import IntentModel
import JSONC
import Messages

/// Makes definitions from parameters that are written on one line, and adds such parameters.
package enum DefinitionMaking {
  /// Makes a definition with an intent for widgets.
  ///
  /// - Parameters:
  ///   - families: The families of the widget, for a size that applies to all of them.
  /// - Throws: `FormatErrors` with everything that is wrong, including repeated names.
  package static func definition(
    intent name: String, title: String, description: String?, _ specs: [ParameterSpec],
    families: [WidgetFamily]
  ) throws(FormatErrors) -> IntentDefinitionFile {
    var intent = JSONBuilder<DefinitionKeys.Intent>()
    intent.set(.name, name)
    intent.set(.title, title)
    intent.set(.description, description)
    intent.set(.category, .string("information"))
    intent.set(.eligibleForWidgets, true)
    intent.set(.ineligibleForSuggestions, true)
    return try sensible(specs) { specs throws(SpecErrors) in
      let made = try read(
        specs, in: intent, namespace: nil, known: [:], enums: [], families: families)
      return (made, file: made, intent: 0)
    }
  }

  /// Makes a definition from parameters, or finds everything that is wrong with them.
  ///
  /// Parameters with errors are left out, and the rest are made without them, until no further
  /// errors are found.
  ///
  /// - Parameter make: Makes the result from parameters. Also returns the definition, and the
  ///   number of the intent whose last parameters they are.
  /// - Throws: `FormatErrors` in the order of the parameters.
  static func sensible<Result>(
    _ specs: [ParameterSpec],
    _ make: ([ParameterSpec]) throws(SpecErrors) -> (
      Result, file: IntentDefinitionFile, intent: Int
    )
  ) throws(FormatErrors) -> Result {
    var errors = SpecErrors(lists: specs.map(\.errors))
    while true {
      let left = specs.indices.filter { errors.lists[$0].isEmpty }
      let missing = Set(specs.map(\.name)).subtracting(left.map { specs[$0].name })
      let sound = left.map { specs[$0].ignoringCondition(onOneOf: missing) }
      do throws(SpecErrors) {
        let (result, file, intent) = try make(sound)
        try ParameterSpec.requireSense(of: sound, in: file, intent: intent)
        guard left.count < specs.count else { return result }
        break
      } catch {
        for (index, list) in zip(left, error.lists) { errors.lists[index] += list }
        errors.others += error.others
        if !error.others.isEmpty { break }
      }
    }
    throw FormatErrors(errors.lists.flatMap { $0 } + errors.others)
  }

  /// The parts that new parameters add to an intent: the parameters themselves, and the enums and
  /// types that they define.
  ///
  /// Each parameter gets the next free tag and the next display priority.
  ///
  /// - Throws: `SpecErrors` with everything that is wrong, including names that the intent already
  ///   has.
  static func additions(
    _ specs: [ParameterSpec], to intent: IntentDefinition, of file: IntentDefinitionFile,
    families: [WidgetFamily]
  ) throws(SpecErrors) -> IntentDefinitionFile {
    let known = Dictionary(
      firsts: intent.parameters.map { parameter in
        (parameter.name, parameter.type.definitionName)
      })
    var shell = JSONBuilder<DefinitionKeys.Intent>()
    shell.set(.name, intent.name)
    var made = try read(
      specs, in: shell, namespace: file.namespace, known: known, enums: file.enums.map(\.name),
      families: families)
    let conflicts = SpecErrors(
      lists: specs.map { spec in
        made.enums.filter { spec.defines($0.name) && $0.isRefused(by: file) }
          .map { spec.conflict(.enumNamed(name: $0.name)) }
          + made.types.filter { spec.defines($0.name) && $0.isRefused(by: file) }
          .map { spec.conflict(.typeNamed(name: $0.name)) }
      })
    guard conflicts.isEmpty else { throw conflicts }
    made.enums.removeAll { made in file.enums.contains { $0.name == made.name } }
    made.types.removeAll { made in file.types.contains { $0.name == made.name } }
    var tag = max(
      intent.lastParameterTag ?? 0, intent.parameters.compactMap(\.tag).max() ?? 0)
    var priority = intent.parameters.compactMap(\.displayPriority).max() ?? 0
    for index in made.intents[0].parameters.indices {
      tag += 1
      priority += 1
      made.intents[0].parameters[index].tag = tag
      made.intents[0].parameters[index].displayPriority = priority
    }
    made.intents[0].lastParameterTag = tag
    return made
  }

  /// - Parameters:
  ///   - known: The types of the intent's existing parameters, by name.
  ///   - enums: The names of the definition's existing enums.
  private static func read(
    _ specs: [ParameterSpec], in shell: JSONBuilder<DefinitionKeys.Intent>, namespace: String?,
    known: [String: DefinitionTypeName], enums: [String], families: [WidgetFamily]
  ) throws(SpecErrors) -> IntentDefinitionFile {
    var types = known
    var errors = SpecErrors(lists: specs.map { $0.enumsWithoutCases(known: enums, in: specs) })
    for (index, spec) in specs.enumerated()
    where types.updateValue(spec.type, forKey: spec.name) != nil {
      errors.lists[index].append(
        FormatError(.duplicate(spec.name, what: .whatParameterName), file: spec.place))
    }
    var parts: [String: JSONValue] = [:]
    for (index, spec) in specs.enumerated() {
      errors.lists[index] += spec.conflicts(with: &parts)
    }
    var parameters: [JSONValue] = []
    for (index, spec) in specs.enumerated() {
      do throws(FormatErrors) {
        parameters.append(try spec.json(parents: types, families: families))
      } catch {
        errors.lists[index] += error.errors
      }
    }
    guard errors.isEmpty else { throw errors }
    var intent = shell
    intent.set(.parameters, parameters)
    var root = JSONBuilder<DefinitionKeys.Root>()
    root.set(.namespace, namespace)
    root.set(.intents, [intent.value])
    root.set(.enums, distinct(specs.flatMap(\.enumerations)))
    root.set(.types, distinct(specs.flatMap(\.objectTypes)))
    let text: String
    do throws(FormatError) {
      text = try root.value.text(.pretty)
    } catch {
      throw SpecErrors(others: [error])
    }
    do throws(FormatErrors) {
      return try DefinitionJSON.read(Array(text.utf8), file: "--parameter").get()
    } catch {
      throw SpecErrors(error, of: specs)
    }
  }

  /// The enums or object types without repetitions; of several with the same name, the first with
  /// properties is kept, or else the last.
  private static func distinct(_ types: [JSONValue]) -> [JSONValue] {
    var names: [String] = []
    var found: [String: JSONValue] = [:]
    for type in types {
      guard let name = type.definedName else { continue }
      if found[name] == nil { names.append(name) }
      if found[name]?.objectValue?[DefinitionKeys.ObjectType.properties.rawValue] == nil {
        found[name] = type
      }
    }
    return names.compactMap { found[$0] }
  }
}

/// The problems of parameters that are written on one line each.
struct SpecErrors: Error {
  /// The errors of each parameter.
  var lists: [[FormatError]]
  /// The errors that do not belong to a parameter.
  var others: [FormatError] = []

  init(lists: [[FormatError]] = [], others: [FormatError] = []) {
    self.lists = lists
    self.others = others
  }

  /// The errors in the JSON definition that was made from parameters, at the positions where the
  /// values were written.
  init(_ errors: FormatErrors, of specs: [ParameterSpec]) {
    self.init(lists: specs.map { _ in [] })
    for error in errors.errors {
      let path = (error.pointer ?? "").split(separator: "/")
      guard path.count > 3, path[2] == DefinitionKeys.Intent.parameters.rawValue,
        let index = Int(path[3]),
        specs.indices.contains(index)
      else {
        others.append(error)
        continue
      }
      lists[index].append(
        FormatError(
          file: specs[index].place(of: path.dropFirst(4).first.map { String($0) }),
          statement: error.statement))
    }
  }

  var isEmpty: Bool { others.isEmpty && lists.allSatisfy(\.isEmpty) }
}

extension ParameterSpec {
  /// Whether the line defines an enum or a type with the given name.
  fileprivate func defines(_ name: String) -> Bool {
    (enumerations + objectTypes).contains { $0.definedName == name }
  }

  /// The error about an enum or a type that is already defined with other parts.
  fileprivate func conflict(_ thing: Message) -> FormatError {
    FormatError(
      file: place(of: Key.type.rawValue), code: "conflict",
      sentence: "The \(thing) is already defined with other cases or properties.",
      remedy: "Give the parameter another name or type, or leave out the parentheses.")
  }

  /// The errors about enums and types that an earlier line defines with other parts.
  ///
  /// - Parameter known: The parts of the enums and types of earlier lines, by their names.
  fileprivate func conflicts(with known: inout [String: JSONValue]) -> [FormatError] {
    var errors: [FormatError] = []
    let cases = DefinitionKeys.Enumeration.cases.rawValue
    let properties = DefinitionKeys.ObjectType.properties.rawValue
    for (things, member) in [(enumerations, cases), (objectTypes, properties)] {
      for thing in things {
        guard let name = thing.definedName, let parts = thing.objectValue?[member] else { continue }
        let earlier = known.updateValue(parts, forKey: "\(member) \(name)")
        guard let earlier, earlier != parts else { continue }
        errors.append(conflict(member == cases ? .enumNamed(name: name) : .typeNamed(name: name)))
      }
    }
    return errors
  }

  /// The position where the value of a member is written; by default the position of the parameter.
  fileprivate func place(of member: String?) -> String {
    member.flatMap { places[$0] } ?? place
  }

  /// The parameter, without its condition if the condition depends on one of the parents.
  fileprivate func ignoringCondition(onOneOf parents: Set<String>) -> ParameterSpec {
    var spec = self
    if let parent = condition?.parent, parents.contains(parent) { spec.condition = nil }
    return spec
  }

  /// Refuses parameters that can be written but have no meaning, such as a minimum above the
  /// maximum.
  ///
  /// - Parameters:
  ///   - specs: The parameters, which are the last ones of their intent.
  ///   - file: The definition with the parameters.
  ///   - index: The index of the intent.
  /// - Throws: `SpecErrors` with every error that `check` would find in them.
  static func requireSense(
    of specs: [ParameterSpec], in file: IntentDefinitionFile, intent index: Int
  ) throws(SpecErrors) {
    let first = file.intents[index].parameters.count - specs.count
    let start = IntentPath.parts(of: .intents, index)
    let findings = file.findings.filter { $0.severity == .error }
    let errors = SpecErrors(
      lists: specs.enumerated().map { number, spec in
        let path = start.appending(first + number).components
        return findings.filter { $0.path.components.starts(with: path) }.map { finding in
          var member: String?
          if case .key(let key)? = finding.path.components.dropFirst(path.count).first {
            member = key
          }
          return FormatError(file: spec.place(of: member), statement: finding.statement)
        }
      })
    guard errors.isEmpty else { throw errors }
  }

  /// The errors about enums whose cases are neither in the definition nor in a line.
  fileprivate func enumsWithoutCases(known: [String], in specs: [ParameterSpec]) -> [FormatError] {
    let made = specs.flatMap(\.enumerations).compactMap(\.definedName)
    let properties = objectTypes.flatMap {
      $0.objectValue?[DefinitionKeys.ObjectType.properties.rawValue]?.arrayValue ?? []
    }
    return ([members] + properties.compactMap(\.objectValue)).compactMap { owner -> FormatError? in
      guard owner[Key.type.rawValue] == .string(DefinitionTypeName.one(.enumeration).rawValue),
        let name = owner[Key.enum.rawValue]?.stringValue, !(known + made).contains(name)
      else { return nil }
      let example = "\(owner[Key.name.rawValue]?.stringValue ?? ""):enum(one,two)"
      let rule = DefinitionFinding.Rule.danglingEnum(name, choices: known + made)
      return FormatError(
        file: place(of: Key.type.rawValue), code: rule.statement.code,
        sentence: "The enum “\(name: name)” does not have any cases.",
        remedy: .writeParameterAs(example: example))
    }
  }

  /// The parameter as definition JSON.
  fileprivate func json(
    parents: [String: DefinitionTypeName], families: [WidgetFamily]
  ) throws(FormatErrors) -> JSONValue {
    var members = members
    if let sizes {
      members[Key.multiple.rawValue] = true
      members[Key.sizes.rawValue] = try sizesJSON(sizes.text, at: sizes.place, families)
    }
    if let condition {
      members[Key.visibleWhen.rawValue] = try relationship(condition, parents)
    }
    // The keys are in the order of written definitions.
    let ordered = Key.allCases.compactMap { key in
      members[key.rawValue].map { (key: key.rawValue, value: $0) }
    }
    return .object(JSONObject(ordered))
  }

  private func sizesJSON(
    _ text: String, at place: String, _ families: [WidgetFamily]
  ) throws(FormatErrors) -> JSONValue {
    if let size = Int(text) {
      return .object(JSONObject(families.map { (key: $0.rawValue, value: .integer(size)) }))
    }
    var sizes = JSONObject()
    for part in text.split(separator: ",") {
      let pair = part.split(separator: ":").map(String.init)
      guard
        let family = pair.first.flatMap({ WidgetFamily(written: $0) }).map(families.named)
      else {
        throw FormatErrors([
          FormatError(
            .unknownWord(
              pair.first ?? "", what: .whatFamily,
              choices: WidgetFamily.allCases.map(\.rawValue)), file: place)
        ])
      }
      guard pair.count == 2, let size = Int(pair[1]) else {
        let found = pair.dropFirst().joined(separator: ":")
        throw FormatErrors([
          FormatError(
            .wrongType(
              expected: .aWholeNumber, found: .quoted(found.isEmpty ? String(part) : found)),
            file: place)
        ])
      }
      sizes.append(key: family.rawValue, value: .integer(size))
    }
    return .object(sizes)
  }

  private func relationship(
    _ condition: ParameterCondition, _ parents: [String: DefinitionTypeName]
  ) throws(FormatErrors) -> JSONValue {
    guard let type = parents[condition.parent], condition.parent != name else {
      let choices = parents.keys.filter { $0 != name }.sorted()
      throw FormatErrors([
        FormatError(
          .unknownWord(condition.parent, what: "parameter", choices: choices),
          file: condition.place)
      ])
    }
    guard !condition.isNegated || type == .one(.boolean) else {
      throw FormatErrors([condition.wrongNegation(example: condition.parent + "!=VALUE")])
    }
    let prefix = type.predicatePrefix
    var relation = ParameterRelation.hasAnyValue
    var values: [JSONValue] = []
    if let comparison = condition.comparison {
      relation = comparison.relation
      for text in comparison.values { values.append(try value(text, type, condition)) }
    } else if type == .one(.boolean) {
      relation = .hasExactValue
      values = [.bool(!condition.isNegated)]
    }
    var object = JSONBuilder<DefinitionKeys.Relationship>()
    object.set(.parent, condition.parent)
    object.set(
      .predicate, relation == .hasAnyValue ? relation.rawValue : prefix + relation.rawValue)
    if values.count == 1 { object.set(.value, values[0]) } else { object.set(.values, values) }
    return object.value
  }

  private func value(
    _ text: String, _ type: DefinitionTypeName, _ condition: ParameterCondition
  ) throws(FormatErrors) -> JSONValue {
    let value: JSONValue? =
      switch type {
      case .one(.boolean): Bool(text).map { .bool($0) }
      case .one(.integer): Int(text).map { .integer($0) }
      case .one(.decimal): Double(text).flatMap { $0.isFinite ? JSONValue.double($0) : nil }
      default: .string(text)
      }
    if let value { return value }
    let expected: Message = type == .one(.boolean) ? .trueOrFalse : .aNumber
    throw FormatErrors([
      FormatError(.wrongType(expected: expected, found: .quoted(text)), file: condition.place)
    ])
  }
}

extension JSONValue {
  /// The name of an enum or an object type in definition JSON.
  fileprivate var definedName: String? {
    objectValue?[DefinitionKeys.Enumeration.name.rawValue]?.stringValue
  }
}

extension IntentEnum {
  /// Whether a document has the enum, but without these cases or with different texts for them.
  ///
  /// A text that only repeats the name is not compared, because it can be left out.
  fileprivate func isRefused(by file: IntentDefinitionFile) -> Bool {
    guard let known = file.enums.first(where: { $0.name == name }) else { return false }
    return cases.contains { item in
      guard let other = known.cases.first(where: { $0.name == item.name }) else { return true }
      let text = item.displayName.text
      return text != IdentifierWords.words(of: item.name) && text != other.displayName.text
    }
  }
}

extension IntentObjectType {
  /// Whether a document already declares the type, but lacks one of these properties or gives it a
  /// different type.
  fileprivate func isRefused(by file: IntentDefinitionFile) -> Bool {
    guard let known = file.types.first(where: { $0.name == name }) else { return false }
    return ownProperties.contains { property in
      guard let other = known.ownProperties.first(where: { $0.name == property.name }) else {
        return true
      }
      return property.type.definitionName != other.type.definitionName
        || property.supportsMultipleValues != other.supportsMultipleValues
    }
  }
}

extension DefinitionTypeName {
  /// The prefix of the type's predicate names.
  fileprivate var predicatePrefix: String {
    if case .one(let kind) = self { kind.predicatePrefix } else { ValueKind.string.predicatePrefix }
  }
}
