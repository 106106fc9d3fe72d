@_exported public import IntentModel
@_exported public import IntentOptions
@_exported public import Messages
