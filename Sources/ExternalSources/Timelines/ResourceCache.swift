import InputFiles
import IntentOptions
public import Messages
import WidgetFormats
public import WidgetTimeline

/// Fetches each resource of entries, such as an image, only once, into a folder with a limited
/// size.
///
/// Requests for a resource that is being fetched wait for that fetch. Fetched resources stay in the
/// folder for later processes.
public actor ResourceCache {
  /// Returns the bytes of a resource, given its name.
  public typealias Fetch = @Sendable (String) async throws -> [UInt8]

  /// The maximum number of simultaneous fetches.
  public static let width = 2

  private let folder: BoundedFolder
  private let fetch: Fetch
  private let gate = WorkGate(limit: width)
  private var fetches: [String: Task<String, any Error>] = [:]

  /// Makes a cache, without accessing files.
  ///
  /// - Parameters:
  ///   - folder: The folder for the files.
  ///   - maximumBytes: The maximum size in bytes of all files together.
  ///   - maximumFiles: The maximum number of files.
  ///   - fetch: Returns the bytes of a resource.
  public init(
    folder: String, maximumBytes: Int = 64 << 20, maximumFiles: Int = 1_000, fetch: @escaping Fetch
  ) {
    self.folder = BoundedFolder(
      path: folder, maximumBytes: maximumBytes, maximumFiles: maximumFiles)
    self.fetch = fetch
  }

  /// The path of the file with a resource; a missing resource is fetched.
  ///
  /// - Throws: The error of the fetch; the next request for the resource will try again.
  public func path(of name: String) async throws -> String {
    if let fetch = fetches[name] { return try await fetch.value }
    let key = BoundedFolder.name(for: name)
    if folder.contains(key) { return folder.file(key) }
    let task = Task { try await self.fetched(name, key) }
    fetches[name] = task
    defer { fetches[name] = nil }
    return try await task.value
  }

  /// The timeline with the names of images replaced by paths, and the problems of images that could
  /// not be fetched.
  ///
  /// An entry whose image cannot be fetched has no image.
  public func resolve(_ timeline: Timeline) async -> (timeline: Timeline, problems: [Message]) {
    let names = Set(timeline.entries.compactMap(\.content.image)).sorted()
    var paths: [String: String] = [:]
    var problems: [Message] = []
    await withTaskGroup(of: Attempt.self) { group in
      for name in names { group.addTask { await self.attempt(name) } }
      for await attempt in group {
        if let path = attempt.path { paths[attempt.name] = path }
        if let problem = attempt.problem { problems.append(problem) }
      }
    }
    var resolved = timeline
    for index in resolved.entries.indices {
      let name = resolved.entries[index].content.image
      resolved.entries[index].content.image = name.flatMap { paths[$0] }
    }
    return (resolved, problems.sorted { $0.text() < $1.text() })
  }

  /// The result of fetching one image.
  ///
  /// This is not a tuple, because optimized code of Swift 6.3 loses results of a task group that
  /// are tuples with a `Result`.
  private struct Attempt {
    var name: String
    var path: String?
    var problem: Message?
  }

  private func attempt(_ name: String) async -> Attempt {
    do {
      return Attempt(name: name, path: try await path(of: name))
    } catch {
      // The problem names the image, whatever the failure is.
      return Attempt(name: name, problem: OptionsError(error, provider: name).line)
    }
  }

  private func fetched(_ name: String, _ key: String) async throws -> String {
    let bytes = try await gate.run(for: folder.path) { [fetch] in try await fetch(name) }
    guard folder.write(bytes, to: key) else {
      throw OptionsError.unkeptResource(
        name, folder: folder.path, provider: SpokenURL(name).description)
    }
    return folder.file(key)
  }
}

extension ResourceCache {
  /// Makes a function that fetches `http` and `https` URLs from the web, and reads other names as
  /// files in a widget's folder.
  ///
  /// A name that leads out of the folder is refused, because entries may be untrusted.
  public static func fetch(
    folder: String, limits: SourceLimits = SourceLimits(bytes: 8 << 20),
    web: @escaping HTTPFetch = WebFetch.fetch
  ) -> Fetch {
    { name in
      let spoken = SpokenURL(name).description
      guard HTTPSource.isURL(name) else {
        guard FileReading.isInside(name) else {
          throw OptionsError.foreignResource(name, provider: spoken)
        }
        return try SourceFile.bytes("\(folder)/\(name)", limit: limits.bytes, provider: name)
      }
      let request = WebRequest(
        url: name, headers: [:], maximumBytes: limits.bytes, timeout: limits.timeout)
      let response = try await withTimeLimit(
        limits.timeout, timedOut: .tooSlow(limits.timeout, provider: spoken)
      ) { try await web(request) }
      guard response.status == 200 else {
        throw OptionsError.refused(status: response.status, said: "", provider: spoken)
      }
      guard response.body.count <= limits.bytes else {
        throw OptionsError.tooManyBytes(limits.bytes, provider: spoken)
      }
      return response.body
    }
  }
}
