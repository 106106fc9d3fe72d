import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetFormats
import WidgetLoading
import WidgetTimeline
import Zones

/// An available widget, as a list or a gallery shows it.
struct WidgetGallery {
  private let name: String
  private let shared: SharedOptions
  private let widget: Result<ConfigurableWidget, any Error>

  /// Reads the widget with a name.
  init(_ name: String, _ library: WidgetLibrary, _ shared: SharedOptions) {
    self.name = name
    self.shared = shared
    widget = Result { try library.widget(name) }
  }

  /// Makes the gallery of a widget that has been read; a widget that cannot be found by name is
  /// shown by its path.
  init(_ widget: ConfigurableWidget, _ shared: SharedOptions) {
    name = widget.isFoundByName ? widget.name : widget.definitionPath
    self.shared = shared
    self.widget = .success(widget)
  }

  /// The problem that prevents the widget from being read; nil if there is none.
  var problem: Message? {
    guard case .failure(let error) = widget else { return nil }
    return CommandFailure.line(about: error)
  }

  /// The widget as a list shows it.
  var entry: ListJSON.Widget {
    guard let widget = try? widget.get() else {
      return ListJSON.Widget(name: name, problem: problem.map { shared.words($0) })
    }
    return ListJSON.Widget(
      name: name, kind: widget.kind, displayName: widget.displayName,
      description: widget.description.isEmpty ? nil : widget.description,
      families: widget.families, unanswered: widget.unanswered.map(\.name))
  }

  /// The lines of the widget in a list.
  var lines: [ReportLine] {
    let words = shared.words
    guard let widget = try? widget.get() else {
      return [
        ReportLine([
          .init("  "), .init(name, .heading), .init("  [\(words(.markUnreadable))]", .error),
        ])
      ]
    }
    let title = [widget.displayName, widget.description].filter { !$0.isEmpty }
    let families = widget.families.map(shared.name).joined(separator: ", ")
    let labels = widget.unanswered.map(\.label)
    let details = [
      title.joined(separator: ": "),
      words("kind \(widget.kind), families \(families)"),
      labels.isEmpty ? "" : words("unanswered: \(labels.joined(separator: ", "))"),
    ]
    return [ReportLine([.init("  "), .init(name, .heading)])]
      + details.filter { !$0.isEmpty }.map { ReportLine("    " + $0) }
  }

  /// The snapshots of the widget with its defaults: a box for each family, side by side if they
  /// fit.
  ///
  /// Failures of sources are reported on standard error.
  func drawing(_ presentation: Presentation) async -> [String] {
    guard let widget = try? widget.get(), let provider = widget.timeline else { return [] }
    let words = shared.words
    let printing = TimelinePrinting(zone: .current, words: words)
    var boxes: [(width: Int, lines: [String])] = []
    let margin = 4
    for family in widget.families {
      let context = TimelineProviderContext(
        family: family, of: widget, now: Date(), language: shared.language,
        variables: shared.environment,
        presentation: presentation, asksTerminal: true)
      do {
        let intent = try widget.schema.resolve(IntentDraft(), family: family).get()
        let entry = try await provider.galleryEntry(for: intent, in: context)
        let lines =
          [shared.name(of: family)]
          + printing.box(entry.content, in: context, shared.environment, margin: margin)
        boxes.append((lines.map(displayWidth).max() ?? 0, lines))
      } catch {
        let cause = words(CommandFailure.line(about: error))
        Terminal.say(
          words(
            .placed(place: name, sentences: ["\(family.rawValue): \(cause)"])))
      }
    }
    return Self.rows(boxes, columns: Terminal.size.columns - margin)
  }

  /// The space between two boxes.
  private static let gap = "  "

  /// Arranges boxes from left to right and top to bottom.
  private static func rows(_ boxes: [(width: Int, lines: [String])], columns: Int) -> [String] {
    var lines: [String] = []
    var rest = boxes[...]
    while let first = rest.first {
      var row = [first]
      var width = first.width
      rest = rest.dropFirst()
      while let next = rest.first, width + gap.count + next.width <= columns {
        row.append(next)
        width += gap.count + next.width
        rest = rest.dropFirst()
      }
      for index in 0..<(row.map(\.lines.count).max() ?? 0) {
        let parts = row.map { box in
          (index < box.lines.count ? box.lines[index] : "").padded(to: box.width)
        }
        lines.append(parts.joined(separator: gap).withoutEndingBlanks)
      }
    }
    return lines
  }
}

extension ConfigurableWidget {
  /// The parameters that have a row in a new widget, but no default.
  var unanswered: [ParameterDefinition] {
    let evaluation = schema.evaluate(IntentDraft(), family: firstFamily)
    let starting = startingParameters()
    return schema.visibleParameters(in: evaluation).filter {
      schema.state(of: $0.name, in: evaluation)?.value == nil
        && !starting.contains($0.name)
    }
  }
}
