import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import JSONC
import JSONCodings
import NIOCore
import WidgetTimeline

/// Validates intents in JSON Lines while they arrive, in constant memory.
enum BulkValidation {
  /// The maximum number of problems, and of remarks, that this route or an import lists; further
  /// ones are only counted.
  static let maximumProblems = 10_000

  static func respond(to call: ServiceCall) throws -> Response {
    let item = try call.widget()
    let (schema, family) = (item.widget.schema, try call.family(of: item))
    let place = try Place(in: call.service.bulks, for: call.caller.key)
    let words = call.words
    let body = call.request.body
    return Response(
      status: .ok, headers: .jsonLines,
      body: ResponseBody { writer in
        defer { place.leave() }
        try await withTaskExecutorPreference(call.service.handlers) {
          var intents = IntentStream.Arriving(
            IntentStream(schemas: [schema], file: RequestBody.file, defaultFamily: family))
          var tally = Tally()
          let own = tally.lines(ofFamily: family.map(item.widget.issues(ofFamily:)) ?? [], words)
          if !own.isEmpty { try await writer.write(ByteBuffer(bytes: own)) }
          do {
            // The next part of the body is read only after the results of the last part have been
            // sent, so a caller who does not read the results must stop sending.
            for try await part in body {
              let bytes = tally.lines(of: intents.take(part.readableBytesView), words)
              if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
              if intents.isDone { break }
            }
          } catch is CallerWatch.BodyIsLate {
            // Without the line with the counts, the response is recognizably incomplete.
            let line = ServiceProblem.bodyIsTooSlow(call.service.settings).json(in: words).line
            try await writer.write(ByteBuffer(bytes: line))
            throw CallerWatch.BodyIsLate()
          }
          let last = tally.lines(of: intents.take([]), words)
          try await writer.write(ByteBuffer(bytes: last + tally.end))
          try await writer.finish(nil)
        }
      })
  }

  /// The results of the lines so far.
  struct Tally {
    static let coding = ObjectCoding<Tally>([
      .integer("valid") { $0.valid },
      .integer("invalid") { $0.invalid },
      .integer("problems") { $0.problems },
      .integer(optional: "remarks") { $0.remarks > 0 ? $0.remarks : nil },
    ])

    var valid = 0
    var invalid = 0
    var problems = 0
    /// The number of remarks about valid intents, which are listed but do not count as problems.
    var remarks = 0

    mutating func lines(of results: IntentStream.Results, _ words: FormWords) -> [UInt8] {
      valid += results.valid
      invalid += results.invalid
      var bytes: [UInt8] = []
      for error in results.errors {
        problems += 1
        guard problems <= maximumProblems else { continue }
        bytes += ServiceIssue(error).json(in: words).line
      }
      for remark in results.remarks {
        remarks += 1
        guard remarks <= maximumProblems else { continue }
        bytes += ServiceIssue(remark).json(in: words).line
      }
      return bytes
    }

    /// The remarks about the family in the query; this family applies to documents that name no
    /// family.
    mutating func lines(ofFamily issues: [ServiceIssue], _ words: FormWords) -> [UInt8] {
      remarks += issues.count
      return issues.flatMap { $0.json(in: words).line }
    }

    /// The last line of the response.
    var end: [UInt8] { Self.coding.json(self).line }
  }
}
