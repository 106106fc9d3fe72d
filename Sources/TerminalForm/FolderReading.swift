package import FormEngine

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Gives the entries of a folder, for completing a path.
///
/// It is asked away from the form, which never waits for it.
package protocol FolderReading: Sendable {
  /// The entries of a folder, in no order.
  ///
  /// - Parameter folder: The folder as it was typed, with a slash at its end; empty for the present
  ///   one, and with a `~` for that of the person.
  func entries(of folder: String) async throws(FolderError) -> [FolderEntry]

  /// Whether there is a file or a folder at a path; nil where that cannot be known, as on another
  /// machine.
  func isThere(_ path: String) async -> Bool?
}

/// The folders of the machine.
///
/// A folder on another machine is not read: a completion never touches the network, and never waits
/// for a server that is gone. Reading has a thread of its own, since a disk can be slow too.
package struct LocalFolders: FolderReading {
  /// The greatest number of entries of one folder that are read.
  package static let mostEntries = 10_000

  private let home: String?
  private let mounts: @Sendable () -> [MountPoint]

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - home: The folder that `~` stands for; nil when nobody knows it.
  ///   - mounts: The mount points of the machine; by default those of the system.
  package init(
    home: String?, mounts: @escaping @Sendable () -> [MountPoint] = MountPoint.all
  ) {
    self.home = home
    self.mounts = mounts
  }

  package func entries(of folder: String) async throws(FolderError) -> [FolderEntry] {
    let result = await withCheckedContinuation { waiting in
      OwnThread.run { waiting.resume(returning: read(folder)) }
    }
    return try result.get()
  }

  package func isThere(_ path: String) async -> Bool? {
    await withCheckedContinuation { waiting in
      OwnThread.run { waiting.resume(returning: look(path)) }
    }
  }

  private func look(_ path: String) -> Bool? {
    guard let path = absolute(path),
      case .success(let place) = LocalWalk(mounts: mounts()).resolved(path)
    else { return nil }
    var status = stat()
    if stat(place, &status) == 0 { return true }
    return Self.error(errno) == .notThere ? false : nil
  }

  private func read(_ folder: String) -> Result<[FolderEntry], FolderError> {
    guard let path = absolute(folder) else { return .failure(.notThere) }
    let walk = LocalWalk(mounts: mounts())
    let place: String
    switch walk.resolved(path) {
    case .failure(let error): return .failure(error)
    case .success(let found): place = found
    }
    guard let stream = opendir(place) else { return .failure(Self.error(errno)) }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while let entry = readdir(stream) {
      guard let name = Self.name(of: entry), name != ".", name != ".." else { continue }
      guard entries.count < Self.mostEntries else { return .failure(.tooMany(Self.mostEntries)) }
      entries.append(FolderEntry(name, isFolder: walk.isFolder(name, entry, in: place)))
    }
    return .success(
      entries.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) })
  }

  private func absolute(_ folder: String) -> String? {
    if folder.hasPrefix("/") { return folder }
    if folder == "~" || folder.hasPrefix("~/") { return home.map { $0 + folder.dropFirst() } }
    guard let present = getcwd(nil, 0) else { return nil }
    defer { free(present) }
    return String(cString: present) + "/" + folder
  }

  /// The name of an entry; nil for one that is no text, which cannot be typed either.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(validatingCString: $0)
      }
    }
  }

  static func error(_ number: Int32) -> FolderError {
    switch number {
    case ENOENT, ENOTDIR, ELOOP: .notThere
    case EACCES, EPERM: .notAllowed
    default: .failed(String(cString: strerror(number)))
    }
  }
}

/// Follows a path link by link, so that a link to another machine is seen before it is followed.
struct LocalWalk {
  let mounts: [MountPoint]

  /// The most links that one path may lead through, as the system has it.
  private static let mostLinks = 40

  /// The path without links and without `..`.
  func resolved(_ path: String) -> Result<String, FolderError> {
    var rest = Self.components(path)
    var done: [String] = []
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        _ = done.popLast()
        continue
      }
      let place = "/" + (done + [name]).joined(separator: "/")
      if isRemote(place) { return .failure(.remote) }
      guard let target = Self.target(of: place) else {
        done.append(name)
        continue
      }
      links += 1
      guard links <= Self.mostLinks else { return .failure(.notThere) }
      if target.hasPrefix("/") { done = [] }
      rest += Self.components(target)
    }
    return .success("/" + done.joined(separator: "/"))
  }

  /// Whether an entry is a folder or leads to one on this machine.
  func isFolder(_ name: String, _ entry: UnsafeMutablePointer<dirent>, in folder: String) -> Bool {
    let kind = Int32(entry.pointee.d_type)
    if kind == Int32(DT_DIR) { return true }
    guard kind == Int32(DT_LNK) || kind == Int32(DT_UNKNOWN),
      case .success(let place) = resolved(folder + "/" + name)
    else { return false }
    var status = stat()
    return stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func isRemote(_ place: String) -> Bool {
    let holding = mounts.filter { place == $0.path || place.hasPrefix($0.prefix) }
    // Of two mounts at one place the later one counts.
    var deepest: MountPoint?
    for mount in holding where mount.path.utf8.count >= (deepest?.path.utf8.count ?? 0) {
      deepest = mount
    }
    return deepest?.isRemote ?? false
  }

  /// The parts of a path, the last one first.
  private static func components(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
  }

  /// What a link leads to; nil for what is no link.
  private static func target(of path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map {
        readlink(path, $0.assumingMemoryBound(to: CChar.self), buffer.count)
      } ?? -1
    }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}

/// A thread that runs one piece of work and ends.
private final class OwnThread: Sendable {
  private let work: @Sendable () -> Void

  private init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  /// Runs something on a new thread; on the present one where the system gives none.
  static func run(_ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(OwnThread(work))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, start, box.toOpaque())
    if code == 0 { pthread_detach(thread) } else { box.takeRetainedValue().work() }
  }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      if let pointer { Unmanaged<OwnThread>.fromOpaque(pointer).takeRetainedValue().work() }
      return nil
    }
}
