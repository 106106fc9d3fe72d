import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif

/// The names of continents and countries in the language of a form.
struct ZoneNames {
  private let language: MessageLanguage
  private let locale: Locale

  /// Makes names for a locale, a BCP 47 tag.
  init(locale: String) {
    language = MessageLanguage(locale: locale)
    self.locale = Locale(identifier: locale)
  }

  /// The name of a region of the tz database; an unknown region keeps its name.
  func region(_ region: String) -> String {
    Self.regions[region].map { $0.text(in: language) } ?? region
  }

  /// The name of a place's country; nil if it is unknown.
  ///
  /// In English it is the name from the tz database.
  func country(of place: ZonePlace) -> String? {
    guard locale.language.languageCode?.identifier != "en", let code = place.countryCode else {
      return place.country
    }
    return locale.localizedString(forRegionCode: code) ?? place.country
  }

  /// The regions of the tz database that contain cities, with the names that people see.
  ///
  /// ``ZoneFolder/regions`` has the regions that are tried for a city without its region.
  static let regions: [String: Message] = [
    "Africa": "Africa", "America": "America", "Antarctica": "Antarctica", "Arctic": "Arctic",
    "Asia": "Asia", "Atlantic": "Atlantic", "Australia": "Australia", "Europe": "Europe",
    "Indian": "Indian Ocean", "Pacific": "Pacific",
  ]
}
