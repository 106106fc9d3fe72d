// Errors of this module contain types of Messages, which every user of the errors needs.
@_exported public import Messages
