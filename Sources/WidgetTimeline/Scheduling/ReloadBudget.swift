/// How often a widget may ask for a new timeline, and how late it is answered.
public struct ReloadBudget: Sendable, Hashable {
  /// The most charged reloads in any 24 hours, at least 1; nil for no bound.
  public let perDay: Int?

  /// The least seconds between two charged reloads; requests in between become one.
  public let spacing: Double

  /// The most whole seconds by which a charged reload comes late.
  public let lateness: Int

  /// Makes a budget; what is out of range counts as the nearest that is in range.
  public init(perDay: Int?, spacing: Double = 300, lateness: Int = 120) {
    self.perDay = perDay.map { max(1, $0) }
    self.spacing = spacing.isFinite ? max(0, spacing) : 300
    self.lateness = max(0, lateness)
  }

  /// The budget of a widget by how often it is seen in a day.
  ///
  /// Apple names 40 to 70 for a widget that is seen often ("Keeping a widget up to date"). How the
  /// number grows is not published; here it goes from 40 at no views evenly to 70 at 90 views and more.
  public init(viewsPerDay: Int) {
    self.init(perDay: 40 + 30 * min(max(0, viewsPerDay), 90) / 90)
  }

  /// No bound and no lateness, for a machine of one's own: only so much spacing that a timeline which
  /// is always due does not keep it busy.
  public static let unlimited = ReloadBudget(perDay: nil, spacing: 15, lateness: 0)
}

/// Why a new timeline is asked for.
public enum ReloadReason: String, Sendable, Hashable, CaseIterable {
  /// The timeline's own policy.
  case policy
  /// The app, through ``WidgetCenter``.
  case app
  /// A try after a failure.
  case retry
  /// The widget is placed, or its configuration was changed.
  case configuration
  /// The app is in front.
  case foreground
  /// The app plays audio or navigates.
  case session
  /// A button or a toggle of the widget was used.
  case interaction
  /// The language or the region changed.
  case locale
  /// The size of text or another accessibility setting changed.
  case accessibility

  /// Whether the reload counts against the budget.
  ///
  /// Apple names what does not ("Keeping a widget up to date"). A changed configuration is not on that
  /// list and is not charged here either: the person is looking, and the old entries are wrong.
  public var isCharged: Bool {
    switch self {
    case .policy, .app, .retry: true
    case .configuration, .foreground, .session, .interaction, .locale, .accessibility: false
    }
  }
}
