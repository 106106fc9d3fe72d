import Foundation
import IntentModel
import Synchronization
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import ExternalSources

/// A source of resources that counts fetches, and holds each one until it is released.
private final class Source: Sendable {
  private struct State {
    var fetched: [String] = []
    var running = 0
    var most = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var isOpen = false
  }

  private let state = Mutex(State())

  var fetched: [String] { state.withLock { $0.fetched } }
  var most: Int { state.withLock { $0.most } }

  func fetch(_ name: String) async throws -> [UInt8] {
    state.withLock {
      $0.fetched.append(name)
      $0.running += 1
      $0.most = max($0.most, $0.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock {
        if !$0.isOpen { $0.held.append(continuation) }
        return $0.isOpen
      }
      if isOpen { continuation.resume() }
    }
    if name.hasPrefix("bad") { throw CancellationError() }
    return Array("bytes of \(name)".utf8)
  }

  /// Releases all fetches, including later ones.
  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Waits until the given number of fetches have started.
  func wait(forFetches count: Int) async throws {
    try await eventually("\(count) fetches") { fetched.count >= count }
  }
}

@Suite struct ResourceCacheTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cache(
    _ source: Source, bytes: Int = 1_000, files: Int = 100
  ) -> ResourceCache {
    ResourceCache(folder: folder.path + "/images", maximumBytes: bytes, maximumFiles: files) {
      try await source.fetch($0)
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/images")) ?? [])
  }

  @Test func `Equal names in progress are fetched once`() async throws {
    let source = Source()
    let cache = cache(source)
    let tasks = (0..<20).map { _ in Task { try await cache.path(of: "a.png") } }
    try await source.wait(forFetches: 1)
    source.open()
    var paths: Set<String> = []
    for task in tasks { paths.insert(try await task.value) }
    #expect(paths.count == 1)
    #expect(source.fetched == ["a.png"])
    #expect(try text(try #require(paths.first)) == "bytes of a.png")
  }

  @Test func `Two are fetched at a time, and all arrive`() async throws {
    let source = Source()
    let cache = cache(source)
    let tasks = (0..<12).map { index in Task { try await cache.path(of: "\(index)") } }
    try await source.wait(forFetches: 2)
    for _ in 0..<200 { await Task.yield() }
    #expect(source.fetched.count == 2, "the others wait")
    source.open()
    for (index, task) in tasks.enumerated() {
      #expect(try text(try await task.value) == "bytes of \(index)")
    }
    #expect(source.most == 2)
    #expect(Set(source.fetched).count == 12)
  }

  @Test func `Fetched content is found after a restart`() async throws {
    let source = Source()
    source.open()
    let first = try await cache(source).path(of: "a")
    let second = try await cache(source).path(of: "a")
    #expect(first == second)
    #expect(source.fetched == ["a"])
  }

  @Test func `A failed fetch is repeated by the next caller`() async throws {
    let source = Source()
    source.open()
    let cache = cache(source)
    for _ in 0..<2 {
      await #expect(throws: CancellationError.self) { _ = try await cache.path(of: "bad") }
    }
    #expect(source.fetched == ["bad", "bad"])
    #expect(files == [])
  }

  @Test func `The size and the number of files of the folder are limited`() async throws {
    let source = Source()
    source.open()
    let cache = cache(source, bytes: 60, files: 4)
    for index in 0..<10 { _ = try await cache.path(of: "\(index)") }
    #expect(files.count == 4)
    let small = self.cache(source, bytes: 25, files: 4)
    let path = try await small.path(of: "x")
    #expect(try text(path) == "bytes of x", "the newest stays")
    #expect(files.count <= 2)
  }

  @Test func `A file larger than the folder's limit is refused`() async throws {
    let source = Source()
    source.open()
    let cache = cache(source, bytes: 5)
    let words = await message { _ = try await cache.path(of: "large") }
    #expect(words.contains("“large” cannot be kept in the folder"))
    #expect(files == [])
  }

  @Test func `Entries get the paths of their images, and each name is fetched once`() async throws {
    let source = Source()
    source.open()
    let names = ["a", "b", "a", nil, "bad"]
    let entries = names.enumerated().map {
      TimelineEntry(
        date: Date(timeIntervalSince1970: Double($0)),
        content: EntryContent(title: "t", image: $1))
    }
    let answer = await cache(source).resolve(Timeline(entries: entries, reload: .never))
    let images = answer.timeline.entries.map(\.content.image)
    #expect(images[0] == images[2])
    #expect(try text(try #require(images[1])) == "bytes of b")
    #expect(images[3] == nil)
    #expect(images[4] == nil, "an image that cannot be had is none")
    #expect(answer.problems.count == 1)
    #expect(source.fetched.sorted() == ["a", "b", "bad"])
  }

  /// Names that are rejected.
  static let foreign = ["", "/etc/passwd", "../secret", "a/../../b", "file:../x/../y"]

  @Test(arguments: foreign)
  func `A name never leads out of the widget's folder`(name: String) async {
    let fetch = ResourceCache.fetch(folder: folder.path)
    let words = await message { _ = try await fetch(name) }
    #expect(words.contains("is neither a web address nor a file in the widget's folder."))
  }

  @Test func `Files from the folder and the web are fetched within limits`() async throws {
    _ = try folder.write("a.png", "12345")
    let web: HTTPFetch = { request in
      WebResponse(
        status: request.url.hasSuffix("404") ? 404 : 200,
        body: Array(repeating: 7, count: request.url.hasSuffix("big") ? 6 : 2))
    }
    let fetch = ResourceCache.fetch(
      folder: folder.path, limits: .patient(bytes: 5), web: web)
    #expect(try await fetch("a.png") == Array("12345".utf8))
    #expect(try await fetch("https://e/a") == [7, 7])
    #expect(await message { _ = try await fetch("https://e/404") }.contains("with status 404"))
    #expect(await message { _ = try await fetch("https://e/big") }.contains("more than 5 bytes"))
    #expect(await message { _ = try await fetch("none.png") }.contains("There is no file"))
  }
}
