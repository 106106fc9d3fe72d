import ExternalSources
import FormEngine
import Foundation
import InputFiles
import IntentDocuments
import IntentModel
import WidgetStore

/// The unsaved changes from the form of a placed widget, in files next to the store.
///
/// The next form of the widget offers them. Only the user can read the files. While a form is being
/// filled in, its changes are in a separate file for its process; that file is used if the process
/// is killed.
struct UnsavedChanges: Sendable {
  private let file: KeptFile
  private let schema: IntentSchema
  /// Writes the files in order, without delaying the handling of keys.
  private let queue = DispatchQueue(label: "unsaved changes")

  /// - Parameters:
  ///   - folder: The folder with the files of each widget.
  ///   - name: The name of the placed widget.
  ///   - schema: The intent of the widget.
  init(folder: String, name: String, _ schema: IntentSchema) {
    file = Self.file(of: name, in: folder)
    self.schema = schema
  }

  static func file(of name: String, in folder: String) -> KeptFile {
    KeptFile(folder: folder, bytes: PlacedWidget.key(name).utf8.prefix(KeptFile.limit))
  }

  private struct Kept: Codable {
    var intent: String
    var changes: KeptChanges
  }

  private func kept(of state: FormState) -> Kept? {
    state.unsaved.flatMap { KeptChanges($0) }.map { Kept(intent: schema.intent.name, changes: $0) }
  }

  /// Keeps the changes of a form that was left; a form without changes does not replace changes
  /// that are already kept.
  ///
  /// Changes that the user discards are removed permanently.
  func keep(_ state: FormState) {
    queue.sync {
      if state.isDiscarded { forget() }
      if let kept = kept(of: state) { file.write(kept) }
      file.swap.remove()
    }
  }

  /// Keeps the changes of a form that is being filled in, in case the program is killed.
  func keepMeanwhile(_ state: FormState) {
    queue.async {
      if let kept = kept(of: state) { file.swap.write(kept) } else { file.swap.remove() }
    }
  }

  /// Waits until all changes are written.
  func finish() { queue.sync {} }

  /// The kept changes, and when they were made; nil if there are none for the intent.
  func kept() -> (changes: DraftChanges, date: Date)? {
    let found = (file.swapsLeft() + [file]).compactMap { $0.read(Kept.self) }
      .filter { $0.value.intent == schema.intent.name }
    guard let (kept, date) = found.max(by: { $0.date < $1.date }) else { return nil }
    return kept.changes.changes(under: schema).map { ($0, date) }
  }

  /// Removes the kept changes, except those of a form that is open in another process.
  func forget() { for kept in file.swapsLeft() + [file] { kept.remove() } }

  /// Removes the file in which the form of this process has kept its changes.
  func endMeanwhile() { file.swap.remove() }
}

/// The changes of a form in the format of a file.
struct KeptChanges: Codable, Sendable {
  /// The answers when the form was opened, as JSON, and their family.
  private var opened: String
  private var openedFamily: String
  private var family: String
  /// The values, as JSON.
  private var draft: String
  /// The texts that cannot be read, by row.
  private var texts: [String: String]

  /// Converts changes to the format of a file; nil if they cannot be encoded.
  init?(_ changes: DraftChanges) {
    let moment = changes.present
    guard let opened = try? DraftJSON.text(of: IntentDraft(values: changes.opening.values)),
      let draft = try? DraftJSON.text(of: IntentDraft(values: moment.values))
    else { return nil }
    (self.opened, openedFamily) = (opened, changes.opening.family.rawValue)
    (self.draft, family) = (draft, moment.family.rawValue)
    texts = Dictionary(
      moment.texts.compactMap { row, text in row.wire.map { ($0, text) } }, uniquingKeysWith: { $1 }
    )
  }

