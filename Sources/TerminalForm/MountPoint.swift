import InputFiles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A place where a file system begins.
package struct MountPoint: Hashable, Sendable {
  /// The path.
  package let path: String
  /// The kind of the file system, such as `ext4`.
  package let kind: String

  package init(path: String, kind: String) {
    self.path = path
    self.kind = kind
  }

  /// The beginning of all paths below.
  var prefix: String { path.hasSuffix("/") ? path : path + "/" }

  /// Whether reading there asks another machine, or a program that may.
  var isRemote: Bool {
    Self.remoteKinds.contains(kind) || kind.hasPrefix("fuse.") && !Self.localFuse.contains(kind)
  }

  private static let remoteKinds: Set<String> = [
    "9p", "afs", "autofs", "ceph", "cifs", "coda", "davfs", "fuse", "gfs2", "glusterfs", "lustre",
    "ncpfs", "nfs", "nfs4", "ocfs2", "smb3", "smbfs",
  ]
  private static let localFuse: Set<String> = [
    "fuse.encfs", "fuse.gocryptfs", "fuse.lxcfs", "fuse.mergerfs", "fuse.ntfs-3g",
    "fuse.overlayfs",
  ]

  /// The mount points of the machine, in the order in which they were made; none where the system
  /// does not tell.
  package static func all() -> [MountPoint] {
    guard let text = contents(of: "/proc/self/mountinfo") else { return [] }
    return list(text)
  }

  /// Reads the text of `/proc/self/mountinfo` (proc(5)): the fifth word is the path, and the first
  /// after a lone dash the kind.
  static func list(_ text: String) -> [MountPoint] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 6, let dash = words.dropFirst(6).firstIndex(of: "-"),
        dash + 1 < words.endIndex
      else { return nil }
      return MountPoint(path: unescaped(words[4]), kind: String(words[dash + 1]))
    }
  }

  /// A path in which blanks are written as three octal digits after a backslash.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func contents(of path: String) -> String? {
    (try? FileReading.regularBytes(atPath: path, limit: 4 << 20)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
