import HealthModel
import ViewTables

/// A check of the samples of a journal: one file each, and one line in `all`.
package struct Check: Sendable {
  /// What a finding of a check means.
  package enum Level: String, Sendable {
    /// Something is wrong with the samples themselves.
    case problem
    /// For information: the samples may be right.
    case note
  }

  /// The word for it: `duplicates`.
  package var name: String
  /// What a finding of it means.
  package var level: Level
  /// What it looks for, in one line.
  package var summary: String
  var find: @Sendable (inout CheckSubject) throws -> [CheckFinding]

  /// Every check, in the order of the report.
  package static let all: [Check] = [
    .future, .zeroLength, .absurdLength, .duplicates, .implausible, .wholeSecond, .late, .gaps,
    .wear, .unitChanges, .overlaps, .unknownValues, .zones,
  ]
}

/// How strict checks are, and what they show.
package struct CheckOptions: Sendable {
  /// The names of the checks to run; nil: all.
  package var only: Set<String>?
  /// A sample that was recorded more than this many hours after its end is late.
  package var lateHours = 24.0
  /// A day on which a watch was worn for fewer hours is short.
  ///
  /// Source: ten hours make a valid day of accelerometry (Troiano et al., Med Sci Sports Exerc
  /// 40:181, 2008).
  package var wearHours = 10.0
  /// How many examples a finding shows.
  package var examples = 3
  /// Whether every line is read for when it was recorded, so that samples which had yet to come are
  /// told from others.
  package var readsLines = true

  /// Every check, as strict as usual.
  package init() {}
}

/// What a check found of one type.
package struct CheckFinding: Sendable {
  /// The type's identifier; nil: it is about several types.
  package var type: String?
  /// How many samples, workouts, days or other cases it counts.
  package var count: Int
  /// What it says of them.
  package var says: CheckStatement
  /// The lines of the samples or workouts behind the count; none where it counts days or sources of
  /// one type, for then they are those of all samples of the type.
  package var lines: [UInt32] = []
  /// The first ones, in an order that does not depend on when they were saved.
  var examples: [CheckExample]
}

/// One of the things that a finding counts.
struct CheckExample: Sendable {
  var source: String?
  var seq: Int?
  var uuid: ObjectUUID?
  var start = Cell.missing
  var end = Cell.missing
  var value = Cell.missing
  var unit = Cell.missing
  var note: String?
}
