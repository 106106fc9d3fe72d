import Testing

@testable import SQLiteStore
@testable import StoreModel

@Suite("The location of the store")
struct StoreLocationTests {
  struct Case: Sendable {
    var flag: String?
    var environment: [String: String]
    var path: String
    var origin: StoreLocation.Origin
  }

  static let cases = [
    Case(
      flag: "here.db",
      environment: ["WIDGETCONFIG_STORE": "/b", "XDG_DATA_HOME": "/c", "HOME": "/d"],
      path: "here.db", origin: .flag),
    Case(
      environment: ["WIDGETCONFIG_STORE": "/b", "XDG_DATA_HOME": "/c", "HOME": "/d"], path: "/b",
      origin: .environment),
    Case(
      environment: ["WIDGETCONFIG_STORE": "", "XDG_DATA_HOME": "/c", "HOME": "/d"],
      path: "/c/widgetconfig/widgets.sqlite", origin: .dataFolder),
    Case(
      environment: ["XDG_DATA_HOME": "/c/"], path: "/c/widgetconfig/widgets.sqlite",
      origin: .dataFolder),
    Case(
      environment: ["XDG_DATA_HOME": "relative", "HOME": "/home/ada"],
      path: "/home/ada/.local/share/widgetconfig/widgets.sqlite", origin: .dataFolder),
    Case(
      environment: ["XDG_DATA_HOME": "", "HOME": "/home/ada/"],
      path: "/home/ada/.local/share/widgetconfig/widgets.sqlite", origin: .dataFolder),
    Case(
      environment: ["HOME": "/"], path: "/.local/share/widgetconfig/widgets.sqlite",
      origin: .dataFolder),
  ]

  @Test("the first source that specifies a location decides", arguments: cases)
  func finding(_ example: Case) async throws {
    let found = try StoreLocation.find(
      flag: example.flag, environment: example.environment, dataFolder: ".local/share")
    #expect(found == StoreLocation(path: example.path, origin: example.origin))
  }

  @Test("files of a store are next to its file, and for a database in the data folder")
  func companions() async throws {
    let home = ["HOME": "/home/ada", "WIDGETCONFIG_STORE": "postgresql://h/d"]
    let file = StoreLocation(path: "x/here.db", origin: .flag)
    #expect(!file.isPostgres)
    #expect(try file.companionPath(of: "x/here.db", environment: [:]) == "x/here.db")
    let url = StoreLocation(path: "postgresql://ada:secret@h/d", origin: .flag)
    #expect(url.isPostgres && StoreLocation(path: "postgres://h", origin: .flag).isPostgres)
    let path = try url.companionPath(of: "postgresql://ada@h/d", environment: home)
    #expect(path.hasPrefix("/home/ada/") && path.contains("/widgetconfig/widgets.sqlite.postgres-"))
    #expect(try url.companionPath(of: "postgresql://ada@h/e", environment: home) != path)
    #expect(throws: StoreError.self) { try url.companionPath(of: "x", environment: [:]) }
  }

  @Test("the store is in the data folder that is given")
  func macOS() async throws {
    let found = try StoreLocation.find(
      flag: nil, environment: ["HOME": "/Users/ada"], dataFolder: "Library/Application Support")
    #expect(
      found.path == "/Users/ada/Library/Application Support/widgetconfig/widgets.sqlite")
  }

  @Test(
    "without a valid home folder, no location is guessed",
    arguments: [[:], ["HOME": ""], ["HOME": "ada"]])
  func nowhere(_ environment: [String: String]) async throws {
    let words = await message { _ = try StoreLocation.find(flag: nil, environment: environment) }
    #expect(
      words == """
        store: There is no home folder to keep placed widgets in. \
        Set HOME, or name a file with --store or WIDGETCONFIG_STORE.
        """)
  }

  @Test("an empty flag is a mistake, not the default location")
  func emptyFlag() async throws {
    let words = await message {
      _ = try StoreLocation.find(flag: "", environment: ["HOME": "/home/ada"])
    }
    #expect(
      words == """
        store: The path of the store is empty or contains NUL. \
        Name a file with --store or WIDGETCONFIG_STORE.
        """)
  }

  @Test("the public function agrees with the platform")
  func platform() async throws {
    let found = try StoreLocation.find(flag: nil, environment: ["HOME": "/home/ada"])
    #expect(found.path.hasPrefix("/home/ada/"))
    #expect(found.path.hasSuffix("/widgetconfig/widgets.sqlite"))
  }
}
