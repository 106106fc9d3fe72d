package import DefinitionFormats
import Foundation

/// The folder of the package.
package let packageFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path()

/// The path of a definition written for these tests.
package func fixture(_ name: String) -> String {
  packageFolder + "Fixtures/Definitions/" + name + ".intentdefinition"
}

/// The names of all definitions written for these tests.
package func fixtureNames() throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: packageFolder + "Fixtures/Definitions")
    .filter { $0.hasSuffix(".intentdefinition") }
    .map { String($0.dropLast(".intentdefinition".count)) }.sorted()
}

/// A definition of one intent with the given members; without indentation, because reading ignores
/// it.
package func definition(intent members: String, root: String = "") -> String {
  plist(
    """
    <dict>
    <key>INIntents</key>
    <array>
    <dict>
    <key>INIntentName</key>
    <string>Sample</string>
    \(members)
    </dict>
    </array>
    \(root)
    </dict>
    """)
}

/// A definition of one parameter with the given members.
package func definition(parameter members: String) -> String {
  definition(
    intent: """
      <key>INIntentParameters</key>
      <array>
      <dict>
      <key>INIntentParameterName</key>
      <string>sample</string>
      \(members)
      </dict>
      </array>
      """)
}

/// A definition of one parameter with the given type and metadata; the metadata keys are given
/// without their prefix.
package func definition(type: String, metadata: String) -> String {
  let whole = metadata.replacing("<key>", with: "<key>INIntentParameterMetadata")
    .replacing("<key>INIntentParameterMetadataUTI<", with: "<key>UTI<")
  let type = "<key>INIntentParameterType</key>\n<string>\(type)</string>"
  guard !metadata.isEmpty else { return definition(parameter: type) }
  return definition(
    parameter: "\(type)\n<key>INIntentParameterMetadata</key>\n<dict>\n\(whole)\n</dict>")
}

/// The result of reading a text as a definition.
package func reading(_ text: String) throws -> DefinitionReading {
  try IntentDefinitionReader.read(Array(text.utf8), file: "Sample.intentdefinition")
}

/// The property list of a text; the order of keys does not matter.
package func sortedValue(_ text: String) throws -> PropertyListValue {
  let bytes = try PropertyListXML.bytes(of: read(text))
  return try PropertyListDocument(bytes: bytes).value
}

/// A folder that is removed when its owner is released.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "widgetconfig-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and creates the folders that contain it.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    let file = path + "/" + name
    let folder = URL(filePath: file).deletingLastPathComponent().path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }
}
