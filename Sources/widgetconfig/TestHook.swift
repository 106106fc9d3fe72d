import IntentOptions

/// What tests can make the program do that nobody else wants.
enum TestHook {
  /// With `WIDGETCONFIG_TEST_HOOK=crash` the first question to a provider is a crash, so that a test
  /// can see in which state a crash leaves the terminal.
  static func provider(
    _ provider: any OptionsProvider, _ environment: [String: String]
  ) -> any OptionsProvider {
    environment["WIDGETCONFIG_TEST_HOOK"] == "crash" ? CrashingProvider() : provider
  }
}

private struct CrashingProvider: OptionsProvider {
  var name: String { "crash" }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    preconditionFailure("a crash that a test asked for")
  }
}
