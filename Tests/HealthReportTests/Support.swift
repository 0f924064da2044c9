import Foundation
import HealthEvents
import HealthModel
import HealthReport
import HealthTables
import HealthViews
import Journal
import JournalFile
import ViewTestSupport

extension JournalSession {
  /// Saves objects of a source.
  mutating func save(_ objects: [HealthObject], source: String = "Watch") throws {
    let drafts = objects.map { Draft($0, source: Source(name: source), device: nil) }
    _ = try stage(
      Command(
        by: EventActor.owner,
        .save(SaveRequest(objects: drafts, workout: nil, imported: true))))
  }

  mutating func ask(_ request: Request) throws {
    _ = try stage(Command(by: EventActor.owner, request))
  }
}

/// Two digits.
func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// What `fullJournal` makes, made once.
enum Full {
  static let journal: ReplayedJournal = {
    do { return try fullJournal() } catch { preconditionFailure("\(error)") }
  }()
}

/// Forty-five days of steps of two sources, heart rates, sleep, body, glucose and workouts, from
/// the 15th of January on.
func fullJournal(source: String = "Watch") throws -> ReplayedJournal {
  try journal { session in
    var number = 0
    func next() -> Int {
      number += 1
      return number
    }
    for day in 14..<59 {
      let date = CivilDate(year: 2026, month: 1, day: 1)?.adding(days: day).description ?? ""
      let before = CivilDate(year: 2025, month: 12, day: 31)?.adding(days: day).description ?? ""
      var samples = [
        quantity(
          next(), "StepCount", Double(1000 + 37 * day), "count", date + "T08:00", date + "T09:00"),
        quantity(
          next(), "ActiveEnergyBurned", 300.5 + Double(day), "kcal", date + "T08:00",
          date + "T09:00"),
        quantity(next(), "RestingHeartRate", Double(55 + day % 7), "count/min", date + "T10:00"),
        quantity(next(), "HeartRateVariabilitySDNN", 40.5 + Double(day % 5), "ms", date + "T03:00"),
        quantity(next(), "BodyMass", 72 - Double(day) * 0.05, "kg", date + "T07:00"),
        quantity(next(), "BloodPressureSystolic", Double(118 + day % 9), "mmHg", date + "T07:10"),
        quantity(next(), "BloodPressureDiastolic", Double(76 + day % 5), "mmHg", date + "T07:10"),
        category(
          next(), CategoryType.sleepAnalysis.identifier, 3, before + "T23:00", date + "T03:00"),
        category(
          next(), CategoryType.sleepAnalysis.identifier, 4, date + "T03:00", date + "T04:00"),
        category(
          next(), CategoryType.sleepAnalysis.identifier, 5, date + "T04:00", date + "T06:30"),
      ]
      for hour in 0..<24 {
        if hour % 4 == 0 {
          samples.append(
            quantity(
              next(), "HeartRate", Double(58 + hour * 3 + day % 4), "count/min",
              "\(date)T\(two(hour)):20"))
        }
        samples.append(
          quantity(
            next(), "BloodGlucose", Double(80 + hour * 5 + day % 11), "mg/dL",
            "\(date)T\(two(hour)):40"))
      }
      try session.save(samples, source: source)
      try session.save(
        [quantity(next(), "StepCount", 900, "count", date + "T08:30", date + "T09:30")],
        source: "Phone")
      if day % 20 == 0 {
        let note = Note(span: TimeSpan(at(date + "T00:00"), at(date + "T12:00")), text: "flu")
        try session.save([note.object(uuid: id(next()))], source: source)
      }
      guard day % 3 == 0 else { continue }
      let workout = WorkoutContent(
        activity: "HKWorkoutActivityTypeRunning",
        span: TimeSpan(at(date + "T08:00"), at(date + "T08:45")), duration: 2700,
        totals: [.totalEnergyBurned: Amount(410, "kcal"), .totalDistance: Amount(7600, "m")])
      try session.save(
        [HealthObject(uuid: id(next()), content: .workout(workout))], source: source)
    }
  }
}

/// The report of a journal as text.
func report(
  _ journal: ReplayedJournal, _ first: String = "2026-02-01", _ end: String = "2026-03-01",
  _ change: (inout ReportOptions) -> Void = { _ in }
) throws -> String {
  let days = (CivilDate(first)?.dayNumber ?? 0)..<(CivilDate(end)?.dayNumber ?? 1)
  var options = ReportOptions(ReportPeriod(days))
  change(&options)
  return String(
    decoding: try Report.page(of: journal, in: ViewContext(ViewQuery()), options), as: UTF8.self)
}
