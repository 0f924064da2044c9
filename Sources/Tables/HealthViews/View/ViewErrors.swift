package import JournalFile

/// The reason why a view cannot be computed.
package enum ProjectionError: Error, Hashable, Sendable {
  /// The unit that was asked for does not fit the type.
  case unitMismatch(type: String, unit: String)
  /// The reader never asked whether it may read the type; the journal may not know it at all.
  case readNotDetermined(source: String, type: String, isKnown: Bool = true)
  /// The window of a chart has more bins than can be looked at.
  case tooManyBins(most: Int)
  /// The range of statistics has more intervals than can be looked at.
  case tooManyIntervals(most: Int)
  /// A predicate orders by a word that has no number of the type.
  case unordered(_ word: String, in: String)
  /// A text of a predicate means no time.
  case time(String)
  /// A table has no field of this name.
  case unknownField(String, fields: [String])
  /// Two columns would have this name.
  case columnTwice(String)
  /// The line is no receipt of an import.
  case noReceipt(line: UInt64)
  /// Nothing was imported yet.
  case nothingImported
  /// A time zone, the journal's or the one that was asked for, is not known on this system.
  case zone(ZoneCatalogue.Unknown)
}

/// The reason why the values of options cannot be used: one line.
package struct OptionProblem: Error, Hashable, Sendable {
  /// The message: the error, its place, the remedy.
  package let message: String

  /// Creates a problem in these words.
  package init(_ message: String) { self.message = message }
}
