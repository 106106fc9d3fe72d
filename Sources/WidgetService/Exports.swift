@_exported public import WidgetConfig
@_exported public import WidgetStore
