import Messages
import Testing

@testable import WidgetService

/// The remedies that pages show for problems.
@Suite struct PageRemedyTests {
  /// The remedy of a code names parts of requests; the remedy on a page names what a person can do.
  @Test(
    arguments: [
      (.answersLost, "Save again. The review then lists the answers that would be lost."),
      (.definitionChanged, "Read the form again."),
      (.tooManyRequests, "Try again."), (.tooBusy, "Try again."),
      (.storeUnavailable, "Try again."), (.storeNotWritable, "Try again later."),
      (.notPlaced, "The first page lists the placed widgets."),
      (.noSuchDevice, "See the list of the devices."), (.methodNotAllowed, ""),
    ] as [(ProblemCode, String)])
  func aPageHasItsOwnRemedy(code: ProblemCode, remedy: String) {
    let problem = ServiceProblem(code)
    #expect(problem.remedyOnPage.text() == remedy)
    #expect(problem.onPage.remedy == problem.remedyOnPage)
    #expect(problem.remedy == code.meaning.remedy)
  }

  /// The remedy of an invalid request refers to the issues in the response, which a page lists.
  @Test func aPageListsTheIssuesOfARequest() {
    let issue = ServiceIssue("long", at: nil, "The text is too long.", "Shorten it.")
    #expect(
      ServiceProblem.invalid([issue]).remedyOnPage.text() == "The text is too long. Shorten it.")
    let changed = ServiceProblem(.definitionChanged, issues: [issue])
    #expect(
      changed.remedyOnPage.text() == "Read the form again. The text is too long. Shorten it.")
  }

  /// A remedy for one request is the same for programs and on pages.
  @Test func aRemedyForARequestStays() {
    let problem = ServiceProblem(.notPlaced, nil, "Place a widget first.")
    #expect(problem.remedyOnPage.text() == "Place a widget first.")
  }
}
