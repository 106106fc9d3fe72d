@_exported public import DefinitionFormats
@_exported public import IntentModel
@_exported public import Messages
