import IntentModel
import IntentOptions
import Messages

/// An answer that has changed since the form was opened, or that is set but not in effect.
public struct FormChange: Sendable, Hashable {
  /// The row of the answer.
  public var row: FormRowID
  /// The label of the row.
  public var label: String
  /// The answer before the change; empty if there was none.
  public var old: String
  /// The answer after the change; empty if there is none.
  public var new: String
  /// Why the answer is not in effect; nil if it is.
  public var reason: String?
}

extension FormAnswers {
  var changes: [FormChange] {
    let before = schema.evaluate(openingDraft, family: opening.family)
    var changes = losses.map { change(for: $0) }
    let lost = Set(losses.compactMap(\.newName))
    if family != opening.family {
      changes.append(
        FormChange(
          row: .family, label: words(.family), old: words(opening.family.title),
          new: words(family.title), reason: nil))
    }
    for (position, parameter) in schema.ownParameters where isModified(parameter.name) {
      let name = parameter.name
      // The row of a lost answer also shows the new answer.
      if lost.contains(name) { continue }
      let old = opening.draft.values[name] ?? before.states[position].value
      changes.append(
        FormChange(
          row: .parameter(name), label: parameter.label,
          old: shown(text(of: old, parameter), in: parameter),
          new: shown(newText(of: parameter), in: parameter),
          reason: hiddenReason(of: name)))
    }
    return changes
  }

  /// The draft with which the form was opened, including the defaults that providers have returned
  /// since.
  ///
  /// A default that depends on a changed parent is left out, because the default for the parent's
  /// earlier answer is unknown.
  private var openingDraft: IntentDraft {
    var draft = opening.draft
    for (name, value) in self.draft.defaults
    where !schema.ancestors(of: name).contains(where: { isModified($0.name) }) {
      draft.defaults[name] = value
    }
    return draft
  }

  /// The old or the new text of a change; if the default could not be read, a text that reports
  /// this.
  private func shown(_ text: String, in parameter: ParameterDefinition) -> String {
    text.isEmpty && parameter.isDefaultUnknown ? words.unset(parameter) : text
  }

  /// The stored answers that saving would lose, because no new answer has replaced them.
  var openLosses: [AnswerChange] { losses.losses(in: draft) }

  /// A lost answer as the review shows it: the stored answer, and the part of it that is kept.
  private func change(for loss: AnswerChange) -> FormChange {
    let name = loss.newName ?? loss.parameter
    let parameter = loss.newName.flatMap { schema.parameter(named: $0) }
    let old = loss.before.elements.map { element -> String in
      if case .object(let object) = element { return object.display }
      return ValueText.text(of: element)
    }
    return FormChange(
      row: .parameter(name), label: parameter?.label ?? loss.parameter,
      old: old.joined(separator: ", "), new: parameter.map { newText(of: $0) } ?? "",
      reason: words(.sentences(loss.reasons.filter(\.isLoss).map(\.message))))
  }

  var withoutEffect: [FormChange] {
    schema.ownParameters.flatMap { _, parameter -> [FormChange] in
      let name = parameter.name
      if let reason = hiddenReason(of: name) {
        func change(_ text: String, _ reason: String) -> FormChange {
          FormChange(
            row: .parameter(name), label: parameter.label, old: "", new: text, reason: reason)
        }
        let unread = unreadTexts.filter { $0.key.parameter == name }.map(\.value.text).sorted()
        return (draft.values[name].map { [change(text(of: $0, parameter), reason)] } ?? [])
          + unread.map { change($0, unsaved(reason)) }
      }
      guard parameter.supportsMultipleValues, let maximum = parameter.maximumCount(for: family)
      else { return [] }
      return slotTexts(of: parameter).filter { $0.slot >= maximum }.map { slot, text in
        FormChange(
          row: .element(name, slot), label: elementLabel(slot, of: parameter), old: "", new: text,
          reason: unreadTexts[.element(name, slot)] == nil
            ? words(.notInFamily) : unsaved(words(.notInFamily)))
      }
    }
  }

  /// Why a text is not in effect, with the note that saving drops it.
  private func unsaved(_ reason: String) -> String {
    "\(reason) · \(words("cannot be read, so it is not saved"))"
  }

