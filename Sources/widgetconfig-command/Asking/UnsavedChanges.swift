import ExternalSources
import FormEngine
import Foundation
import InputFiles
import IntentDocuments
import IntentModel
import WidgetStore

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
    file = Self.file(of: name, in: folder)
    self.schema = schema
  }

  static func file(of name: String, in folder: String) -> String {
    // A name can have any characters and any length.
    let digits = PlacedWidget.key(name).utf8.prefix(100).map { String(format: "%02x", $0) }
    return "\(folder)/\(digits.joined()).json"
  }

  private struct Kept: Codable {
    var intent: String
    /// The answers when the form was opened, as JSON, and their family; nil in a file of an older
    /// program, whose answers all count as changed.
    var opened: String?
    var openedFamily: String?
    var family: String
    /// The values, as JSON.
    var draft: String
    /// The texts that cannot be read, by row.
    var texts: [String: String]
  }

  /// Keeps the changes of a form that was left; those of a form without changes stay as they are.
  func keep(_ state: FormState) {
    guard let changes = state.unsaved,
      let opened = try? DraftJSON.text(of: IntentDraft(values: changes.opening.values)),
      let draft = try? DraftJSON.text(of: IntentDraft(values: changes.present.values))
    else { return }
    let moment = changes.present
    let texts = moment.texts.compactMap { row, text in row.wire.map { ($0, text) } }
    let kept = Kept(
      intent: schema.intent.name, opened: opened,
      openedFamily: changes.opening.family.rawValue, family: moment.family.rawValue, draft: draft,
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
  func kept() -> (changes: DraftChanges, date: Date)? {
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
    let opened = kept.opened.flatMap { try? DraftJSON.read($0) } ?? IntentDraft()
    let openedFamily = kept.openedFamily.flatMap { WidgetFamily(rawValue: $0) } ?? family
    func known(_ draft: IntentDraft) -> [String: IntentValue] {
      draft.values.filter { schema.parameter(named: $0.key) != nil }
    }
    let changes = DraftChanges(
      opening: FormProgress.Moment(family: openedFamily, values: known(opened)),
      present: FormProgress.Moment(
        family: family, values: known(draft),
        texts: Dictionary(texts, uniquingKeysWith: { $1 })))
    return (changes, date ?? Date())
  }

  /// Removes the kept changes.
  func forget() { try? FileManager.default.removeItem(atPath: file) }
}

extension PlacedWidgets {
  private var unsavedFolder: String { companionPath + ".unsaved" }
  var images: String { companionPath + ".images" }

  /// The changes of a placed widget that were not saved.
  func unsaved(of name: String, _ schema: IntentSchema) -> UnsavedChanges {
    UnsavedChanges(folder: unsavedFolder, name: name, schema)
  }

  /// Gives the changes that were not saved to the new name of a placed widget.
  func renameUnsaved(of old: String, to new: String) {
    let (source, target) = (
      UnsavedChanges.file(of: old, in: unsavedFolder),
      UnsavedChanges.file(of: new, in: unsavedFolder)
    )
    // What was kept for an earlier widget of the new name is not this one's.
    try? FileManager.default.removeItem(atPath: target)
    try? FileManager.default.moveItem(atPath: source, toPath: target)
  }

  /// Erases the files beside the store that have something of a placed widget: its changes that were
  /// not saved, and what it showed.
  func eraseFiles(of name: String) {
    try? FileManager.default.removeItem(atPath: UnsavedChanges.file(of: name, in: unsavedFolder))
    keeper.forget(name)
    // Images are known by their addresses alone; they are fetched again.
    try? FileManager.default.removeItem(atPath: images)
  }

  /// Erases the files beside the store that have something of any placed widget.
  func eraseFiles() {
    for folder in [unsavedFolder, timelines, images] {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
