import FormEngine
import Foundation
import InputFiles
import IntentDocuments
import IntentModel

/// The changes of a placed widget's form that was left without saving, in a file beside the store.
///
/// The next form of the widget offers them. Only the user can read the file.
struct UnsavedChanges: Sendable {
  private let folder: String
  private let file: String
  private let schema: IntentSchema

  /// - Parameters:
  ///   - folder: The folder with a file for each widget.
  ///   - name: The name of the placed widget.
  ///   - schema: The intent of the widget.
  init(folder: String, name: String, _ schema: IntentSchema) {
    self.folder = folder
    // A name can have any characters and any length.
    let digits = name.utf8.prefix(100).map { String(format: "%02x", $0) }.joined()
    file = "\(folder)/\(digits).json"
    self.schema = schema
  }

  private struct Kept: Codable {
    var intent: String
    var family: String
    /// The values, as JSON.
    var draft: String
    /// The texts that cannot be read, by row.
    var texts: [String: String]
  }

  /// Keeps the changes of a form that was left; those of a form without changes stay as they are.
  func keep(_ state: FormState) {
    guard let moment = state.unsaved,
      let draft = try? DraftJSON.text(of: IntentDraft(values: moment.values))
    else { return }
    let texts = moment.texts.compactMap { row, text in row.wire.map { ($0, text) } }
    let kept = Kept(
      intent: schema.intent.name, family: moment.family.rawValue, draft: draft,
      texts: Dictionary(texts, uniquingKeysWith: { $1 }))
    guard let bytes = try? JSONEncoder().encode(kept) else { return }
    let own = [FileAttributeKey.posixPermissions: 0o700]
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: own)
    // A file that cannot be written costs only the offer.
    _ = FileManager.default.createFile(
      atPath: file, contents: bytes, attributes: [.posixPermissions: 0o600])
  }

  /// The kept changes and when they were made; nil if there are none for the intent.
  func kept() -> (moment: FormProgress.Moment, date: Date)? {
    guard
      let bytes = try? FileReading.regularBytes(atPath: file, limit: FileReading.standardLimit),
      let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)),
      kept.intent == schema.intent.name, let family = WidgetFamily(rawValue: kept.family),
      let draft = try? DraftJSON.read(kept.draft)
    else { return nil }
    let texts = kept.texts.compactMap { row, text in
      FormRowID(wire: row, schema: schema).map { ($0, text) }
    }
    let date = try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    let moment = FormProgress.Moment(
      family: family, values: draft.values.filter { schema.parameter(named: $0.key) != nil },
      texts: Dictionary(texts, uniquingKeysWith: { $1 }))
    return (moment, date ?? Date())
  }

  /// Removes the kept changes.
  func forget() { try? FileManager.default.removeItem(atPath: file) }
}

extension PlacedWidgets {
  /// The changes of a placed widget that were not saved.
  func unsaved(of name: String, _ schema: IntentSchema) -> UnsavedChanges {
    UnsavedChanges(folder: companionPath + ".unsaved", name: name, schema)
  }
}
