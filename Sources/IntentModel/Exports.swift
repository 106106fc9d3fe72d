// What a problem says is a member of Messages, for everybody who sees the problem.
@_exported public import Messages
