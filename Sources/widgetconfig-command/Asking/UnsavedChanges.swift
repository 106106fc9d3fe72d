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
  private let file: KeptFile
  private let schema: IntentSchema

  /// - Parameters:
  ///   - folder: The folder with a file for each widget.
  ///   - name: The name of the placed widget.
  ///   - schema: The intent of the widget.
  init(folder: String, name: String, _ schema: IntentSchema) {
    file = KeptFile(path: Self.file(of: name, in: folder))
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
    file.write(kept)
  }

  /// The kept changes and when they were made; nil if there are none for the intent.
  func kept() -> (changes: DraftChanges, date: Date)? {
    guard let (kept, date) = file.read(Kept.self), kept.intent == schema.intent.name,
      let family = WidgetFamily(rawValue: kept.family),
      let draft = try? DraftJSON.read(kept.draft)
    else { return nil }
    let texts = kept.texts.compactMap { row, text in
      FormRowID(wire: row, schema: schema).map { ($0, text) }
    }
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
    return (changes, date)
  }

  /// Removes the kept changes.
  func forget() { file.remove() }
}

/// The answers about a widget that `new` has not made, in a file beside the store.
///
/// The next `new` for the same folder offers them.
struct UnmadeWidget: Sendable {
  private let file: KeptFile

  /// - Parameters:
  ///   - folder: The folder with a file for each widget.
  ///   - path: The folder that the widget would get.
  init(folder: String, path: String) {
    // The end of a path differs more than its beginning.
    let path = URL(filePath: path).standardizedFileURL.path
    let digits = path.utf8.suffix(100).map { String(format: "%02x", $0) }
    file = KeptFile(path: "\(folder)/\(digits.joined()).json")
  }

  private struct Kept: Codable {
    /// The answers about the widget and about each of its parameters, as JSON.
    var widget: String
    var parameters: [String]
  }

  /// Keeps answers, unless there are none.
  func keep(_ widget: IntentDraft, _ parameters: [IntentDraft]) {
    guard !widget.values.isEmpty || !parameters.isEmpty,
      let text = try? DraftJSON.text(of: IntentDraft(values: widget.values)),
      let texts = try? parameters.map({ try DraftJSON.text(of: IntentDraft(values: $0.values)) })
    else { return }
    file.write(Kept(widget: text, parameters: texts))
  }

  /// The kept answers and when they were given; nil if there are none.
  func kept() -> (widget: IntentDraft, parameters: [IntentDraft], date: Date)? {
    guard let (kept, date) = file.read(Kept.self), let widget = try? DraftJSON.read(kept.widget),
      let parameters = try? kept.parameters.map({ try DraftJSON.read($0) })
    else { return nil }
    return (widget, parameters, date)
  }

  /// Removes the kept answers.
  func forget() { file.remove() }
}

/// A file beside the store with something that was not saved, which only the user can read.
private struct KeptFile: Sendable {
  let path: String

  /// Writes a value; a file that cannot be written costs only the offer.
  func write(_ value: some Encodable) {
    guard let bytes = try? JSONEncoder().encode(value) else { return }
    let own = [FileAttributeKey.posixPermissions: 0o700]
    try? FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true, attributes: own)
    _ = FileManager.default.createFile(
      atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
  }

  /// The value, and when it was written; nil if there is none.
  func read<Value: Decodable>(_ type: Value.Type) -> (value: Value, date: Date)? {
    guard let bytes = try? FileReading.regularBytes(atPath: path, limit: FileReading.standardLimit),
      let value = try? JSONDecoder().decode(type, from: Data(bytes))
    else { return nil }
    let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    return (value, date ?? Date())
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

extension PlacedWidgets {
  private var unsavedFolder: String { companionPath + ".unsaved" }
  private var unmadeFolder: String { companionPath + ".unmade" }
  var images: String { companionPath + ".images" }

  /// The changes of a placed widget that were not saved.
  func unsaved(of name: String, _ schema: IntentSchema) -> UnsavedChanges {
    UnsavedChanges(folder: unsavedFolder, name: name, schema)
  }

  /// The answers about a widget that was not made in a folder.
  func unmade(at path: String) -> UnmadeWidget {
    UnmadeWidget(folder: unmadeFolder, path: path)
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
    keeper.forget(PlacedWidget.key(name))
    // Images are known by their addresses alone; they are fetched again.
    try? FileManager.default.removeItem(atPath: images)
  }

  /// Erases the files beside the store that have something of any placed widget.
  func eraseFiles() {
    for folder in [unsavedFolder, unmadeFolder, timelines, images] {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
