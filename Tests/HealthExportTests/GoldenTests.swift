import HealthExport
import HealthViews
import Testing

@Suite struct GoldenTests {
  static let kinds: [(Format, String)] = [
    (
      .text,
      """
      type      day         start                    sum  metres per lap  inferred  source
      Steps     2026-11-20  2026-11-20 08:00:00  8012.25              25  yes       John’s Watch
      HKFuture  2026-11-21  2026-11-20 08:01:05  72.1235              -5  no        Swim, Fit


      """
    ),
    (
      .json,
      #"""
      [
      {"uuid":"A1","type":"HKQuantityTypeIdentifierStepCount","day":"2026-11-20",\#
      "start":"2026-11-20T08:00:00+01:00","sum":8012.25,"metresPerLap":25,"inferred":true,\#
      "source":"John’s Watch"},
      {"uuid":"B2","type":"HKFuture","day":"2026-11-21","start":"2026-11-20T08:01:05+01:00",\#
      "sum":72.123456,"metresPerLap":-5,"inferred":false,"source":"Swim, Fit"},
      {}
      ]

      """#
    ),
    (
      .ndjson,
      #"""
      {"uuid":"A1","type":"HKQuantityTypeIdentifierStepCount","day":"2026-11-20",\#
      "start":"2026-11-20T08:00:00+01:00","sum":8012.25,"metresPerLap":25,"inferred":true,\#
      "source":"John’s Watch"}
      {"uuid":"B2","type":"HKFuture","day":"2026-11-21","start":"2026-11-20T08:01:05+01:00",\#
      "sum":72.123456,"metresPerLap":-5,"inferred":false,"source":"Swim, Fit"}
      {}

      """#
    ),
    (
      .csv,
      """
      uuid,type,day,start,sum,metresPerLap,inferred,source
      A1,HKQuantityTypeIdentifierStepCount,2026-11-20,2026-11-20T08:00:00+01:00,8012.25,25,true,\
      John’s Watch
      B2,HKFuture,2026-11-21,2026-11-20T08:01:05+01:00,72.123456,-5,false,"Swim, Fit"
      ,,,,,,,

      """
    ),
    (
      .markdown,
      """
      | type     | day        | start               |     sum | metres per lap | inferred \
      | source       |
      | -------- | ---------- | ------------------- | ------: | -------------: | -------- \
      | ------------ |
      | Steps    | 2026-11-20 | 2026-11-20 08:00:00 | 8012.25 |             25 | yes      \
      | John’s Watch |
      | HKFuture | 2026-11-21 | 2026-11-20 08:01:05 | 72.1235 |             -5 | no       \
      | Swim, Fit    |
      |          |            |                     |         |                |          \
      |              |

      """
    ),
  ]

  @Test(arguments: kinds) func everyKindOfCell(_ format: Format, _ expected: String) throws {
    #expect(try export(everyKind(), format) == expected)
  }

  static let lists: [(Format, String)] = [
    (
      .text,
      """
      activity  duration  source
      running     1860.5  Watch
          type        count   sum  average  inferred
          Heart rate    372         148.25  yes
          Steps          31  5012           yes
      running         60  Watch
      running         61  Watch

      """
    ),
    (
      .ndjson,
      #"""
      {"activity":"HKWorkoutActivityTypeRunning","duration":1860.5,"samples":[\#
      {"type":"HKQuantityTypeIdentifierHeartRate","count":372,"average":148.25,"inferred":true},\#
      {"type":"HKQuantityTypeIdentifierStepCount","count":31,"sum":5012,"inferred":true}],\#
      "source":"Watch"}
      {"activity":"HKWorkoutActivityTypeRunning","duration":60,"samples":[],"source":"Watch"}
      {"activity":"HKWorkoutActivityTypeRunning","duration":61,"source":"Watch"}

      """#
    ),
    (
      .csv,
      #"""
      activity,duration,samples,source
      HKWorkoutActivityTypeRunning,1860.5,"[{""type"":""HKQuantityTypeIdentifierHeartRate"",\#
      ""count"":372,""average"":148.25,""inferred"":true},\#
      {""type"":""HKQuantityTypeIdentifierStepCount"",""count"":31,""sum"":5012,\#
      ""inferred"":true}]",Watch
      HKWorkoutActivityTypeRunning,60,[],Watch
      HKWorkoutActivityTypeRunning,61,,Watch

