@_exported public import StoreModel
