/// An element of a file whose form or content keeps it out of the journal.
struct UnreadableElement: Error {
  /// What is wrong; no health value.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
