import DefinitionFormats
import IntentModel
import Messages

/// Compares the identifiers that old code gave to objects with those that an entity has.
///
/// A stored object is found only by its identifier. Equal code gives equal identifiers, but
/// different code does not prove that they differ.
struct IdentifierComparison {
  /// The old code for the identifiers of objects of the type.
  let old: [SourceIdentifier]
  /// The new code for the identifiers of the entity.
  let new: [SourceIdentifier]
  let entity: SourceEntity
  /// Whether the old source declares a type with the entity's name; the old code then read the
  /// identifier from an object of that type.
  let isOfOldModel: Bool
  /// The texts that the new query and the entity contain.
  let texts: Set<String>
  /// The texts in the rest of the new code, which may make the entity.
  let otherTexts: Set<String>
  /// The position for findings that concern no single expression of the new code.
  let place: SourcePlace
  /// The name of the code that makes the entity.
  let maker: String
  let subject: Message

  /// The effect on stored objects, and the reason.
  var result: (fate: MigrationReport.Fate, findings: [CheckFinding]) {
    let lost = lostTexts
    let expressions = distinct(old.filter { $0.argument.value.text == nil })
    let isLost = lost.contains { $0.has(.identifierLost) }
    guard !expressions.isEmpty || old.isEmpty else { return (isLost ? .lostForSome : .kept, lost) }
    if let finding = difference(expressions) {
      return (isLost ? .lostForSome : .notJudged, lost + [finding])
    }
    return (isLost ? .lostForSome : .kept, lost)
  }

  private func distinct(_ all: [SourceIdentifier]) -> [SourceIdentifier] {
    all.firsts { $0.form ?? "\($0.argument.place)" }
  }

  /// The finding about expressions that are not equal; nil if they are equal.
  private func difference(_ expressions: [SourceIdentifier]) -> CheckFinding? {
    let made = distinct(new.filter { $0.argument.value.text == nil && !$0.isHandedOn })
    // An identifier that comes from a caller is determined elsewhere, so it is left out.
    let given = expressions.filter { !$0.isHandedOn }
    guard let first = given.first ?? expressions.first else {
      return finding(
        at: place,
        """
        The old code does not show which identifiers it gave, so those of “\(name: entity.name)” \
        cannot be compared with them.
        """,
        "Compare them with the identifiers that people have stored.")
    }
    let wanted = Set(given.compactMap(\.form))
    let (code, line) = (visible(first.code), first.argument.place)
    let old: Message = "`\(code)` (line \(line.line) of \(name: line.fileName))"
    // If the entity is the model itself, it has the identifier of the model.
    let isModel = isOfOldModel && made.isEmpty && !entity.isIdentifierComputed
    if isModel, wanted == ["_0.id"], given.allSatisfy({ $0.form != nil }) { return nil }
    guard let other = made.first(where: { $0.form.map { !wanted.contains($0) } ?? true }) else {
      let known = Set(made.compactMap(\.form))
      if !wanted.isEmpty, wanted.isSubset(of: known), given.allSatisfy({ $0.form != nil }) {
        return nil
      }
      let missing = given.first { $0.form.map { !known.contains($0) } ?? true } ?? first
      let place = missing.argument.place
      return finding(
        at: self.place,
        """
        The old code gives the identifier `\(visible(missing.code))` (line \(place.line) of \
        \(name: place.fileName)), and the source does not show which identifiers \
        “\(name: maker)” gives, so the two cannot be compared.
        """,
        "Where the app makes the entity, give it the old identifier.")
    }
    return finding(
      at: other.argument.place,
      """
      The identifier is `\(visible(other.code))` and was \(old), so it is unknown whether they are \
      equal.
      """,
      "Give the old identifier: write `\(code)` for the same object.")
  }

  private func finding(
    at place: SourcePlace, _ sentence: Message, _ remedy: Message
  ) -> CheckFinding {
    CheckFinding(
      at: place, .warning, .notJudged, subject: subject, sentence: sentence, remedy: remedy)
  }

  /// The findings about identifiers that are literals in the old code and do not occur in the new
  /// query.
  private var lostTexts: [CheckFinding] {
    let known = texts.union(new.compactMap(\.argument.value.text))
    var seen = Set<String>()
    return old.compactMap { identifier -> CheckFinding? in
      guard let text = identifier.argument.value.text, !text.isEmpty, !known.contains(text),
        seen.insert(text).inserted
      else { return nil }
      let isElsewhere = otherTexts.contains(text)
      let place = identifier.argument.place
      return CheckFinding(
        at: self.place, isElsewhere ? .note : .warning,
        isElsewhere ? .notJudged : .identifierLost, subject: subject,
        sentence: """
          The old code gives an object the identifier “\(name: text)” (line \(place.line) of \
          \(name: place.fileName)), which “\(name: maker)” does not contain.
          """,
        remedy: "Return an entity with this identifier from `entities(for:)`.")
    }
  }
}
