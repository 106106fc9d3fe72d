import IntentModel
package import Messages

/// What the bundled widgets show, and the notices of their sources.
extension Message {

  // World clock.
  package static var clockCity: Message { "City" }

  // Up next: events.
  package static var allDay: Message { "All day" }

}
