import Foundation

/// Files that a person asks the program to write.
enum OutputFile {
  /// Writes a whole file, or leaves what was there as it was; `-` is standard output.
  ///
  /// A new file and a plain one are put in place at once when they are complete. What else stands
  /// at the path, such as a link or a device, is written to and stays what it is.
  static func write(_ text: String, to path: String) throws {
    do {
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if kind == nil || kind == .typeRegular {
        try replace(path, with: text)
      } else {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        if kind == .typeSymbolicLink { try handle.truncate(atOffset: 0) }
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
      }
    } catch {
      throw CommandFailure(.findings, "\(path): The file cannot be written: \(reason(error)).")
    }
  }

  private static func replace(_ path: String, with text: String) throws {
    let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    if let mode {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
  }

  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let code = underlying?.code else { return "look at the folder and its permissions" }
    return String(cString: strerror(Int32(code)))
  }
}
