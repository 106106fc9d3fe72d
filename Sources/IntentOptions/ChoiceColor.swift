package import IntentModel

/// The colour of a choice: its property `color`, if that is a colour such as `#1E6FD9`.
package struct ChoiceColor: Sendable, Hashable {
  /// A number sign and six hexadecimal digits.
  package let text: String

  /// Returns nil if the property is missing or has a different form.
  package init?(_ properties: [String: IntentValue]) {
    guard case .string(let text)? = properties["color"],
      text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    self.text = text
  }

  /// The red, green and blue parts, each from 0 to 255.
  package var parts: (red: UInt8, green: UInt8, blue: UInt8) {
    let number = UInt32(text.dropFirst(), radix: 16) ?? 0
    return (UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255))
  }
}
