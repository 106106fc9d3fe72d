/// Why a connection to a server, or a request on it, failed.
extension Message {
  package static var nothingAccepts: Message { "nothing accepts connections there" }
  package static var connectionLost: Message { "the connection was lost" }
  package static var connectionNotSecure: Message { "the connection cannot be made secure" }
  package static var noResponseInTime: Message { "no response arrived in time" }
}
