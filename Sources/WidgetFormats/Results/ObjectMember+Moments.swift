import JSONC
package import JSONCodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension ObjectMember {
  /// A time.
  package static func moment(_ key: String, _ value: @escaping @Sendable (Root) -> Date) -> Self {
    .value(key, SchemaPart.moment) { .string(TimelineJSON.text(of: value($0))) }
  }

  /// A time, or null for nil.
  package static func moment(
    nullable key: String, _ value: @escaping @Sendable (Root) -> Date?
  ) -> Self {
    .value(key, SchemaPart.optional(SchemaPart.moment)) { subject in
      value(subject).map { .string(TimelineJSON.text(of: $0)) } ?? .null
    }
  }

  /// A time that is left out for nil.
  package static func moment(
    optional key: String, _ value: @escaping @Sendable (Root) -> Date?
  ) -> Self {
    .value(optional: key, SchemaPart.moment) { subject in
      value(subject).map { .string(TimelineJSON.text(of: $0)) }
    }
  }
}
