import InputFiles
import IntentOptions
public import Messages
import WidgetFormats
public import WidgetTimeline

/// Fetches what entries name, such as images: each name once, two at a time, into a bounded folder.
///
/// Whoever asks for a name that is being fetched waits for that fetch. What has been fetched stays in
/// the folder and is found there by the next process.
public actor ResourceCache {
  /// Gives the bytes of a resource by its name.
  public typealias Fetch = @Sendable (String) async throws -> [UInt8]

  /// How many are fetched at once.
  public static let width = 2

  private let folder: BoundedFolder
  private let fetch: Fetch
  private var fetches: [String: Task<String, any Error>] = [:]
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a cache; touches no file.
  ///
  /// - Parameters:
  ///   - folder: Where the files are kept.
  ///   - maximumBytes: The most bytes of all files together; 64 MiB unless said otherwise.
  ///   - maximumFiles: The most files.
  ///   - fetch: Gives the bytes of a resource.
  public init(
    folder: String, maximumBytes: Int = 64 << 20, maximumFiles: Int = 1_000, fetch: @escaping Fetch
  ) {
    self.folder = BoundedFolder(
      path: folder, maximumBytes: maximumBytes, maximumFiles: maximumFiles)
    self.fetch = fetch
  }

  /// The path of the file with a resource, after fetching it where it is not there.
  ///
  /// - Throws: What the fetch throws; a failed fetch is tried anew by the next who asks.
  public func path(of name: String) async throws -> String {
    if let fetch = fetches[name] { return try await fetch.value }
    let key = BoundedFolder.name(for: name)
    if folder.contains(key) { return folder.file(key) }
    let task = Task { try await self.fetched(name, key) }
    fetches[name] = task
    defer { fetches[name] = nil }
    return try await task.value
  }

  /// The entries with the paths of their images in place of the names, and what could not be fetched.
  ///
  /// An entry whose image cannot be had keeps none.
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

  /// What came of one image.
  ///
  /// No tuple: optimized, Swift 6.3 loses the results of a group that are tuples with a `Result`.
  private struct Attempt {
    var name: String
    var path: String?
    var problem: Message?
  }

  private func attempt(_ name: String) async -> Attempt {
    do {
      return Attempt(name: name, path: try await path(of: name))
    } catch {
      // Whatever has failed, the image is named.
      return Attempt(name: name, problem: OptionsError(error, provider: name).line)
    }
  }

  private func fetched(_ name: String, _ key: String) async throws -> String {
    await enter()
    defer { leave() }
    let bytes = try await fetch(name)
    guard folder.write(bytes, to: key) else {
      throw OptionsError.unkeptResource(
        name, folder: folder.path, provider: SpokenURL(name).description)
    }
    return folder.file(key)
  }

  private func enter() async {
    if running < Self.width {
      running += 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Hands the place to the one who has waited longest.
  private func leave() {
    if waiting.isEmpty {
      running -= 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension ResourceCache {
  /// Fetches `http` and `https` URLs from the web, and other names as files of a widget's folder.
  ///
  /// A name that leads out of the folder is refused: entries may come from outside.
  public static func fetch(
    folder: String, limits: SourceLimits = SourceLimits(bytes: 8 << 20),
    web: @escaping HTTPFetch = WebFetch.fetch
  ) -> Fetch {
    { name in
      let spoken = SpokenURL(name).description
      guard name.hasPrefix("https://") || name.hasPrefix("http://") else {
        guard FileReading.isInside(name) else {
          throw OptionsError.foreignResource(name, provider: spoken)
        }
        return try SourceFile.bytes("\(folder)/\(name)", limit: limits.bytes, provider: name)
      }
      let request = HTTPRequest(
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
