@_exported public import IntentModel
@_exported public import StoreModel

#if SQLite
  @_exported public import SQLiteStore
#endif
