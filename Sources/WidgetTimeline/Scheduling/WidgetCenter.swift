public import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The placed widgets of an app with the schedule of each, and what the app may ask of them.
public struct WidgetCenter: Sendable {
  /// One placed widget.
  public struct Widget: Sendable {
    /// The kind of the widget.
    public var kind: String

    /// Its family.
    public var family: WidgetFamily

    /// Its intent; nil for a widget that nothing configures.
    public var intent: Intent?

    /// What is on screen, and when it is renewed.
    public var scheduler: TimelineScheduler

    /// Makes a placed widget.
    public init(
      kind: String, family: WidgetFamily, intent: Intent? = nil, scheduler: TimelineScheduler
    ) {
      self.kind = kind
      self.family = family
      self.intent = intent
      self.scheduler = scheduler
    }
  }

  /// The placed widgets by name.
  public var widgets: [String: Widget]

  /// Makes a center.
  public init(_ widgets: [String: Widget] = [:]) {
    self.widgets = widgets
  }

  /// Asks for new timelines of all placed widgets of a kind.
  ///
  /// A kind without a placed widget is not an error.
  public mutating func reloadTimelines(ofKind kind: String, at date: Date) {
    for name in widgets.keys where widgets[name]?.kind == kind {
      widgets[name]?.scheduler.request(.app, at: date)
    }
  }

  /// Asks for new timelines of all placed widgets.
  public mutating func reloadAllTimelines(at date: Date) {
    for name in widgets.keys { widgets[name]?.scheduler.request(.app, at: date) }
  }

  /// Gives a placed widget another intent; an equal one changes nothing and asks nothing.
  public mutating func configure(_ name: String, with intent: Intent, at date: Date) {
    guard let widget = widgets[name], widget.intent != intent else { return }
    widgets[name]?.intent = intent
    widgets[name]?.family = intent.family
    widgets[name]?.scheduler.request(.configuration, at: date)
  }
}
