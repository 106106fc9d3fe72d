import Foundation
import IntentDocuments

let file = try IntentDefinitionReader.read(path: CommandLine.arguments[1]).file
guard let schema = IntentSchema(intentNamed: "VerseIntent", in: file) else { exit(2) }
var count = 0
for try await problem in schema.problems(in: FileHandle.standardInput) {
  print(problem)
  count += 1
}
exit(count == 0 ? 0 : 1)
