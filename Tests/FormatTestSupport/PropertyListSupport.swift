package import DefinitionFormats

/// An XML property list with the given body.
package func plist(_ body: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
  "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  \(body)
  </plist>

  """
}

package func read(_ text: String) throws -> PropertyListValue {
  try PropertyListDocument(bytes: Array(text.utf8)).value
}

package func write(
  _ value: PropertyListValue, _ layout: PropertyListLayout = .xcode
) throws -> String {
  String(decoding: try PropertyListXML.bytes(of: value, layout: layout), as: UTF8.self)
}

/// The message of the error from reading the bytes, or the value that was read.
package func message(reading bytes: [UInt8], limits: PropertyListLimits = .standard) -> String {
  do {
    return "read: \(try PropertyListDocument(bytes: bytes, limits: limits).value)"
  } catch {
    return error.description
  }
}

package func message(reading text: String, limits: PropertyListLimits = .standard) -> String {
  message(reading: Array(text.utf8), limits: limits)
}
