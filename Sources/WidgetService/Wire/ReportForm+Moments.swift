import DefinitionFormats
import Foundation
import WidgetFormats

extension ReportForm.Member {
  /// A time.
  static func moment(_ key: String, _ value: @escaping @Sendable (Subject) -> Date) -> Self {
    .value(key, SchemaPart.moment) { .string(TimelineJSON.text(of: value($0))) }
  }

  /// A time, or null for nil.
  static func moment(
    nullable key: String, _ value: @escaping @Sendable (Subject) -> Date?
  ) -> Self {
    .value(key, SchemaPart.optional(SchemaPart.moment)) { subject in
      value(subject).map { .string(TimelineJSON.text(of: $0)) } ?? .null
    }
  }

  /// A time that is left out for nil.
  static func moment(
    optional key: String, _ value: @escaping @Sendable (Subject) -> Date?
  ) -> Self {
    .value(optional: key, SchemaPart.moment) { subject in
      value(subject).map { .string(TimelineJSON.text(of: $0)) }
    }
  }
}
