@_exported public import FormEngine
@_exported public import IntentModel
@_exported public import IntentOptions
@_exported public import Messages
@_exported public import WidgetTimeline
