import TestSupport
import Testing

/// A corrected value takes the place of the old one, and a measurement counts once, in every view
/// and import.
@Suite struct CorrectedTests {
  struct Trial: Sendable, CustomTestStringConvertible {
    /// What it tries.
    var testDescription: String
    /// Lines of shell.
    var calls: [String]
    /// What the last one prints.
    var prints: String
  }

  /// `uuid TYPE VALUE` prints the uuid of a sample; `xml VALUE DAY` an export with one record.
  private static let functions = """
    uuid() { health-journal samples --type $1 --columns value,uuid --format csv | \
    sed -n "s/^$2,//p" | tr -d '\\r' | head -1; }
    xml() { printf '%s' '<HealthData locale="en_US"><ExportDate value="2026-06-'$2' 12:00:00 \
    +0200"/><Record type="HKQuantityTypeIdentifierStepCount" sourceName="Fit" unit="count" \
    creationDate="2026-06-10 09:01:00 +0200" startDate="2026-06-10 08:00:00 +0200" \
    endDate="2026-06-10 09:00:00 +0200" value="'$1'"/></HealthData>' > x.xml; }
    """

  private static func bloodPressure(_ pair: String, _ time: String, _ more: String = "") -> String {
    "health-journal save bloodPressure \(pair) --start '2026-06-10 \(time)' \(more)"
  }

  private static func pulse(_ rate: Int, _ time: String, _ more: String = "") -> String {
    "health-journal save heartRate \(rate) --start '2026-06-10 \(time)' \(more)"
  }

  /// Saves a workout of an hour that begins then, and its parts.
  private static func workout(_ activity: String, _ hour: Int, _ parts: String = "") -> String {
    """
    echo '{"event":"save","by":"owner","objects":[{"kind":"workout","activity":\
    "HKWorkoutActivityType\(activity)","start":"2026-06-10T\(hour):00:00+02:00",\
    "end":"2026-06-10T\(hour + 1):00:00+02:00","duration":3600\(parts)}]}' | health-journal append
    """
  }

  private static let pressures =
    "health-journal pressure --columns systolic,diastolic,pulse --format csv"
  private static let days =
    "health-journal daily bloodPressure --columns average,count,pulse --format csv"