  /// The changes, except for parameters that the definition does not have; nil if they cannot be
  /// read.
  func changes(under schema: IntentSchema) -> DraftChanges? {
    guard let family = WidgetFamily(rawValue: family), let draft = try? DraftJSON.read(draft),
      let opened = try? DraftJSON.read(opened)
    else { return nil }
    let texts = texts.compactMap { row, text in
      FormRowID(wire: row, schema: schema).map { ($0, text) }
    }
    func known(_ draft: IntentDraft) -> [String: IntentValue] {
      draft.values.filter { schema.parameter(named: $0.key) != nil }
    }
    return DraftChanges(
      opening: FormProgress.Moment(
        family: WidgetFamily(rawValue: openedFamily) ?? family, values: known(opened)),
      present: FormProgress.Moment(
        family: family, values: known(draft), texts: Dictionary(texts, uniquingKeysWith: { $1 })))
  }
}

/// The saved answers of an unfinished `new`, in a file next to the store.
///
/// The next `new` for the same folder offers to restore them.
struct UnmadeWidget: Sendable {
  private let file: KeptFile
  /// Writes the files in order, without delaying the handling of keys.
  private let queue = DispatchQueue(label: "unmade widget")

  /// - Parameters:
  ///   - folder: The folder with a file for each widget.
  ///   - path: The folder that the widget would get.
  init(folder: String, path: String) {
    // Paths differ more at their ends than at their beginnings.
    let path = URL(filePath: path).standardizedFileURL.path
    file = KeptFile(folder: folder, bytes: path.utf8.suffix(KeptFile.limit))
  }

  /// A form that was not finished.
  struct OpenForm: Codable, Sendable {
    /// The position of the form's parameter; nil for the widget as a whole.
    var place: Int?
    var changes: KeptChanges
  }

  private struct Kept: Codable {
    /// The answers about the widget and about each of its parameters, as JSON.
    var widget: String
    /// Whether the form about the widget as a whole was finished.
    var isDescribed: Bool
    var parameters: [String]
    /// The form that was being filled in.
    var open: OpenForm?
  }

  /// Keeps the answers, including those of a form that is being filled in.
  ///
  /// If there are no answers, nothing is kept.
  ///
  /// This method returns immediately; see ``finish()``.
  ///
  /// - Parameters:
  ///   - widget: The answers about the widget as a whole; nil if they are not finished.
  ///   - parameters: The answers about its parameters.
  ///   - form: The form that is being filled in.
  func keep(
    _ widget: IntentDraft?, _ parameters: [IntentDraft],
    filling form: (place: Int?, state: FormState)? = nil
  ) {
    queue.async {
      let open = form.flatMap { form in
        form.state.isDiscarded
          ? nil
          : form.state.draftChanges.flatMap { KeptChanges($0) }.map {
            OpenForm(place: form.place, changes: $0)
          }
      }
      let values = widget?.values ?? [:]
      guard !values.isEmpty || !parameters.isEmpty || open != nil,
        let text = try? DraftJSON.text(of: IntentDraft(values: values)),
        let texts = try? parameters.map({ try DraftJSON.text(of: IntentDraft(values: $0.values)) })
      else {
        if form?.state.isDiscarded == true { file.remove() }
        return
      }
      file.write(
        Kept(widget: text, isDescribed: widget != nil, parameters: texts, open: open))
    }
  }

  /// Waits until all answers are written.
  func finish() { queue.sync {} }

  /// The kept answers and when they were given; nil if there are none.
  func kept() -> (
    widget: IntentDraft, isDescribed: Bool, parameters: [IntentDraft], open: OpenForm?, date: Date
  )? {
    guard let (kept, date) = file.read(Kept.self), let widget = try? DraftJSON.read(kept.widget),
      let parameters = try? kept.parameters.map({ try DraftJSON.read($0) })
    else { return nil }
    return (widget, kept.isDescribed, parameters, kept.open, date)
  }

  /// Removes the kept answers.
  func forget() {
    finish()
    file.remove()
  }
}

/// A file next to the store with unsaved data, which only the user can read.
struct KeptFile: Sendable {
  let path: String

