import DefinitionFormats
import FormDriver
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import Messages
import TerminalForm
import WidgetTimeline

/// Previews the intent and the entries for the current answers of a form.
struct WidgetPreview: FormPreviewing {
  let schema: IntentSchema
  let timeline: (any IntentTimelineProvider)?
  let language: String
  let environment: [String: String]

  /// The maximum number of entries listed.
  private static let mostEntries = 3

  func lines(of intent: Intent) -> [String] {
    guard let text = try? IntentJSON.text(of: intent, schema: schema) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  func entries(of intent: Intent) async throws(PreviewFailure) -> [String] {
    let isASCII = Glyphs(environment: environment).isASCII
    let words = FormWords(locale: language, isASCII: isASCII)
    guard let timeline else { return [words(.noTimeline)] }
    let context = TimelineProviderContext(
      family: intent.family, now: Date(), language: language, variables: environment)
    do {
      // Request the timeline as after saving; sample data is for galleries.
      let answer = try await timeline.timeline(for: intent, in: context).sorted()
      let printing = TimelinePrinting(zone: .current, words: words)
      let present = answer.present(at: context.now)
      let drawing = present.map {
        printing.box($0.content, intent.family, environment)
      }
      return (drawing ?? []) + printing.table(answer, limit: Self.mostEntries)
    } catch {
      throw PreviewFailure(text: words(timeline.line(of: error)))
    }
  }
}
