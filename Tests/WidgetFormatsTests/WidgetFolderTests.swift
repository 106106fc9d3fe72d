import FormatTestSupport
import Foundation
import Testing
import WidgetFormats

/// The definition in a widget's folder, which is the same for every command.
@Suite struct WidgetFolderTests {
  /// The files in a folder named `Trip`, and the definitions among them.
  static let folders: [(files: [String], definitions: [String])] = [
    ([], []), (["notes.txt"], []), (["widget.json"], []), (["Trip.json"], ["Trip.json"]),
    (["Other.json"], ["Other.json"]), (["A.json", "B.json"], ["A.json", "B.json"]),
    // A file with the name of the folder takes precedence over other files.
    (["Trip.json", "stations.json", "widget.json"], ["Trip.json"]),
    (["trip.json", "A.json"], ["A.json", "trip.json"]),
    (["Trip.intentdefinition", "Trip.json"], ["Trip.intentdefinition"]),
    (["X.intentdefinition", "Trip.json", "data.json"], ["X.intentdefinition"]),
    (
      ["X.intentdefinition", "Y.intentdefinition"], ["X.intentdefinition", "Y.intentdefinition"]
    ),
    (["Base.lproj/X.intentdefinition"], ["Base.lproj/X.intentdefinition"]),
    (
      ["Base.lproj/X.intentdefinition", "Y.intentdefinition"],
      ["Y.intentdefinition", "Base.lproj/X.intentdefinition"]
    ),
    (["de.lproj/X.intentdefinition", "Trip.json"], ["Trip.json"]),
    (["Base.lproj/Trip.json"], []), (["Inner/Trip.json"], []), (["Trip.jsonl"], []),
    (["Trip.JSON"], []), ([".hidden.json"], [".hidden.json"]),
  ]

  @Test(arguments: folders.indices)
  func `the definitions of a folder`(_ index: Int) throws {
    let row = Self.folders[index]
    let folder = try TemporaryFolder()
    for file in row.files { try folder.write("Trip/" + file, "{}") }
    try folder.write("Trip/.keep", "")
    for path in [folder.path + "/Trip", folder.path + "/./Trip"] {
      let found = WidgetFolder(path: path).definitions
      #expect(found == row.definitions.map { path + "/" + $0 })
    }
  }

  /// The files that a manifest names, and which of `A.json` and `b.json` remain definitions.
  static let sources: [(manifest: String, definitions: [String])] = [
    (#"{"kind":"k"}"#, ["A.json", "b.json"]),
    (#"{"kind":"k","options":{"x":{"fixture":"b.json"}}}"#, ["A.json"]),
    (#"{"kind":"k","options":{"x":{"fixture":"./b.json"}}}"#, ["A.json"]),
    (#"{"kind":"k","timeline":{"fixture":"b.json"}}"#, ["A.json"]),
    (
      #"{"kind":"k","options":{"x":{"fixture":"A.json"},"y":{"fixture":"b.json"}}}"#, []
    ),
    (#"{"kind":"k","options":{"x":{"fixture":"../b.json"}}}"#, ["A.json", "b.json"]),
    (#"{"kind":"k","options":{"x":{"fixture":"B.json"}}}"#, ["A.json", "b.json"]),
    (#"{"kind":"k","options":{"x":{"command":["cat","b.json"]}}}"#, ["A.json"]),
    ("not JSON", ["A.json", "b.json"]), ("{}", ["A.json", "b.json"]),
  ]

  @Test(arguments: sources.indices)
  func `fixtures of the manifest are not definitions`(_ index: Int) throws {
    let row = Self.sources[index]
    let folder = try TemporaryFolder()
    try folder.write("Trip/widget.json", row.manifest)
    try folder.write("Trip/A.json", "{}")
    try folder.write("Trip/b.json", "{}")
    let found = WidgetFolder(path: folder.path + "/Trip").definitions
    #expect(found.map { URL(filePath: $0).lastPathComponent } == row.definitions)
  }

  /// The content of `data.json` next to `A.json`, and whether it can be a definition.
  @Test(arguments: [
    (#"{"entries":[]}"#, false), (#"{"items":[]}"#, false), (#"{"sections":[]}"#, false),
    (#"{"intents":[],"items":[]}"#, true), ("{", true), ("{}", true), (#"["oslo"]"#, false),
  ])
  func `a left-over timeline is not a definition`(_ text: String, _ isDefinition: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("Trip/A.json", "{}")
    let data = try folder.write("Trip/data.json", text)
    let found = WidgetFolder(path: folder.path + "/Trip").definitions
    #expect(found.contains(data) == isDefinition)
  }

  @Test func `a path to a folder, also through a link, is a folder`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a/file", "")
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
    let gone = folder.path + "/gone"
    try FileManager.default.createSymbolicLink(atPath: gone, withDestinationPath: "nowhere")
    for (path, isFolder) in [
      (folder.path, true), (folder.path + "/", true), (folder.path + "/a", true), (link, true),
      (".", true), ("/", true), (file, false), (file + "/", false), (gone, false),
      (folder.path + "/none", false), ("", false),
    ] {
      #expect(WidgetFolder.isFolder(path) == isFolder, "\(path)")
    }
    #expect(WidgetFolder(path: "a/b").manifestPath == "a/b/widget.json")
  }

  @Test func `A search reports that it has not searched all entries`() throws {
    let folder = try TemporaryFolder()
    for file in ["A/X.intentdefinition", "B/1", "B/2", "C/Y.intentdefinition"] {
      try folder.write(file, "")
    }
    #expect(!FolderSearch(folder.path, maximumEntries: 7).isCutOff)
    #expect(FolderSearch(folder.path, maximumEntries: 7).elements.count == 2)
    let cut = FolderSearch(folder.path, maximumEntries: 5)
    #expect(cut.isCutOff)
    #expect(cut.elements.count == 1)
  }

  @Test(
    "a folder has the same path with and without slashes at its end",
    arguments: [("a/b/", "a/b"), ("a//", "a"), ("a", "a"), ("/", "/"), ("//", "/"), ("", "")])
  func trimmed(path: String, expected: String) {
    #expect(FolderSearch.trimmed(path) == expected)
  }
}
