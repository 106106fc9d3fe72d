import IntentDocuments
import Messages
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The current state under a name.
package struct KnownWidget: Sendable {
  /// The name.
  package var name: String
  /// The number of the stored state; 0 if it cannot be read.
  package var revision: Int
  /// The widget; nil if it cannot be read.
  package var widget: PlacedWidget?

  init(_ row: StoredRow) {
    (name, revision) = (row.name, row.revision ?? 0)
    widget = try? PlacedWidget(row)
  }
}

/// Widgets that are to be stored, and that depend on widgets that are already placed.
package struct PlacedPart {
  /// The placed widgets that the widgets in a part depend on.
  package struct Present: Sendable {
    /// The widgets that are placed under the names in the part.
    package var named: [KnownWidget]
    /// Some placed widgets of each intent in the part, as
    /// ``PlacedWidgetStore/some(ofIntent:limit:)`` returns them.
    package var ofIntents: [String: PlacedPage<PlacedWidget>]

    /// Makes the description of the placed widgets.
    package init(named: [KnownWidget], ofIntents: [String: PlacedPage<PlacedWidget>]) {
      (self.named, self.ofIntents) = (named, ofIntents)
    }
  }

  /// The names whose current state the widgets depend on.
  package var names: Set<String>
  /// The intents whose placed widgets are also read, up to a limit.
  ///
  /// `limit` is the maximum number of widgets found by name, and also the maximum number of all
  /// other widgets.
  package var intents: (types: [String], limit: Int)
  /// Makes the widgets from the current ones, each with the revision that is expected in the store,
  /// or 0 if its name must be free.
  package var widgets: @Sendable (Present) throws -> [PlacedWidget]

  /// Makes a part.
  package init(
    names: Set<String>, intents: (types: [String], limit: Int) = ([], 0),
    widgets: @escaping @Sendable (Present) throws -> [PlacedWidget]
  ) {
    (self.names, self.intents, self.widgets) = (names, intents, widgets)
  }
}

extension PlacedWidgetStore {
  /// The current states under the given names, all from the same moment, in any order.
  package func known(named names: Set<String>) async throws(StoreError) -> [KnownWidget] {
    guard !names.isEmpty else { return [] }
    let keys = Array(Set(names.map(PlacedWidget.key)))
    return try await driver.read(tenant) { try $0.rows(named: keys).map(KnownWidget.init) } ?? []
  }

  /// Stores widgets part by part in one transaction, all or none.
  ///
  /// At most two parts are in memory: one is made while the previous one is stored.
  ///
  /// - Parameter begin: Starts from the first part, and returns a function. Each call of that
  ///   function makes the next part; it returns nil after the last part. If the store has to repeat
  ///   the transaction, it calls `begin` again. No name occurs twice, not even in different parts.
  /// - Returns: The number of widgets.
  /// - Throws: `StoreError`, and the errors that the function and its parts throw.
  package func saveAll(
    _ begin: @escaping @Sendable () throws -> () throws -> PlacedPart?
  ) async throws -> Int {
    let date = now()
    let failure = Mutex<(any Error)?>(nil)
    do throws(StoreError) {
      return try await driver.write(tenant) { [actor] rows in
        /// The result of the caller's code; an error in that code ends the transaction and is then
        /// thrown.
        func made<Value>(_ body: () throws -> Value) throws -> Value {
          do {
            return try body()
          } catch {
            failure.withLock { $0 = error }
            throw StoreProblem.database(cause: "")
          }
        }
        let history = WidgetHistory(rows, at: date, by: actor)
        let next = try made(begin)
        var count = 0
        var ready: (entries: [StoreEntry], read: [String: StoredRow?]) = ([], [:])
        while let part = try made(next) {
          let keys = Set(part.names.map(PlacedWidget.key)).sorted(by: WidgetHistory.precedes)
          let found = keys.isEmpty ? [] : try rows.rows(named: keys)
          var ofIntents: [String: PlacedPage<PlacedWidget>] = [:]
          for type in part.intents.types {
            ofIntents[type] = try Self.some(ofIntent: type, limit: part.intents.limit, in: rows)
          }
          let entries = try making { [ofIntents] in
            Result {
              try part.widgets(
                PlacedPart.Present(named: found.map(KnownWidget.init), ofIntents: ofIntents))
            }
            .map { widgets in Result { try StoreEntry.all(of: widgets, at: date) } }
          } during: {
            count += try history.write(ready.entries, read: ready.read).count
          }
          var read = Dictionary(uniqueKeysWithValues: keys.map { ($0, StoredRow?.none) })
          for row in found { read[row.name] = row }
          ready = (try made { try entries.get() }.get(), read)
        }
        return count + (try history.write(ready.entries, read: ready.read).count)
      }
    } catch {
      if let failure = failure.withLock({ $0 }) { throw failure }
      throw error
    }
  }

  /// A random name that replaces an erased subject in the log.
  package static var newPseudonym: String {
    "erased-\(UInt64.random(in: .min ... .max).hexadecimal(digits: 16))"
  }

  /// Starts another epoch of the log, which tells its followers that they may have missed changes.
  ///
  /// - Returns: The epoch; nil if nothing was ever stored.
  package func beginEpoch() async throws(StoreError) -> String? {
    guard try await hasData else { return nil }
    return try await driver.write(tenant) { rows in
      try rows.beginEpoch()
      return try rows.logHead().epoch
    }
  }
}
