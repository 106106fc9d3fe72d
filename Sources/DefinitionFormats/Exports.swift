@_exported public import JSONCodings
