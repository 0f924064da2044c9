import HealthModel

extension HelpTopic {
  /// What `--where` takes: the key paths come from their declaration.
  static let predicates = HelpTopic(
    name: "predicates", summary: "Predicates: what --where takes, as an NSPredicate in HealthKit"
  ) {
    """
    A predicate is a comparison, or several with `and`, `or`, `not` and parentheses; `not` binds tighter
    than `and`, `and` tighter than `or`.

    \(table([
      ("= != < <= > >=", "equal, not equal, less or earlier, more or later"),
      ("in {a, b}", "one of them; not in {a, b}: none of them"),
      ("between {a, b}", "from the one to the other, both included"),
      ("contains, beginsWith", "of texts, in either case of letters"),
      ("like", "of texts, with * for any characters and ? for one"),
    ]))

    A value is a word (in quotes where it has blanks or signs), a number with or without its unit, a
    time as `help times` has it, true, false, or none: 'device = none' holds where there is no device.
    Values are typed as text shows them: 'value < 94 %' compares with 0.94. What an object does not have
    differs from every value: 'device != Watch' holds where there is no device.

    What can be compared:
    \(lines(PredicateKeyPath.allCases.map(\.rawValue)))

      health-journal samples --type heartRate --where 'value > 150 count/min'
      health-journal workouts --where 'activity = running and duration >= 30 min'
      health-journal samples --where 'source beginsWith com.example and start > yesterday'
      health-journal swims --where 'metadata.HKLapLength = 25 m'
      health-journal daily --type steps --where 'metadata.HKWasUserEntered != true'
    """
  }
}
