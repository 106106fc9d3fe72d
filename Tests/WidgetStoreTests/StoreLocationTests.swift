import Testing

@testable import WidgetStore

@Suite("Where the store is")
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

  @Test("the first that says a place decides", arguments: cases)
  func finding(_ example: Case) throws {
    let found = try StoreLocation.find(
      flag: example.flag, environment: example.environment, dataFolder: ".local/share")
    #expect(found == StoreLocation(path: example.path, origin: example.origin))
  }

  @Test("macOS keeps data elsewhere")
  func macOS() throws {
    let found = try StoreLocation.find(
      flag: nil, environment: ["HOME": "/Users/ada"], dataFolder: "Library/Application Support")
    #expect(
      found.path == "/Users/ada/Library/Application Support/widgetconfig/widgets.sqlite")
  }

  @Test("nothing is guessed", arguments: [[:], ["HOME": ""], ["HOME": "ada"]])
  func nowhere(_ environment: [String: String]) {
    let words = message { _ = try StoreLocation.find(flag: nil, environment: environment) }
    #expect(
      words == """
        store: There is no home folder to keep placed widgets in. \
        Set HOME, or name a file with --store or WIDGETCONFIG_STORE.
        """)
  }

  @Test("an empty flag is a mistake, not a wish for the standard place")
  func emptyFlag() {
    let words = message {
      _ = try StoreLocation.find(flag: "", environment: ["HOME": "/home/ada"])
    }
    #expect(
      words == """
        store: The path of the store is empty or contains NUL. \
        Name a file with --store or WIDGETCONFIG_STORE.
        """)
  }

  @Test("the public entry agrees with the platform")
  func platform() throws {
    let found = try StoreLocation.find(flag: nil, environment: ["HOME": "/home/ada"])
    #expect(found.path.hasPrefix("/home/ada/"))
    #expect(found.path.hasSuffix("/widgetconfig/widgets.sqlite"))
  }
}
