package import StoreModel

#if Postgres
  import PostgresStore
#endif
#if SQLite
  import SQLiteStore
#endif

extension StoreLocation {
  /// The path, or the URL without its passwords; nil for a URL that cannot be read.
  package var withoutPassword: String? {
    guard isPostgres else { return path }
    #if Postgres
      return PostgresDriver.withoutPassword(path)
    #else
      return nil
    #endif
  }

  /// Makes the driver of the store at this location, without opening it.
  ///
  /// - Parameters:
  ///   - retention: How long earlier states, removed widgets and the log are kept; the store
  ///     records this value. With nil, the value that the store has recorded applies.
  ///   - connections: The maximum number of connections to a database.
  /// - Throws: `StoreError` for an invalid path, an unusable URL, or a kind of store that this build
  ///   does not have.
  package func driver(
    keeping retention: StoreRetention? = nil,
    connections: Int = WidgetStorage.standardConnections
  ) throws(StoreError) -> any StoreDriver {
    if isPostgres {
      #if Postgres
        return try PostgresDriver(url: path, connections: connections, retention: retention)
      #else
        throw StoreError(.notInThisBuild(trait: "Postgres"), file: "")
      #endif
    }
    #if SQLite
      return try SQLiteDriver(path: path, retention: retention)
    #else
      throw StoreError(.notInThisBuild(trait: "SQLite"), file: path)
    #endif
  }
}
