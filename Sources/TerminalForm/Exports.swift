@_exported public import WidgetForm
