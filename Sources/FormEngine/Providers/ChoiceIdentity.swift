import IntentModel
import IntentOptions

/// Choices that a source is known to offer, with their current texts.
struct KnownChoices: Sendable, Hashable {
  /// The choices by identifier.
  var items: [String: OptionItem] = [:]
  /// The titles that several choices share, each with its distinguishing text; nil if the other
  /// choices are unknown.
  var titles: [String: String]?
}

extension IntentDraft {
  /// Updates the texts of a parameter's choices.
  mutating func rename(_ known: KnownChoices, of name: String) {
    values[name] = values[name]?.renamed(by: known.items)
    defaults[name] = defaults[name]?.renamed(by: known.items)
    let chosen = (values[name]?.elements ?? []) + (defaults[name]?.elements ?? [])
    for value in chosen {
      guard let identifier = value.choiceIdentifier, let item = known.items[identifier] else {
        continue
      }
      titles[name, default: [:]][identifier] = value.title(
        of: item, known.titles, before: titles[name]?[identifier])
    }
    if titles[name]?.isEmpty == true { titles[name] = nil }
  }
}

extension IntentValue {
  /// The text that people see for a chosen value, if the value does not contain that text itself.
  ///
  /// - Parameters:
  ///   - item: The choice.
  ///   - toldApart: The titles that several choices share, each with its distinguishing text; nil
  ///     if the other choices are unknown.
  ///   - before: The current text of the value.
  fileprivate func title(
    of item: OptionItem, _ toldApart: [String: String]?, before: String?
  ) -> String? {
    if let title = toldApart?[item.identifier] { return title }
    // If the other choices are unknown, a title that was distinguished before stays distinguished.
    if toldApart == nil, let before, before.hasPrefix(item.display + " (") {
      return item.title(besides: [])
    }
    let hasTitle = kind == .object || coding?.title != nil
    return hasTitle || item.display == item.identifier ? nil : item.display
  }
}

extension IntentValue {
  fileprivate func renamed(by items: [String: OptionItem]) -> IntentValue {
    switch self {
    case .array(let values): return .array(values.map { $0.renamed(by: items) })
    case .object(var object):
      guard let item = items[object.identifier] else { return self }
      object.display = item.display
      return .object(object)
    default:
      guard let coding, coding.isKnownToSources, let identifier = choiceIdentifier,
        let item = items[identifier]
      else { return self }
      return coding.value(self, titled: item.display) ?? self
    }
  }
}
