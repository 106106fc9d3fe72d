import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import JSONC
import JSONCodings
import WidgetStore

/// The response to a request that changed the store.
struct WriteResponse: Sendable {
  private enum Key: String, JSONKey { case status, etag, location, body }

  private let status: Int
  private let etag: String
  private let location: String
  private let body: String

  /// The response for a stored widget.
  init(_ state: PlacedState, in language: String, status: HTTPResponse.Status) {
    self.status = status.code
    let answer = state.response(in: language)
    etag = answer.etag
    location = ServicePath.path(ServicePath.placedWidget, of: state.placed.name)
    body = String(decoding: answer.bytes.readableBytesView, as: UTF8.self)
  }

  /// Parses a response in the form in which a store keeps it.
  init(_ text: String) throws {
    let problems = ProblemList(file: "answer", bytes: Array(text.utf8), limits: DraftJSON.limits)
    let members = problems.root()?.object(Key.self)
    status = members?.required(.status)?.integer ?? 0
    etag = members?.required(.etag)?.string ?? ""
    location = members?.required(.location)?.string ?? ""
    body = members?.required(.body)?.string ?? ""
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }

  /// The response in the form in which a store keeps it.
  var text: String {
    var members = JSONBuilder<Key>()
    members.set(.status, status)
    members.set(.etag, etag)
    members.set(.location, location)
    members.set(.body, body)
    return String(decoding: members.value.wire, as: UTF8.self)
  }

  /// The response, with the number of devices that will get a push for the change.
  ///
  /// - Parameter names: The names of the widgets that have changed; empty if nothing has.
  func response(
    to call: ServiceCall, changed names: [String] = [], kind: String? = nil
  ) async -> Response {
    let push = await call.pushOutlook(of: names, kind: kind)
    var bytes = Array(body.utf8)
    if bytes.last == UInt8(ascii: "}") {
      bytes.removeLast()
      bytes += Array(",\"\(PushOutlook.key)\":".utf8) + push.wire + Array("}".utf8)
    }
    return call.response(
      bytes, status: HTTPResponse.Status(code: status),
      headers: [.eTag: etag, .location: location])
  }
}