  /// The label of an element of an array.
  private func elementLabel(_ slot: Int, of parameter: ParameterDefinition) -> String {
    "\(parameter.label) \(slot + 1)"
  }

  /// The texts of an array's slots in order; a text that cannot be read is shown as typed.
  private func slotTexts(of parameter: ParameterDefinition) -> [(slot: Int, text: String)] {
    var texts: [Int: String] = [:]
    for (slot, element) in elements(of: parameter).enumerated() {
      texts[slot] = display(of: element, parameter)
    }
    for (row, unread) in unreadTexts {
      if case .element(parameter.name, let slot) = row { texts[slot] = unread.text }
    }
    return texts.sorted { $0.key < $1.key }.map { (slot: $0.key, text: $0.value) }
  }

  private func newText(of parameter: ParameterDefinition) -> String {
    if let unread = unreadTexts[.parameter(parameter.name)] { return unread.text }
    if parameter.supportsMultipleValues {
      return slotTexts(of: parameter).map(\.text).joined(separator: ", ")
    }
    return text(of: value(of: .parameter(parameter.name)), parameter)
  }

  /// A value as people see it; the elements of an array are separated by commas.
  func text(of value: IntentValue?, _ parameter: ParameterDefinition) -> String {
    guard let value else { return "" }
    guard case .array(let elements) = value else {
      return display(of: value, parameter)
    }
    return elements.map { display(of: $0, parameter) }.joined(separator: ", ")
  }

  /// The bounds of a number or a duration, as people write them; nil if there are none.
  func bounds(of row: RowDescription) -> FormBounds? {
    FormBounds(
      lower: row.minimum.map { display(of: $0, row.parameter) },
      upper: row.maximum.map { display(of: $0, row.parameter) })
  }

  /// A single value as people see it, in the language and the formats of the form.
  func display(of value: IntentValue, _ parameter: ParameterDefinition) -> String {
    ValueText.display(
      of: value, type: parameter.type, schema: schema, words: words,
      titles: draft.titles[parameter.name])
  }

  /// The warnings, shown before saving, about chosen values that their providers no longer offer or
  /// could not check.
  ///
  /// - Parameter name: Returns the name to use for a parameter.
  func remarksOnChoices(
    missing: [String: Set<String>], unknown: [String: Set<String>],
    name: (ParameterDefinition) -> String
  ) -> [Message] {
    schema.parameters.flatMap { parameter -> [Message] in
      let texts = { (identifiers: Set<String>?) in displays(of: parameter, among: identifiers) }
      return [
        texts(missing[parameter.name]).map {
          "\(name(parameter)): no longer offered, and kept: \($0)."
        },
        texts(unknown[parameter.name]).map {
          """
          \(name(parameter)): may no longer be offered, because the source lists only some \
          choices: \($0).
          """
        },
      ].compactMap { $0 }
    }
  }

  /// The chosen values of a parameter that have one of the given identifiers, as a list; nil if
  /// there are none.
  private func displays(
    of parameter: ParameterDefinition, among identifiers: Set<String>?
  ) -> String? {
    guard let identifiers, let value = draft[parameter.name] else { return nil }
    let texts = value.elements.filter { identifiers.contains($0.choiceIdentifier ?? "") }
      .map { display(of: $0, parameter) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  func notOffered(_ missing: [String: Set<String>]) -> [FormChange] {
    return visibleParameters.flatMap { parameter -> [FormChange] in
      guard let lost = missing[parameter.name] else { return [] }
      let values = (draft.values[parameter.name] ?? draft.defaults[parameter.name])?.elements ?? []
      return values.enumerated().compactMap { slot, value in
        guard let identifier = value.choiceIdentifier, lost.contains(identifier) else { return nil }
        let (row, label) =
          parameter.supportsMultipleValues
          ? (FormRowID.element(parameter.name, slot), elementLabel(slot, of: parameter))
          : (.parameter(parameter.name), parameter.label)
        return FormChange(
          row: row, label: label, old: "", new: display(of: value, parameter),
          reason: words(.missing))
      }
    }
  }
}
