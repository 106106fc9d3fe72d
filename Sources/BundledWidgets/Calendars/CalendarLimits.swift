/// How much of a calendar is read and worked out before the rest is left out.
struct CalendarLimits: Sendable {
  /// Bytes of one file.
  var fileSize = 16 << 20
  /// Physical lines of one file.
  var lineCount = 1_000_000
  /// Bytes of one line after unfolding.
  var lineLength = 1 << 16
  /// Components within components.
  var depth = 8
  /// Events of one file.
  var eventCount = 50_000
  /// Problems listed for one file.
  var problemCount = 100
  /// Dates that one event lists in `RDATE` or in `EXDATE`.
  var listedDateCount = 10_000
  /// Days and periods looked at for the repeats of one event.
  var workPerEvent = 1_000_000
  /// Days and periods looked at for the repeats of all events together.
  var workInAll = 10_000_000
  /// Occurrences in one answer.
  var occurrenceCount = 10_000
}