      """#
    ),
    (
      .markdown,
      #"""
      | activity | duration | samples                                          | source |
      | -------- | -------: | ------------------------------------------------ | ------ |
      | running  |   1860.5 | \[{"type":"HKQuantityTypeIdentifierHeartRate","count":372,\#
      "average":148.25,"inferred":true},{"type":"HKQuantityTypeIdentifierStepCount",\#
      "count":31,"sum":5012,"inferred":true}\] | Watch  |
      | running  |       60 |                                                  | Watch  |
      | running  |       61 |                                                  | Watch  |

      """#
    ),
  ]

  @Test(arguments: [
    (Format.csv, "missing\n\"height, sex\"\n\n"),
    (.ndjson, "{\"missing\":[\"height\",\"sex\"]}\n{\"missing\":[]}\n"),
    (.text, "missing\nHeight, Sex\n\n"),
  ])
  func namesStandInARow(_ format: Format, _ expected: String) throws {
    let table = Table(
      columns: [Column("missing")], rows: [[.names(["height", "sex"])], [.names([])]])
    #expect(try export(table, format) == expected)
  }

  @Test(arguments: lists) func listsOfObjects(_ format: Format, _ expected: String) throws {
    #expect(try export(workouts(), format) == expected)
  }

  @Test(arguments: [
    (Format.text, ""), (.json, "[]\n"), (.ndjson, ""), (.csv, "type,sum\n"),
    (.markdown, "| type |  sum |\n| ---- | ---: |\n"),
  ])
  func noRows(_ format: Format, _ expected: String) throws {
    let table = Table(columns: [Column(.type), Column("sum", .number)], rows: [])
    #expect(try export(table, format) == expected)
  }

  @Test func severalListsAreNamed() throws {
    let table = Table(
      columns: [Column(.object), Column("samples", .list), Column("lapEvents", .list)],
      rows: [[.text("A"), .list([[("sum", .whole(1))]]), .list([[("laps", .whole(20))]])]])
    #expect(
      try export(table, .text) == """
        uuid
        A
            samples
              sum
                1
            lap events
              laps
                20

        """)
  }

  @Test func hiddenColumnsAndOffsetsOnRequest() throws {
    let table = Table(
      columns: [Column(.object, hidden: true), Column(.start, .time)],
      rows: [[.text("A"), time(offset: -210)], [.text("B"), time(offset: 60)]])
    let all = ExportOptions(showsHiddenColumns: true, showsOffsets: true)
    #expect(try export(table, .text) == "start\n2026-11-20 03:30\n2026-11-20 08:00\n")
    #expect(
      try export(table, .text, all) == """
        uuid  start
        A     2026-11-20 03:30 -03:30
        B     2026-11-20 08:00 +01:00

        """)
    #expect(try export(table, .markdown, all).contains("| A    | 2026-11-20 03:30 -03:30 |"))
    #expect(try export(table, .csv, all) == export(table, .csv))
  }

  @Test(arguments: Format.all) func missingIsNeverZero(_ format: Format) throws {
    for cell in [Cell.missing, .number(.nan), .number(.infinity), .number(-.infinity)] {
      let text = try export(column(.number, [cell]), format)
      #expect(!text.contains("0") && !text.contains("nan") && !text.contains("inf"))
    }
  }

  @Test func names() {
    #expect(Format.names == ["text", "json", "ndjson", "csv", "tsv", "markdown"])
    for format in Format.all { #expect(Format(name: format.name) == format) }
    for name in ["", "xml", "JSON", "json "] { #expect(Format(name: name) == nil) }
  }
}
