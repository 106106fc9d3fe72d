@_exported public import IntentModel
@_exported public import StoreModel
