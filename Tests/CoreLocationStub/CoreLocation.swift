// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stub of the only Core Location class that generated code uses.

public import AppIntents

public final class CLPlacemark: IntentValueStub {}
