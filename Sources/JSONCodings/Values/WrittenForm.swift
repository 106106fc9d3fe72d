import IntentModel
import JSONC
package import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Describes the form of a type's values in intent JSON, with an example.
enum WrittenForm {
  /// A description of the expected value, such as `a whole number such as 3`.
  ///
  /// The example is a valid value: the definition's default, otherwise a standard example within
  /// the range. Enums list their choices.
  static func words(of type: ParameterType, in schema: IntentSchema?) -> Message {
    switch type {
    case .boolean: return .trueOrFalse
    case .enumeration:
      let choices = schema?.enumeration(of: type)?.choices.map { "\"\($0.name)\"" } ?? []
      guard !choices.isEmpty else { return "the name of a case in double quotes" }
      let shown = namesToList(choices)
      let cases = shown.joined(separator: ", ").harmless(limit: 1_200)
      return choices.count > shown.count
        ? "one of \(cases) and \(choices.count - shown.count) more" : "one of \(cases)"
    case .other(let name): return .verbatim(name)
    default: return "\(type.writtenKind) such as \(example(of: type, in: schema))"
    }
  }

  /// The text of a valid value of a type.
  static func example(of type: ParameterType, in schema: IntentSchema?) -> String {
    let standard = type.staticDefault.flatMap { value in
      schema?.issues(with: value, type: type, at: .root).isEmpty == true ? value : nil
    }
    let value = standard ?? anyValue(of: type)
    let json = IntentValueWriter(schema: schema).json(value, type: type)
    return (try? JSONText.write(json, style: .compact)) ?? ""
  }

  private static func anyValue(of type: ParameterType) -> IntentValue {
    switch type {
    case .boolean: .boolean(true)
    case .integer(let metadata):
      .integer(bounded(3, metadata.lowerLimit, metadata.upperLimit))
    case .decimal(let metadata):
      .decimal(bounded(0.5, metadata.lowerLimit, metadata.upperLimit))
    case .timeInterval(let metadata):
      .timeInterval(bounded(5_400, metadata.lowerLimit, metadata.upperLimit))
    case .dateComponents(let metadata): .dateComponents(metadata.kind.example)
    case .object: .object(IntentObject(identifier: "work", display: "Work"))
    default: type.kind?.facts.example ?? type.coding?.example ?? .string("Oslo")
    }
  }

  private static func bounded<Number: Comparable>(
    _ number: Number, _ lower: Number?, _ upper: Number?
  ) -> Number {
    if let lower, number < lower { return lower }
    if let upper, number > upper { return upper }
    return number
  }
}

extension ParameterType {
  /// The kind of JSON value for the type.
  fileprivate var writtenKind: Message {
    switch self {
    case .integer: .aWholeNumber
    case .decimal: .aNumber
    case .timeInterval: "an ISO 8601 duration"
    case .file: "a path or URL"
    default: kind?.madeOfText == nil ? .anObject : kindMessage
    }
  }
}

extension DateComponentsMetadata.Kind {
  fileprivate var example: DateComponents {
    switch self {
    case .time: DateComponents(hour: 7, minute: 30)
    case .date: DateComponents(year: 2_026, month: 3, day: 1)
    case .dateTime: DateComponents(year: 2_026, month: 3, day: 1, hour: 7, minute: 30)
    }
  }
}

extension JSONValue {
  /// The value for messages; for arrays and objects, only the kind.
  package var shown: Message {
    switch self {
    // The notation of JSON, which every language shares.
    case .null: .verbatim("null")
    case .bool(let boolean): .verbatim("\(boolean)")
    case .integer(let number): .verbatim("\(number)")
    case .double(let number): .verbatim("\(number)")
    case .string(let text): "the string “\(name: text)”"
    case .array: .anArray
    case .object: .anObject
    }
  }
}
