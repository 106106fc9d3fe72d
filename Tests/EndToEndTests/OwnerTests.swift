import Foundation
import Testing

/// Each kind of input and output has one owner in the code; other code does not use it directly.
@Suite struct OwnerTests {
  /// Calls that only owners may make, and the files or folders that own them; calls without an
  /// owner are not made at all.
  static let rules: [(what: String, calls: [String], owners: [String])] = [
    (
      "standard output and error",
      [
        "print(", "debugPrint(", "dump(", "puts(", "fputs(", "fwrite(", "putchar(",
        "FileHandle.standardOutput", "FileHandle.standardError", "Foundation.write(",
        "Glibc.write(", "(STDOUT_FILENO, ", "(STDERR_FILENO, ",
      ],
      [
        "widgetconfig-command/Output/Terminal.swift", "TerminalForm/Device/TerminalDevice.swift",
        // These are separate programs, each of which writes output in a single file.
        "GenerateIntentsTool/main.swift",
        "GenerateIntentsCommand/GenerateIntentsCommand.swift",
        "widgetconfig-migration/WidgetConfigMigration.swift",
        "widgetconfig-server/ServerCommand.swift",
        // Lines of the log, which are not messages.
        "widgetconfig-server/JSONLogHandler.swift",
      ]
    ),
    (
      "reading of files",
      [
        "Data(contentsOf", "String(contentsOf", "FileHandle(forReading", "InputStream(",
        ".contents(atPath", "fopen(", "readLine(strippingNewline", "FileHandle.standardInput",
        "Foundation.read(",
        "Glibc.read(", "FileDescriptor.open", "systemRead(",
      ], ["InputFiles/", "TerminalForm/Device/TerminalDevice.swift"]
    ),
    (
      "writing of files",
      [
        ".write(to: URL", ".write(toFile", "FileHandle(forWritingTo", ".createFile(atPath",
        "mkstemp(",
        "O_WRONLY", "O_RDWR",
      ],
      [
        "widgetconfig-command/Output/OutputFile.swift",
        "ExternalSources/Timelines/BoundedFolder.swift",
        "SQLiteStore/StoreConnection.swift", "IntentCodegen/Generation/GeneratedOutput.swift",
        // A request to a program, the terminal, and the null device used instead of a stream.
        "ExternalSources/Programs/CommandRunner.swift", "TerminalForm/Device/TerminalDevice.swift",
        "widgetconfig-command/Output/Terminal.swift",
        // An unnamed copy of an input that can be read only once, but is needed several times.
        "widgetconfig-command/Inputs/InputFile.swift",
        // Unsaved changes, which only the user can read.
        "widgetconfig-command/Asking/UnsavedChanges.swift",
      ]
    ),
    (
      "started programs",
      [
        "Subprocess.run(", "posix_spawn(", "Process(", "Process.run(", "popen(", "fork(", "execv(",
        "execvp(",
        "execve(",
      ],
      [
        "ExternalSources/Programs/CommandRunner.swift",
        "widgetconfig-command/Commands/OpenCommand.swift",
        // This command replaces itself with the migration program instead of starting a process.
        "widgetconfig-command/Commands/MigrationCommand.swift",
        // A plugin, which runs its tool.
        "GenerateIntentsCommand/GenerateIntentsCommand.swift",
      ]
    ),
    (
      "outgoing connections",
      [
        "import CLoadedLibraries", "URLSession", "URLRequest(", "curl_easy_",
        "curl_multi_", "PQconnect", "socket(", "connect(",
      ],
      [
        "ExternalSources/", "PostgresStore/", "DevicePush/APNsConnection.swift",
        // The generated code of an app connects to the service; the generator itself does not.
        "IntentCodegen/AppIntents/WidgetExtensionSwift.swift",
      ]
    ),
    (
      // A release leaves this data out, and these calls would return something else there.
      "order, names and encodings from the data of Foundation",
      [
        ".localizedCompare(", ".localizedCaseInsensitiveCompare(", ".localizedStandardCompare(",
        ".localizedStandardContains(", ".localizedStandardRange(", ".localizedStandard)",
        ".localizedStandard,", ".localizedString(for:", "(forCollationIdentifier:",
        "(forCollatorIdentifier:", "time: .complete", "String.Encoding(", "using: .windowsCP",
        "using: .iso", "using: .shiftJIS", "using: .japaneseEUC", "using: .macOSRoman",
        "String.Comparator(", "String.StandardComparator", ".applyingTransform(",
        ".enumerateSubstrings(", "(forLanguageCode:", "(forIdentifier:", "(forScriptCode:",
        "(forVariantCode:", ".localizedName(", ".abbreviation(", ".timeZone(", "DateFormatter(",
        "ISO8601DateFormatter(", "NSString(", "as NSString", "encoding: .windowsCP",
        "encoding: .iso", "encoding: .shiftJIS", "encoding: .japaneseEUC", "encoding: .macOSRoman",
        "encoding: .nextstep", "usedEncoding:",
      ], []
    ),
  ]

  @Test(arguments: rules.indices)
  func `Only the owners of a call make it`(_ index: Int) throws {
    let rule = Self.rules[index]
    let sources = Sandbox.repository.appending(path: "Sources")
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    let own = names.filter { $0.hasSuffix(".swift") }
    #expect(own.count > 100)
    var found = 0
    for name in own {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      let calls = Self.calls(of: rule.calls, in: text)
      if rule.owners.contains(where: { name.hasPrefix($0) }) {
        found += calls.count
      } else {
        #expect(calls.isEmpty, "\(rule.what): \(name)")
      }
    }
    // The owners contain such calls, so the rule is not outdated.
    #expect(found > 0 || rule.owners.isEmpty)
  }

  /// The lines with a call that is not part of a longer name, ignoring comments.
  ///
  /// A call that begins with a parenthesis is the unnamed first argument of any call.
  static func calls(of calls: [String], in text: String) -> [Substring] {
    // Most files have none of the calls, and comparing bytes is the fastest way to find that out.
    let bytes = Data(text.utf8)
    let present = calls.filter { bytes.range(of: Data($0.utf8)) != nil }
    guard !present.isEmpty else { return [] }
    return text.split(separator: "\n").filter { line in
      guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return false }
      return present.contains { call in
        line.ranges(of: call).contains { range in
          guard call.first?.isLetter == true, let before = line[..<range.lowerBound].last else {
            return true
          }
          return !before.isLetter && !before.isNumber && before != "_" && before != "."
        }
      }
    }
  }
}
