/// What may be written for a time, a day or a period: `help times`, and Docs/TIMES.md.
package enum TimeGrammar {
  /// Forms that mean the same.
  package struct Entry: Sendable {
    /// As they are written.
    package let forms: [String]
    /// What they mean.
    package let meaning: String

    fileprivate init(_ forms: String..., means meaning: String) {
      self.forms = forms
      self.meaning = meaning
    }
  }

  /// Days.
  package static let days = [
    Entry("2026-11-20", means: "this day"),
    Entry(
      "today", "yesterday", "tomorrow", means: "days begin at midnight, or at --day-starts"),
    Entry("monday", "last monday", "mon", means: "the last Monday before today"),
    Entry("-7d", "7 days ago", "a week ago", means: "this day of the calendar, seen from today"),
    Entry("-4w", "-3mo", "-1y", means: "d, w, mo and y are days, weeks, months and years"),
  ]

  /// Periods of several days.
  package static let periods = [
    Entry("2026", "2026-03", means: "a year, a month"),
    Entry("2026-W12", means: "a week of ISO 8601: W01 has the first Thursday"),
    Entry("this week", "this month", "this year", means: "the one in which today lies, whole"),
    Entry("last week", "last month", "last year", means: "the one before it"),
    Entry("last 30 days", "last 4w", means: "so many days up to today, this included: 4w are 28"),
    Entry("last 3 months", "last 1y", means: "up to today, from the day after the same date then"),
  ]

  /// Moments.
  package static let moments = [
    Entry("2026-11-20 07:30", "2026-11-20T07:30:15", means: "by the clocks of the zone"),
    Entry("2026-11-20T07:30:00+01:00", means: "RFC 3339, of any zone"),
    Entry("07:30", "yesterday 22:00", "monday 07:30", means: "a time of today, or of a day"),
    Entry("now", "-6h", "90 minutes ago", means: "h and min are hours and minutes"),
  ]

  /// What it is about.
  package static let title = "Times and periods"

  /// The page below its heading.
  package static let text = """
    One grammar holds wherever a time, a day or a period is taken: in options, as `--from` and
    `--as-of`, in predicates, and in words, as `history --daily steps today`. Case does not matter, and
    `lastweek` is `last week`. Words are seen from now, in the journal's time zone or in that of
    `--time-zone`. Weeks begin on Monday, or as `configure --week-starts` says; those of ISO 8601 begin
    on Monday always. Where a line may be named, a number is one: `--as-of 2026` is line 2026.

    ## Days

    \(lines(days))

    ## Periods

    \(lines(periods))

    ## Moments

    \(lines(moments))

    ## A part of time

    Every view that shows a part of time takes one of these:

        --from TIME --to TIME   from the first moment of the one to the first moment of the other
        --on DAY                one day
        --period PERIOD         a period, whole
        --last LENGTH           the same as --period 'last LENGTH': 30d, 4w, week, '3 months', 24h

    A day or a period given to --from or --to means its first moment, and --to is never part of what
    is shown: `--to 2026-03` ends with February, `--to today` with yesterday. --period 2026-03 is March.

        health-journal sleep --last week
        health-journal daily --type stepCount --period 2026-W12
        health-journal statistics --type stepCount --every week --last 12w
        health-journal workouts --from monday
        health-journal chart heartRate --last 6h
    """

  private static func lines(_ entries: [Entry]) -> String {
    entries.map { entry in
      let forms = entry.forms.joined(separator: ", ")
      return "    " + forms + String(repeating: " ", count: max(2, 40 - forms.count))
        + entry.meaning
    }.joined(separator: "\n")
  }
}
