/// The zones that are available without a tz database, such as in a minimal container.
///
/// Only the current rule of each zone is compiled in; it also applies to earlier dates.
package enum CompiledZones {
  /// A zone in the list, and the country of its city.
  package struct Place: Hashable, Sendable {
    package var identifier: String
    package var country: String
  }

  /// The zones, in the order of the list.
  package static let places = rows.map { Place(identifier: $0.identifier, country: $0.country) }

  /// The rules of a zone in the list.
  package static func zone(named name: String) -> ZoneRules? {
    guard let row = rows.first(where: { $0.identifier == name }),
      let rule = YearlyZoneRule(parsing: row.rule)
    else { return nil }
    return ZoneRules(
      identifier: name, transitions: [], offsets: [], firstOffset: rule.standardOffset, tail: rule)
  }

  private typealias Row = (identifier: String, country: String, rule: String)

  private static let centralEuropean = "CET-1CEST,M3.5.0,M10.5.0/3"
  private static let easternEuropean = "EET-2EEST,M3.5.0/3,M10.5.0/4"

  /// Zone, country, and the rule that the tz database has given since 2024.
  private static let rows: [Row] = [
    ("Africa/Cairo", "Egypt", "EET-2EEST,M4.5.5/0,M10.5.4/24"),
    ("Africa/Johannesburg", "South Africa", "SAST-2"),
    ("Africa/Lagos", "Nigeria", "WAT-1"),
    ("Africa/Nairobi", "Kenya", "EAT-3"),
    ("America/Argentina/Buenos_Aires", "Argentina", "<-03>3"),
    ("America/Bogota", "Colombia", "<-05>5"),
    ("America/Chicago", "United States", "CST6CDT,M3.2.0,M11.1.0"),
    ("America/Denver", "United States", "MST7MDT,M3.2.0,M11.1.0"),
    ("America/Halifax", "Canada", "AST4ADT,M3.2.0,M11.1.0"),
    ("America/Lima", "Peru", "<-05>5"),
    ("America/Los_Angeles", "United States", "PST8PDT,M3.2.0,M11.1.0"),
    ("America/Mexico_City", "Mexico", "CST6"),
    ("America/New_York", "United States", "EST5EDT,M3.2.0,M11.1.0"),
    ("America/Sao_Paulo", "Brazil", "<-03>3"),
    ("America/St_Johns", "Canada", "NST3:30NDT,M3.2.0,M11.1.0"),
    ("America/Toronto", "Canada", "EST5EDT,M3.2.0,M11.1.0"),
    ("Asia/Bangkok", "Thailand", "<+07>-7"),
    ("Asia/Dubai", "United Arab Emirates", "<+04>-4"),
    ("Asia/Hong_Kong", "Hong Kong", "HKT-8"),
    ("Asia/Jakarta", "Indonesia", "WIB-7"),
    ("Asia/Kathmandu", "Nepal", "<+0545>-5:45"),
    ("Asia/Kolkata", "India", "IST-5:30"),
    ("Asia/Manila", "Philippines", "PST-8"),
    ("Asia/Seoul", "Korea (South)", "KST-9"),
    ("Asia/Shanghai", "China", "CST-8"),
    ("Asia/Singapore", "Singapore", "<+08>-8"),
    ("Asia/Tehran", "Iran", "<+0330>-3:30"),
    ("Asia/Tokyo", "Japan", "JST-9"),
    ("Atlantic/Reykjavik", "Iceland", "GMT0"),
    ("Australia/Perth", "Australia", "AWST-8"),
    ("Australia/Sydney", "Australia", "AEST-10AEDT,M10.1.0,M4.1.0/3"),
    ("Europe/Athens", "Greece", easternEuropean),
    ("Europe/Berlin", "Germany", centralEuropean),
    ("Europe/Helsinki", "Finland", easternEuropean),
    ("Europe/Istanbul", "Turkey", "<+03>-3"),
    ("Europe/Kyiv", "Ukraine", easternEuropean),
    ("Europe/Lisbon", "Portugal", "WET0WEST,M3.5.0/1,M10.5.0"),
    ("Europe/London", "Britain (UK)", "GMT0BST,M3.5.0/1,M10.5.0"),
    ("Europe/Madrid", "Spain", centralEuropean),
    ("Europe/Moscow", "Russia", "MSK-3"),
    ("Europe/Paris", "France", centralEuropean),
    ("Europe/Rome", "Italy", centralEuropean),
    ("Europe/Stockholm", "Sweden", centralEuropean),
    ("Europe/Zurich", "Switzerland", centralEuropean),
    ("Pacific/Auckland", "New Zealand", "NZST-12NZDT,M9.5.0,M4.1.0/3"),
    ("Pacific/Honolulu", "United States", "HST10"),
  ]
}
