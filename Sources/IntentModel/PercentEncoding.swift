import Messages

extension String {
  /// The text, percent-encoded except for the unreserved bytes.
  package var percentEncoded: String {
    var result = ""
    for byte in utf8 {
      if byte.isUnreserved {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + byte.hexadecimal(digits: 2, uppercase: true)
      }
    }
    return result
  }

  /// The text without percent-encoding, exactly as it was sent; nil if it is not percent-encoded
  /// UTF-8.
  ///
  /// Foundation's function drops a byte-order mark at the beginning, so a name would become a
  /// different one.
  package var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let decoded = [UInt8](hexadecimal: rest.prefix(2)), decoded.count == 1 else {
        return nil
      }
      bytes += decoded
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte needs no escape in a URL (RFC 3986 §2.3).
  package var isUnreserved: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }
}
