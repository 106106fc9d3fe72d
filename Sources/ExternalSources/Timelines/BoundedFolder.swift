import Foundation
import InputFiles
import IntentModel
import Messages

/// A folder of small files with a limited total size, which removes the least recently used files
/// first.
///
/// A file in it is never the only copy of anything, so a file that cannot be read or written counts
/// as missing.
struct BoundedFolder: Sendable {
  var path: String
  /// The maximum size in bytes of all files together.
  var maximumBytes: Int
  /// The maximum number of files.
  var maximumFiles: Int

  /// The path of a file, whether or not it exists.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The bytes of a file, which is then marked as used; nil if there is no such file.
  func read(_ name: String) -> [UInt8]? {
    guard
      let bytes = try? FileReading.regularBytes(atPath: file(name), limit: maximumBytes)
    else { return nil }
    touch(name)
    return bytes
  }

  /// Whether there is a file, which is then marked as used.
  func contains(_ name: String) -> Bool {
    guard FileManager.default.fileExists(atPath: file(name)) else { return false }
    touch(name)
    return true
  }

  /// Writes a file atomically, and removes other files until the folder is within its limits.
  ///
  /// - Returns: Whether the file was written; a file that exceeds the size limit is not written.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) -> Bool {
    guard bytes.count <= maximumBytes else { return false }
    do {
      try FolderNames.createPrivate(path)
      try Data(bytes).write(to: URL(filePath: file(name)), options: .atomic)
    } catch {
      return false
    }
    removeOldest(sparing: name)
    return true
  }

  /// Removes the files whose names begin with a text.
  func remove(beginningWith prefix: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      try? FileManager.default.removeItem(atPath: file(name))
    }
  }

  private func touch(_ name: String) {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file(name))
  }

  private func removeOldest(sparing name: String) {
    let manager = FileManager.default
    var files = ((try? manager.contentsOfDirectory(atPath: path)) ?? []).map { name in
      let attributes = try? manager.attributesOfItem(atPath: file(name))
      let size = Self.size(attributes?[.size])
      let date = attributes?[.modificationDate] as? Date ?? .distantPast
      return (name: name, size: size, date: date)
    }.sorted { ($0.date, $0.name) > ($1.date, $1.name) }
    var bytes = files.reduce(0) { $0 + $1.size }
    while bytes > maximumBytes || files.count > maximumFiles, let oldest = files.popLast() {
      guard oldest.name != name else { continue }
      try? manager.removeItem(atPath: file(oldest.name))
      bytes -= oldest.size
    }
  }
}

extension BoundedFolder {
  private static func size(_ attribute: Any?) -> Int { (attribute as? NSNumber)?.intValue ?? 0 }

  /// A file name for any text: the digits of the text's FNV-1a hash, and its length.
  static func name(for text: String) -> String {
    fnv1a(text.utf8).hexadecimal(digits: 16) + "-\(text.utf8.count)"
  }
}
