import IntentModel
import Messages

/// Swift source that is written line by line.
struct SwiftText {
  private var lines: [String] = []
  private var depth = 0
  private let step: String

  /// Starts an empty file.
  init(indentation: Int = 2) {
    step = String(repeating: " ", count: indentation)
  }

  /// The source, which ends with a line break.
  var source: String { lines.joined(separator: "\n") + "\n" }

  /// Writes a line at the current depth.
  mutating func line(_ text: String) {
    lines.append(text.isEmpty ? "" : String(repeating: step, count: depth) + text)
  }

  /// Writes the first lines of a generated file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - stem: The name of the definition file without its extension.
  ///   - addition: Additional words about the origin of the file.
  mutating func head(_ name: String, of stem: String, addition: String = "") {
    line("// \(name)")
    line(
      """
      // \(GeneratedFile.mark) \(SwiftName.fileName(stem))\(addition). Change the definition, not \
      this file.
      """)
    line("// swift-format-ignore-file")
    line("")
  }

  /// Writes the first lines of a file as Xcode generates it.
  mutating func headOfXcode(_ name: String) {
    for text in ["//", "// \(name)", "//"] { line(text) }
    line("// This file was \(GeneratedFile.markOfXcode) and should not be edited.")
    for text in ["//", ""] { line(text) }
  }

  /// The systems that have widgets with App Intents.
  static let systemsOfAppIntents = "@available(iOS 17.0, macOS 14.0, watchOS 10.0, *)"

  /// Writes which systems have widgets with App Intents.
  mutating func availability() { line(Self.systemsOfAppIntents) }

  /// Writes an empty line between declarations, but not at the start of a block.
  mutating func blank() {
    guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
    lines.append("")
  }

  /// Writes indented lines between a head, which ends with an opening brace, and a closing brace.
  mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
    line(head + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Continues after the closing brace of a block with another block.
  mutating func continueLine(with label: String, _ body: (inout SwiftText) -> Void) {
    guard let last = lines.popLast() else { return }
    lines.append(last + label + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Writes an expression or a parameter list: on one line if it fits, otherwise with one element
  /// per line.
  mutating func list(_ head: String, _ elements: [String], _ tail: String) {
    let whole = head + elements.joined(separator: ", ") + tail
    guard whole.count + depth * step.count > Self.width, !elements.isEmpty else {
      return line(whole)
    }
    line(head)
    depth += 1
    for (index, element) in elements.enumerated() {
      line(element + (index == elements.count - 1 ? "" : ","))
    }
    depth -= 1
    line(tail)
  }

  /// Writes a documentation comment; a text from the definition cannot end the comment early.
  mutating func documentation(_ text: String) {
    let paragraphs = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for paragraph in paragraphs {
      var row = "///"
      for word in paragraph.split(separator: " ") {
        if row.count > 3, row.count + word.count + 1 + depth * step.count > Self.width {
          line(row)
          row = "///"
        }
        row += " " + visible(String(word))
      }
      line(row)
    }
  }

  private static let width = 100
}

/// Literals of the Swift language.
enum SwiftLiteral {
  /// A string literal for a text with any characters.
  static func string(_ text: String) -> String {
    let body = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where visible(String(scalar)) != String(scalar):
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"" + body.joined() + "\""
  }

  /// A literal of a finite number, with a fraction or an exponent.
  static func double(_ number: Double) -> String { "\(number)" }

  /// A literal of a number, without a fraction if it is whole.
  static func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? double(number)
  }
}
