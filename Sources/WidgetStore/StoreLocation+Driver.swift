package import StoreModel

#if Postgres
  import PostgresStore
#endif
#if SQLite
  import SQLiteStore
#endif

extension StoreLocation {
  /// Makes the driver of the store at this location, without opening it.
  ///
  /// - Throws: `StoreError` for an invalid path, an unusable URL, or a kind of store that this build
  ///   does not have.
  package func driver() throws(StoreError) -> any StoreDriver {
    if isPostgres {
      #if Postgres
        return try PostgresDriver(url: path)
      #else
        throw StoreError(.notInThisBuild(trait: "Postgres"), file: "")
      #endif
    }
    #if SQLite
      return try SQLiteDriver(path: path)
    #else
      throw StoreError(.notInThisBuild(trait: "SQLite"), file: path)
    #endif
  }
}
