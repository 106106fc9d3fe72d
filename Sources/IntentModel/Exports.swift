// Errors in this module contain types from Messages, which everyone who handles the errors needs.
@_exported public import Messages
