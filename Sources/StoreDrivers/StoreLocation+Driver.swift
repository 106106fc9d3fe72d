import PostgresStore
import SQLiteStore
package import WidgetStore

extension StoreLocation {
  /// Makes the driver of the store at this location, without opening it.
  ///
  /// - Throws: `StoreError` for an invalid path or an unusable URL.
  package func driver() throws(StoreError) -> any StoreDriver {
    if isPostgres { return try PostgresDriver(url: path) }
    return try SQLiteDriver(path: path)
  }
}