  static let trials = [
    Trial(
      testDescription: "an import does not restore what a correction replaced",
      calls: [
        "xml 1000 20; health-journal import x.xml",
        "health-journal correct $(uuid stepCount 1000) 1100",
        "health-journal revert last-import; health-journal import x.xml",
        "health-journal daily stepCount --columns sum,count --format csv",
      ], prints: "sum,count 1100,1"),
    Trial(
      testDescription: "an export that is imported again states what was entered and corrected",
      calls: [
        "health-journal save weight 70 kg; xml 1000 20; health-journal import x.xml",
        "health-journal correct $(uuid stepCount 1000) 1100", bloodPressure("120/80", "08:00"),
        "health-journal correct $(uuid bloodPressureSystolic 120) 122",
        "health-journal run 5 km 27 min --start '2026-06-10 07:00' --heart-rate-start 92",
        "health-journal objects --columns type,uuid --format csv > before",
        "health-journal export apple-health -o export; health-journal import export",
        "health-journal objects --columns type,uuid --format csv | cmp - before && wc -l < before",
      ], prints: "8"),
    Trial(
      testDescription: "another value, source or second is another measurement",
      calls: [
        "health-journal save steps 900 --start '2026-06-10 08:00' --end '2026-06-10 09:00' "
          + "--source-name Fit",
        "health-journal save steps 1000 --start '2026-06-10 08:00' --end '2026-06-10 09:00'",
        "health-journal save steps 1000 --start '2026-06-10 08:00:01' --end '2026-06-10 09:00' "
          + "--source-name Fit",
        "xml 1000 20; health-journal import x.xml",
        "health-journal samples --type steps --columns value --format csv | sort -n",
      ], prints: "value 900 1000 1000 1000"),
    Trial(
      testDescription: "a correction that was taken back with its object comes with an import",
      calls: [
        "health-journal save steps 1000 --start '2026-06-10 08:00' --end '2026-06-10 09:00' "
          + "--source-name Fit",
        "health-journal correct last 1100; health-journal revert 2..$(health-journal log "
          + "--columns seq --format csv --limit 1 | tail -1)",
        "xml 1100 20; health-journal import x.xml",
        "health-journal daily stepCount --columns sum,count --format csv",
      ], prints: "sum,count 1100,1"),
    Trial(
      testDescription: "what was entered and deleted stays deleted",
      calls: [
        "health-journal save steps 1000 --start '2026-06-10 08:00' --end '2026-06-10 09:00' "
          + "--source-name Fit",
        "health-journal delete $(uuid stepCount 1000); xml 1000 20; health-journal import x.xml",
        "health-journal daily stepCount --columns sum --format csv",
      ], prints: "sum"),
    Trial(
      testDescription: "a run keeps its parts",
      calls: [
        "health-journal run 5 km 27 min --start '2026-06-10 07:00' --heart-rate-start 92 --kcal 300",
        "health-journal correct $(uuid heartRate 92) 95",
        "health-journal correct $(uuid distanceWalkingRunning 5) 5.2 km",
        "health-journal runs --columns distance,firstHeartRate,kilocalories --format csv",
      ], prints: "distance,firstHeartRate,kilocalories 5.2,95,300"),
    Trial(
      testDescription: "a pair stays a pair",
      calls: [
        bloodPressure("120/80", "08:00"), bloodPressure("140/90", "08:00"),
        "health-journal correct $(uuid bloodPressureSystolic 120) 122", pressures,
      ], prints: "systolic,diastolic,pulse 122,80, 140,90,"),
    Trial(
      testDescription: "a figure without its partner takes no other's",
      calls: [
        bloodPressure("120/80", "08:00"), bloodPressure("140/90", "08:00"),
        "health-journal delete $(uuid bloodPressureSystolic 120)", pressures,
      ], prints: "systolic,diastolic,pulse 140,90, ,80,"),
    Trial(
      testDescription: "the owner corrects a figure of an app",
      calls: [
        "health-journal authorize com.omron.x --share bloodPressureSystolic,bloodPressureDiastolic",
        bloodPressure("120/80", "08:00", "--by com.omron.x --source-name Omron"),
        "health-journal correct $(uuid bloodPressureSystolic 120) 125", pressures,
      ], prints: "systolic,diastolic,pulse 125,80,"),
    Trial(
      testDescription: "each reading of a minute has its own pulse",
      calls: [
        bloodPressure("120/80", "08:00"), pulse(60, "08:00"), bloodPressure("140/90", "08:00"),
        pulse(90, "08:00"), pressures,
      ], prints: "systolic,diastolic,pulse 140,90,90 120,80,60"),
    Trial(
      testDescription: "an implausible pulse is left out with the others",
      calls: [
        bloodPressure("120/80", "08:00"), pulse(900, "08:00"), bloodPressure("120/80", "14:00"),
        pulse(70, "14:00"), days + " --without-problems",
      ], prints: "average,count,pulse 120/80,2,70"),
    Trial(
      testDescription: "an implausible pulse is left out of workouts that are compared",
      calls: [
        workout("Running", 10), pulse(120, "10:10"), pulse(900, "10:20"),
        workout("Running", 12), pulse(0, "12:05"), pulse(150, "12:10"),
        "health-journal compare running --columns statistic,current,earlier --format csv | tail -3",
      ], prints: "average,150,120 minimum,150,120 maximum,150,120"),
    Trial(
      testDescription: "a pulse belongs to its source",
      calls: [
        bloodPressure("120/80", "08:00", "--source-name A"), pulse(60, "08:00", "--source-name A"),
        bloodPressure("140/90", "20:00", "--source-name B"), pulse(100, "20:00", "--source-name B"),
        days + " --sources separate",
      ], prints: "average,count,pulse 120/80,1,60 140/90,1,100"),
    Trial(
      testDescription: "a day is whole, whenever its window begins",
      calls: [
        bloodPressure("120/80", "08:00"), pulse(60, "08:00"), bloodPressure("140/90", "20:00"),
        pulse(100, "20:00"), days + " --from '2026-06-10 13:00'",
      ], prints: "average,count,pulse 130/85,2,80"),
    Trial(
      testDescription: "both figures have the unit of the pair",
      calls: [
        "health-journal configure --preferred-unit bloodPressureSystolic=kPa",
        bloodPressure("120/80", "08:00"),
        "health-journal daily bloodPressure --columns unit,latest --format csv",
      ], prints: "unit,latest kPa,16/10.7"),
    Trial(
      testDescription: "a chart of pairs has one unit",
      calls: [
        bloodPressure("120/80", "08:00"),
        "health-journal configure --preferred-unit bloodPressureSystolic=kPa",
        "health-journal chart bloodPressure --on 2026-06-10 > one",
        "health-journal chart bloodPressure --on 2026-06-10 --unit kPa > both",
        "grep -c kPa one; cmp one both",
      ], prints: "1"),
    Trial(
      testDescription: "a difference of days of pairs is seen",
      calls: [
        bloodPressure("120/80", "08:00"),
        "health-journal diff 1 now daily --type bloodPressure --format csv | cut -d, -f2 | head -2",
      ], prints: "change added"),
    Trial(
      testDescription: "what changed nothing is nothing to undo",
      calls: [
        "health-journal save weight 70 kg; health-journal configure --units us",
        "health-journal configure --units us; health-journal undo",
        "health-journal latest --columns value --format csv",
      ], prints: "value"),
    Trial(
      testDescription: "an import that changed nothing is nothing to undo",
      calls: [
        "xml 1000 20; health-journal import x.xml", "health-journal delete $(uuid stepCount 1000)",
        "xml 1000 21; health-journal import x.xml", "health-journal undo",
        "health-journal daily stepCount --columns sum,count --format csv",
      ], prints: "sum,count 1000,1"),
    Trial(
      testDescription: "a plan of an undo, and of a redo, changes nothing",
      calls: [
        "health-journal save weight 70 kg; health-journal undo --dry-run | head -1",
        "health-journal undo; health-journal redo --dry-run", "health-journal redo --format json",
      ], prints: #"{"seq":4,"lines":[[3,3]],"live":1,"gone":0,"deleted":0}"#),
  ]

  @Test(arguments: trials) func countsOnce(_ trial: Trial) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone Europe/Berlin")
    var printed = ""
    for call in trial.calls {
      let outcome = try scratch.run(Self.functions + "\n" + call)
      #expect(outcome.code == 0 || call == trial.calls.last, "\(call): \(outcome.errors)")
      printed = outcome.output
    }
    let lines = printed.split(whereSeparator: \.isNewline).map(String.init)
    #expect(lines.joined(separator: " ") == trial.prints)
  }
}
