import AppIntents

enum Detail: String {
  case short
  case full = "complete"
}

extension Detail: AppEnum {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { "board.detail" }

  static var caseDisplayRepresentations: [Detail: DisplayRepresentation] {
    [
      .short: "detail.short",
      .full: DisplayRepresentation(title: "detail.full", subtitle: "detail.full.about"),
    ]
  }
}
