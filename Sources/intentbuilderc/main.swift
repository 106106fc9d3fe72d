// Generates SiriKit classes from an intent definition. It has the arguments of Xcode's tool of the
// same name, so that build systems that call that tool work without Xcode.

import DefinitionFormats
import Foundation
import IntentCodegen
import IntentModel
import Messages

func fail(_ lines: [String], status: Int32) -> Never {
  for line in lines { FileHandle.standardError.write(Data((visibleLine(line) + "\n").utf8)) }
  exit(status)
}

if let first = CommandLine.arguments.dropFirst().first, ["-h", "-help", "--help"].contains(first) {
  print("Usage: " + IntentBuilderArguments.usage)
  exit(0)
}

do {
  let arguments = try IntentBuilderArguments(Array(CommandLine.arguments.dropFirst()))
  let definition = try IntentDefinitionReader.read(path: arguments.input).file
  let files = SiriKitClasses(
    definition, details: definition.intents.map(\.siriDetails), options: arguments.options
  ).files
  let output = GeneratedOutput(folder: arguments.output)
  if arguments.isDryRun {
    for file in files { print(visibleLine(output.path(of: file))) }
  } else {
    _ = try output.write(files)
  }
} catch let refusal as IntentBuilderArguments.Refusal {
  fail(["intentbuilderc: " + refusal.message], status: 2)
} catch let errors as FormatErrors {
  fail(errors.lines.map { $0.text() }, status: 1)
} catch {
  fail(["\(error)"], status: 1)
}
