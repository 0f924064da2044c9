extension HelpTopic {
  /// What `TimeInput` takes.
  static let times = HelpTopic(name: "times", summary: "Times, as options and words take them") {
    """
    \(table(forms))

    Without an offset a time is one of the journal's zone, or of --time-zone where the command takes it.
    --from takes what ends then or later, --to what starts before then: a month is --from 2026-03-01
    --to 2026-04-01. --day-starts 04:00 lets a day last until 04:00 of the next.
    """
  }

  /// A time for each form, and what it means.
  static let forms: [(String, String)] = [
    ("2026-11-20T07:30:00+01:00", "this moment (RFC 3339)"),
    ("'2026-11-20 07:30'", "this time of the clock; also with seconds"),
    ("2026-11-20", "the first moment of this day"),
    ("07:30", "today at this time"),
    ("today", "the first moment of today; also yesterday and tomorrow"),
    ("'yesterday 22:00'", "a time of such a day"),
    ("now", "this moment"),
  ]
}
