import FormEngine
import Foundation
import Testing
import WidgetTestSupport

@testable import WidgetForm

@Suite("Folders of the machine")
struct FolderReadingTests {
  /// A new folder for one test, which is removed when the test ends.
  final class Place: Sendable {
    let path: String

    init() throws {
      let top = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      let place = top.appending(path: "folders-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      path = place.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func folder(_ name: String) throws {
      try FileManager.default.createDirectory(
        atPath: path + "/" + name, withIntermediateDirectories: true)
    }

    func file(_ name: String) throws {
      try Data().write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: path + "/" + name, withDestinationPath: target)
    }
  }

  private func names(_ folder: String, home: String? = nil) async -> Result<[String], FolderError> {
    do {
      let reader = LocalFolders(home: home)
      return .success(try await reader.entries(of: folder).map(\.text))
    } catch {
      return .failure(error)
    }
  }

  @Test func entriesComeInOrderWithTheirKind() async throws {
    let place = try Place()
    try place.folder("b/inner")
    for name in ["a.txt", "C.txt", ".hidden", "東京 x"] { try place.file(name) }
    try place.link("to-folder", to: "b")
    try place.link("to-file", to: "a.txt")
    try place.link("to-nothing", to: "gone")
    try place.link("round", to: "round")
    let expected = [
      ".hidden", "a.txt", "b/", "C.txt", "round", "to-file", "to-folder/", "to-nothing", "東京 x",
    ]
    #expect(await names(place.path + "/") == .success(expected))
    #expect(await names("~/", home: place.path) == .success(expected))
    #expect(await names("~/b/../", home: place.path) == .success(expected))
    #expect(await names(place.path + "/to-folder/") == .success(["inner/"]))
    #expect(await names(place.path + "/./b//") == .success(["inner/"]))
  }

  /// A number in a name is compared as a number.
  @Test func namesAreInTheOrderOfPeople() async throws {
    let place = try Place()
    let expected = ["a", "File2", "file9", "file10", "file10b"]
    for name in expected.reversed() { try place.file(name) }
    #expect(await names(place.path + "/") == .success(expected))
  }

  @Test func whatCannotBeReadSaysWhy() async throws {
    let place = try Place()
    try place.file("file")
    try place.link("round", to: "round")
    for folder in ["/gone/", "/file/", "/round/"] {
      #expect(await names(place.path + folder) == .failure(.notThere), "\(folder)")
    }
    #expect(await names("~/", home: nil) == .failure(.notThere))
    #expect(LocalFolders.error(EACCES) == .notAllowed)
    #expect(LocalFolders.error(ENOTDIR) == .notThere)
    #expect(LocalFolders.error(EIO) == .failed("Input/output error"))
  }

  @Test func aFolderWithVeryManyEntriesIsNotRead() async throws {
    let place = try Place()
    for number in 0...LocalFolders.maximumEntries { try place.file("\(number)") }
    #expect(await names(place.path + "/") == .failure(.tooMany(10_000)))
  }

  /// A folder is read on a separate thread, so a folder that does not respond delays no other
  /// results.
  @Test func anAnswerComesAsAnEvent() async throws {
    let place = try Place()
    try place.file("one")
    let (stream, waking) = AsyncStream<Void>.makeStream()
    var tasks = ProviderTasks(
      provider: SampleCalendars(), folders: LocalFolders(home: place.path)
    ) { waking.yield() }
    _ = tasks.carryOut([.listFolder(7, "~/")])
    for await _ in stream { break }
    let responses = tasks.responses()
    #expect(responses == [.folderListed(7, .success([FolderEntry("one")]))])
    let isWaiting = tasks.isWaiting
    #expect(!isWaiting)
  }
}
