import FormEngine
import HTTPTypes
import IntentModel
import IntentOptions
import WidgetForm

/// Makes a form's requests to its sources while a caller waits.
///
/// A request continues for some time after the caller stops waiting, so that the caller's next
/// request finds the cached result; it ends when the caller disconnects. The form cannot access the
/// file system of the service. This is a class, because the driver that it contains cannot be
/// copied.
final class FormRun {
  private var driver: FormDriver

  /// How long a request continues after its caller has stopped waiting.
  static let lingering = Duration.seconds(10)

  /// A pending request to a source.
  struct Question {
    /// The kinds of request to a source.
    enum Kind: String, CaseIterable { case choice, `default`, options }

    var parameter: String
    var kind: Kind
    var start: ContinuousClock.Instant

    /// Makes the question for a request; nil if the request is not to a source.
    init?(_ request: ProviderTasks.Request) {
      switch request.effect {
      case .loadDefaults(_, let asked): (parameter, kind) = (asked.parameter, .default)
      case .resolveChoices(_, _, let asked): (parameter, kind) = (asked.parameter, .choice)
      case .findChoices(_, let search): (parameter, kind) = (search.request.parameter, .choice)
      case .loadOptions(_, let asked): (parameter, kind) = (asked.parameter, .options)
      case .searchOptions, .listFolder, .lookForFile, .cancelLoad, .finish: return nil
      }
      start = request.start
    }
  }

  /// Opens a form with the answers in a request.
  ///
  /// - Parameters:
  ///   - today: The current day of the caller, for texts such as “tomorrow”; nil if the request
  ///     does not specify it.
  ///   - stored: The state to be changed by the request, under the same definition; nil for none.
  ///     The defaults of that state are kept.
  init(
    _ item: ServedWidget, _ request: FormRequest, today: CallerDay?,
    changing stored: PlacedState? = nil
  ) {
    var state = request.state(of: item, today: today)
    if let stored, let draft = stored.migration?.draft {
      state.inheritDefaults(of: draft, in: stored.placed.family)
    }
    driver = FormDriver(state, provider: item.router, lingering: Self.lingering)
    driver.start()
    if !request.texts.isEmpty { driver.handle(.enter(request.texts)) }
  }

  /// Resumes a form from its state.
  init(_ item: ServedWidget, _ state: FormState) {
    driver = FormDriver(state, provider: item.router, lingering: Self.lingering)
    driver.start()
    if !state.showsHidden { driver.handle(.toggleHidden) }
  }

  var state: FormState { driver.state }

  /// The maximum number of array elements in one form.
  private static let maximumElements = 10_000
  /// The maximum number of cases that all elements in one form offer together.
  private static let maximumOffered = 200_000

  /// Checks that a form is small enough for its rows to be written.
  ///
  /// The row of each element contains all cases of its enum, so a short request could cause
  /// gigabytes of output.
  static func checkSize(of state: FormState) throws(ServiceProblem) {
    var (rest, room) = (maximumOffered, maximumElements)
    for parameter in state.schema.intent.parameters where parameter.supportsMultipleValues {
      let elements =
        (state.draft.values[parameter.name]?.elements.count ?? 0)
        + state.unreadTexts.keys.count { $0.parameter == parameter.name }
      let cases = state.schema.enumeration(of: parameter.type)?.choices.count ?? 0
      rest -= elements * (1 + cases)
      room -= elements
      guard rest < 0 || room < 0 else { continue }
      let size = cases == 0 ? "" : " with \(cases) choices each"
      throw ServiceProblem(
        .formTooLarge,
        """
        “\(parameter.name)” has \(elements) elements\(size), and a form shows at most \
        \(maximumElements) elements and \(maximumOffered) choices.
        """)
    }
  }

  /// The pending requests, in any order.
  var questions: [Question] { driver.requests.values.compactMap { Question($0) } }

  /// A parameter whose default or choice is pending; nil if there is none.
  var awaitedParameter: String? {
    questions.filter { $0.kind != .options }.map(\.parameter).min()
  }

  /// Passes an event to the form and starts the requests that follow from it.
  func handle(_ event: FormEvent) { driver.handle(event) }

  /// Waits until no typed or picked input is being looked up, or until a deadline.
  func settleLookups(until deadline: ContinuousClock.Instant) async {
    while state.isLookingUp, ContinuousClock.now < deadline, !Task.isCancelled {
      if await settle(until: deadline, responses: 1) { return }
    }
  }

  /// Handles responses until none is pending or a deadline is reached.
  ///
  /// - Parameter limit: The number of responses after which to return; nil for all.
  /// - Returns: Whether nothing is pending.
  func settle(
    until deadline: ContinuousClock.Instant, responses limit: Int? = nil
  ) async -> Bool {
    let isSettled = await BodyBudget.whileWaiting {
      await driver.settle(until: deadline, responses: limit)
    }
    if Task.isCancelled { driver.cancelRequests() }
    return isSettled
  }
}

extension FormRequest {
  /// The form with the request's draft, before its texts are entered and before requests to sources
  /// are made.
  func state(of item: ServedWidget, today: CallerDay?) -> FormState {
    FormState(item.setup(including: [family], today: today), draft: draft, family: family)
  }
}
