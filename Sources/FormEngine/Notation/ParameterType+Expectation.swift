import IntentModel
import Messages

extension ParameterType {
  /// A description of the expected input, with the bounds of a number.
  func expectation(in words: FormWords) -> Message {
    let ends: (IntentValue?, IntentValue?) =
      switch self {
      case .integer, .decimal: bounds
      default: (nil, nil)
      }
    let kind = ValueText.expectation(of: self, notation: ValueNotation(words))
    func text(_ number: IntentValue) -> String {
      words.format.localized(ValueText.text(of: number))
    }
    return switch ends {
    case (let lower?, let upper?): "\(kind) from \(text(lower)) to \(text(upper))"
    case (let lower?, nil): "\(kind), \(text(lower)) or more"
    case (nil, let upper?): "\(kind), \(text(upper)) or less"
    case (nil, nil): kind
    }
  }
}
