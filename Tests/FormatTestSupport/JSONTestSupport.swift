import DefinitionFormats
import IntentDocuments
package import IntentModel
import JSONC
import WidgetTestSupport

/// The UTF-8 bytes of a text.
package func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The lines of the error from a failed reading; empty if the reading succeeded.
package func complaints<Value>(_ read: () throws -> Value) -> [String] {
  do {
    _ = try read()
    return []
  } catch let errors as FormatErrors {
    return errors.errors.map(\.description)
  } catch let issues as LocatedIssues {
    return issues.issues.map(\.description)
  } catch {
    return ["\(error)"]
  }
}

extension IntentSchema {
  /// The intent of the examples: a parent, its child, and one parameter for most types.
  package static let upNext: IntentSchema = {
    let parameters: [ParameterDefinition] = [
      .boolean("mirrorCalendarApp", default: true),
      .object("calendars", "Calendar").sized([.systemSmall: 1, .systemMedium: 3]).dynamic()
        .under("mirrorCalendarApp", "BooleanHasExactValue", .boolean(false)),
      .duration("lookAhead", .hours), .dateComponents("dayStart", .time),
      .decimal("emphasis", 0...1), .enumeration("style", "Style", default: "list"),
      .integer("count", 1...9), .string("dedication"), .of(.url(defaultValue: nil), "link"),
      .of(.currencyAmount(CurrencyMetadata(currencyCodes: ["EUR", "NOK"])), "price"),
      .of(.placemark(detail: nil), "place"), .string("secret").locked,
    ]
    let enums: [IntentEnum] = [.of("Style", "agenda", "list")]
    let types: [IntentObjectType] = [
      .of(
        "Calendar", .own("colour", .string(StringMetadata())),
        .own("weeks", .integer(.within(1...52))))
    ]
    let file = IntentDefinitionFile(
      intents: [
        IntentDefinition(name: "UpNext", isEligibleForWidgets: true, parameters: parameters)
      ], enums: enums, types: types)
    return IntentSchema(file.intents[0], in: file)
  }()
}
