/// Writes the class of a resolution result.
struct SiriKitResultWriter {
  /// A class method that makes a result.
  struct Maker {
    /// The meaning of the result; nil if the class has only this method.
    var documentation: String?
    /// The selector with its colon.
    var selector: String
    /// The name with its parameters.
    var signature: String
    /// The expression that makes the result.
    var body: String
    /// The signature of the superclass's version, which becomes unavailable; nil for none.
    var hidden: String?
  }

  /// The name of the class.
  let name: String

  /// The superclass.
  let base: String

  /// The availability of the class.
  let availability: String

  /// The modifiers of the declarations.
  let style: SiriKitStyle

  func write(_ makers: [Maker], to text: inout SwiftText) {
    text.line(availability)
    text.line("@objc(\(name))")
    text.block("\(style.type) class \(name): \(base)") { text in
      text.line("")
      for maker in makers {
        if let documentation = maker.documentation { text.documentation(documentation) }
        text.line("@objc(\(maker.selector))")
        text.block("\(style.access) class func \(maker.signature) -> Self") {
          $0.line("return \(maker.body)")
        }
        text.line("")
      }
      for hidden in makers.compactMap(\.hidden) {
        text.line("@available(*, unavailable)")
        text.block("override \(style.access) class func \(hidden) -> Self") {
          $0.line("fatalError()")
        }
        text.line("")
      }
    }
  }
}
