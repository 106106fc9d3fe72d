/// The limits on how often a widget can reload, and on how late a reload can be.
public struct ReloadBudget: Sendable, Hashable {
  /// The maximum number of charged reloads in any 24 hours, which is at least 1; nil for no limit.
  public let perDay: Int?

  /// The minimum time between two charged reloads; requests that are closer together are merged.
  public let spacing: Duration

  /// The maximum delay of a charged reload, in whole seconds.
  public let lateness: Int

  /// Makes a budget.
  ///
  /// Out-of-range values become the nearest valid ones.
  public init(perDay: Int?, spacing: Duration = .seconds(300), lateness: Int = 120) {
    self.perDay = perDay.map { max(1, $0) }
    self.spacing = max(.zero, spacing)
    self.lateness = max(0, lateness)
  }

  /// The budget of a widget, which depends on how often the widget is viewed per day.
  ///
  /// Apple names a range for a widget that is viewed often ("Keeping a widget up to date"), but has
  /// not published how the number depends on the views. Here it grows linearly.
  public init(viewsPerDay: Int) {
    let most = 90
    self.init(perDay: 40 + 30 * min(max(0, viewsPerDay), most) / most)
  }

  /// No limit on the number of reloads, and no delay of a reload, for use on the user's own
  /// machine.
  ///
  /// The minimum time between two reloads is short, but keeps a timeline that is always due from
  /// using all of the CPU.
  public static let unlimited = ReloadBudget(perDay: nil, spacing: .seconds(15), lateness: 0)
}

/// The reason for a reload.
public enum ReloadReason: String, Sendable, Hashable, CaseIterable {
  /// The reload policy of the timeline.
  case policy
  /// The app, as with WidgetKit's `WidgetCenter`.
  case app
  /// A retry after a failure.
  case retry
  /// The widget was placed, or its configuration changed.
  case configuration
  /// The app is in the foreground.
  case foreground
  /// The app plays audio or navigates.
  case session
  /// A button or a toggle in the widget was used.
  case interaction
  /// The clock was set, or the time zone changed.
  case clock
  /// The language or the region changed.
  case locale
  /// The text size or another accessibility setting changed.
  case accessibility

  /// Whether the reload is charged to the budget.
  ///
  /// Apple lists the reloads that are not charged ("Keeping a widget up to date"). A changed
  /// configuration is not on that list, but is not charged here either: the user is looking, and
  /// the old entries are wrong.
  public var isCharged: Bool {
    switch self {
    case .policy, .app, .retry: true
    case .configuration, .foreground, .session, .interaction, .clock, .locale, .accessibility: false
    }
  }
}
