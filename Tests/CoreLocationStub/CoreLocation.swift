// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the one class of Core Location that generated code names.

public import AppIntents

public final class CLPlacemark: IntentValueStub {}