  /// The maximum length in bytes of the text from which the name of a file is made.
  static let limit = 100
  private static let ending = ".json"
  private static let swapEnding = ".swap"
  private static let partEnding = ".part"

  private var base: String { String(path.dropLast(Self.ending.count)) }

  /// The file in which this process keeps unfinished data.
  var swap: KeptFile { KeptFile(path: "\(base).\(getpid())\(Self.swapEnding)") }

  /// The swap files of all processes.
  private func swaps() -> [KeptFile] { others(ending: Self.swapEnding) }

  /// The files that belong to this file and whose names have the given suffix.
  private func others(ending end: String) -> [KeptFile] {
    let url = URL(filePath: base)
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(url.lastPathComponent + ".") && $0.hasSuffix(end) }
      .map { KeptFile(path: "\(folder)/\($0)") }
  }

  /// The swap files that are left from processes that have ended.
  func swapsLeft() -> [KeptFile] {
    swaps().filter { swap in
      let process = swap.path.split(separator: ".").dropLast().last.flatMap { Int32($0) } ?? 0
      // In a container, the next process can have the same number as the previous one.
      return process == getpid() || kill(process, 0) != 0 && errno == ESRCH
    }
  }

  /// Removes the file, its swap files, and the incomplete files of killed processes.
  func removeAll() {
    remove()
    for rest in swaps() + others(ending: Self.partEnding) { rest.remove() }
  }

  /// Replaces another file and its swap files with this file and its swap files.
  func move(to other: KeptFile) {
    other.removeAll()
    try? FileManager.default.moveItem(atPath: path, toPath: other.path)
    for swap in swaps() {
      let end = swap.path.dropFirst(base.count)
      try? FileManager.default.moveItem(atPath: swap.path, toPath: other.base + end)
    }
  }

  /// Writes a value either completely or not at all; if the file cannot be written, the value is
  /// simply not offered later.
  func write(_ value: some Encodable) {
    guard let bytes = try? JSONEncoder().encode(value) else { return }
    try? FolderNames.createPrivate(URL(filePath: path).deletingLastPathComponent().path)
    let part = "\(path).\(getpid())\(Self.partEnding)"
    guard
      FileManager.default.createFile(
        atPath: part, contents: bytes, attributes: [.posixPermissions: 0o600]),
      rename(part, path) == 0
    else {
      try? FileManager.default.removeItem(atPath: part)
      return
    }
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

  /// The unsaved changes of a placed widget.
  func unsaved(of name: String, _ schema: IntentSchema) -> UnsavedChanges {
    UnsavedChanges(folder: unsavedFolder, name: name, schema)
  }

  /// The answers about a new widget in a folder, if that widget was not finished.
  func unmade(at path: String) -> UnmadeWidget {
    UnmadeWidget(folder: unmadeFolder, path: path)
  }

  /// Moves the unsaved changes to the new name of a placed widget.
  func renameUnsaved(of old: String, to new: String) {
    UnsavedChanges.file(of: old, in: unsavedFolder)
      .move(to: UnsavedChanges.file(of: new, in: unsavedFolder))
  }

  /// Erases the files next to the store that contain data of a placed widget: its unsaved changes,
  /// and its timelines.
  func eraseFiles(of name: String) {
    UnsavedChanges.file(of: name, in: unsavedFolder).removeAll()
    keeper.forget(PlacedWidget.key(name))
    // Images are stored only under their addresses, so all are removed; they are fetched again.
    try? FileManager.default.removeItem(atPath: images)
  }

  /// Erases the files next to the store that contain data of any placed widget.
  func eraseFiles() {
    for folder in [unsavedFolder, unmadeFolder, timelines, images] {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}

extension KeptFile {
  /// The file whose name is made from the bytes of a text, which can contain any characters.
  init(folder: String, bytes: some Sequence<UInt8>) {
    let digits = bytes.map { String(format: "%02x", $0) }
    self.init(path: "\(folder)/\(digits.joined())\(Self.ending)")
  }
}
