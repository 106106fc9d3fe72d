public import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The placed widgets of an app with their schedules, and the requests that the app can make.
public struct WidgetCenter: Sendable {
  /// A placed widget.
  public struct Widget: Sendable {
    /// The kind of the widget.
    public var kind: String

    /// Its family.
    public var family: WidgetFamily

    /// Its intent; nil for a widget without a configuration.
    public var intent: Intent?

    /// The schedule, which holds the current timeline and the next reload.
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

  /// Requests new timelines for all placed widgets of a kind.
  ///
  /// It is not an error if no widget of the kind is placed.
  public mutating func reloadTimelines(ofKind kind: String, at date: Date) {
    for name in widgets.keys where widgets[name]?.kind == kind {
      widgets[name]?.scheduler.request(.app, at: date)
    }
  }

  /// Requests new timelines for all placed widgets.
  public mutating func reloadAllTimelines(at date: Date) {
    for name in widgets.keys { widgets[name]?.scheduler.request(.app, at: date) }
  }

  /// Replaces the intent of a placed widget; an equal intent changes nothing and requests nothing.
  public mutating func configure(_ name: String, with intent: Intent, at date: Date) {
    guard let widget = widgets[name], widget.intent != intent else { return }
    widgets[name]?.intent = intent
    widgets[name]?.family = intent.family
    widgets[name]?.scheduler.request(.configuration, at: date)
  }
}
