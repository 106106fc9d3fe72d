@_exported public import DevicePush
@_exported public import WidgetConfig
@_exported public import WidgetStore
