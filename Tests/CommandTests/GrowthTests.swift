import Foundation
import TestSupport
import Testing

/// What a command costs grows with n log n of a journal, whatever its shape: the processor time of
/// a process of its own, at n and at four times as many.
@Suite(.serialized) struct GrowthTests {
  /// A journal of n of something, and what is asked of it.
  struct Shape: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The commands that make it, but for their `event` and `by`.
    let commands: @Sendable (_ count: Int) -> [String]
    let questions: [String]
    let count: Int

    init(
      _ name: String, _ questions: String..., count: Int = 400,
      commands: @escaping @Sendable (Int) -> [String]
    ) {
      (testDescription, self.commands, self.questions) = (name, commands, questions)
      self.count = count
    }
  }

  /// A quadratic one grows 16 times; what a process costs in any case makes that somewhat less.
  private static let most = 8.0

  private static let explain = "daily --type stepCount --day 2026-01-01 --explain"
  private static let history = "history --daily stepCount 2026-01-01"

  static let shapes: [Shape] = [
    Shape(
      "sources of one time", "check", "report -o -", "daily", explain, history, "diff 1 now",
      "export fhir -o -", "statistics --every hour --by-source", "compare --period 2026-01"
    ) { count in
      (0..<count).map { save(steps($0, 0, 3600, #","source":{"name":"S\#($0)"}"#)) }
    },
    Shape("sources, each of which began earlier than was known", "diff 1 now", history) { count in
      (0..<count).flatMap { number in
        [5000, 0].map { start in
          save(
            steps(
              2 * number + (start == 0 ? 1 : 0), start + number, start + number + 9,
              #","source":{"name":"S\#(number)"}"#))
        }
      }
    },
    Shape("names of two devices each", "daily", "check", "diff 1 now") { count in
      (0..<count).map { number in
        save(
          steps(
            number, 0, 3600,
            #","source":{"name":"S\#(number / 2)"},"device":{"hardware":"H\#(number % 2)"}"#))
      }
    },
    Shape("two sources, one in the other", explain, "report -o -", "check") { count in
      (0..<count).map { number in
        save(
          steps(
            number, number, 4 * count - number, #","source":{"name":"\#(number % 2)"}"#))
      }
    },
    Shape("types", "compare --period 2026-01", "trends --on 2026-01-20", "summary 2026-01-01") {
      count in
      (0..<count).map { save(quantity($0, "HKQuantityTypeIdentifierMade\($0)", 0, 600)) }
    },
    // What costs little for each pair shows with many.
    Shape("many sources of one time", "sources", "sources --source none", count: 5000) { count in
      (0..<count).map { save(steps($0, 0, 3600, #","source":{"name":"S\#($0)"}"#)) }
    },
    Shape(
      "many types", "sources --source none", "latest --source none", "diff 1 now", "days",
      count: 2500
    ) { count in
      (0..<count).map { save(quantity($0, "HKQuantityTypeIdentifierMade\($0)", 0, 600)) }
    },
    Shape(
      "types of a source each", "sources --source S7", "sources --source none", "latest",
      "compare --period 2026-01 --source S7", "statistics --every month --source S7"
    ) { Self.typesOfSources($0) },
    Shape("pages of types of a source each", "export site -o out", count: 50) {
      Self.typesOfSources($0)
    },
    Shape("declared types", "audit", "days", "latest", count: 2500) { count in
      (0..<count).flatMap { number in
        let (type, start) = ("org.example.t\(number)", number % 480 * 3600)
        return [
          #"{"event":"type","by":"owner","type":"\#(type)","kind":"quantity","unit":"count","#
            + #""aggregation":"cumulative","title":"Made"}"#,
          save(quantity(number, type, start, start + 600)),
        ]
      }
    },
    Shape(
      "workouts at one time", "compare --period 2026-01", "summary 2026-01-01", "report -o -",
      "workouts --samples", "workouts --compare", "runs", "diff 1 now"
    ) { count in
      (0..<count).flatMap { number in
        [
          save(workout(2 * number, number, number + 50_000)),
          save(steps(2 * number + 1, number + 10, number + 20, #","source":{"name":"A"}"#)),
        ]
      }
    },
    Shape(
      "parts of a workout", "workouts --activities", "workouts --compare", "workouts --splits",
      count: 500
    ) { count in
      let parts = (0..<count).map { number in
        #"{"activity":"HKWorkoutActivityType\#(number % 2 == 0 ? "Cycling" : "Running")","#
          + #""start":"\#(time(number * 60))","end":"\#(time(number * 60 + 60))"}"#
      }
      let ridden = #""type":"HKQuantityTypeIdentifierDistanceCycling","value":10,"unit":"m""#
      let samples = (0..<count).map { object("quantity", $0 + 1, $0 * 60, $0 * 60 + 50, ridden) }
      let activities = #","activities":[\#(parts.joined(separator: ","))]"#
      return [save(workout(0, 0, count * 60, "SwimBikeRun", activities))] + samples.map(save)
    },
    Shape("versions", "history \(uuid(0))", history) { count in
      (0..<count).map { number in
        save(
          steps(
            number, 0, 600,
            #","source":{"name":"A"},"metadata":{"HKMetadataKeySyncIdentifier":"k","#
              + #""HKMetadataKeySyncVersion":\#(number)}"#))
      }
    },
    Shape("recordings of a day", "export apple-health -o out", "ecg") { count in
      (0..<count).map { save(recording($0)) }
    },
    Shape("recordings of a line", "ecg", "export apple-health -o out") { count in
      [save((0..<count).map(recording).joined(separator: ","))]
    },
  ]

  @Test(arguments: shapes) func costsGrowAsTheJournal(_ shape: Shape) throws {
    let (small, large) = (
      try Self.scratch(shape, shape.count), try Self.scratch(shape, 4 * shape.count)
    )
    for question in shape.questions {
      var (least, most) = (Double.infinity, Double.infinity)
      // Other processes can make one measurement longer, not all of them.
      for _ in 0..<4 where most > Self.most * least {
        least = min(least, try Self.seconds(question, small))
        most = min(most, try Self.seconds(question, large))
      }
      #expect(most <= Self.most * least, "\(question): \(least) s, of four times as many \(most) s")
    }
  }

  private static func scratch(_ shape: Shape, _ count: Int) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(shape.commands(count).map { $0 + "\n" }.joined(), to: "commands")
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    let outcome = try scratch.run("health-journal append < commands")
    #expect(outcome.code == 0, "\(outcome.output.prefix(300))")
    return scratch
  }

  /// The processor time of a command.
  private static func seconds(_ question: String, _ scratch: Scratch) throws -> Double {
    let line = "TIMEFORMAT='%U %S'; time health-journal \(question) > /dev/null 2> /dev/null"
    let outcome = try scratch.run("rm -rf out; bash -c \"\(line)\"")
    #expect((0...1).contains(outcome.code), "\(question): \(outcome.code)")
    return outcome.errors.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      .reduce(0, +)
  }

  // MARK: Commands

  private static func save(_ objects: String) -> String {
    #"{"event":"save","by":"owner","objects":[\#(objects)]}"#
  }

  /// Returns samples of as many types, each of a source of its own.
  private static func typesOfSources(_ count: Int) -> [String] {
    (0..<count).map { number in
      let source = #","source":{"name":"S\#(number)"}"#
      return save(quantity(number, "HKQuantityTypeIdentifierMade\(number)", 0, 600, source))
    }
  }

  private static func steps(_ number: Int, _ start: Int, _ end: Int, _ more: String) -> String {
    quantity(number, "HKQuantityTypeIdentifierStepCount", start, end, more)
  }

  private static func quantity(
    _ number: Int, _ type: String, _ start: Int, _ end: Int, _ more: String = ""
  ) -> String {
    object("quantity", number, start, end, #""type":"\#(type)","value":10,"unit":"count""# + more)
  }

  private static func workout(
    _ number: Int, _ start: Int, _ end: Int, _ activity: String = "Running", _ more: String = ""
  ) -> String {
    object(
      "workout", number, start, end,
      #""activity":"HKWorkoutActivityType\#(activity)","duration":\#(end - start),"#
        + #""source":{"name":"A"}\#(more)"#)
  }

  private static func recording(_ number: Int) -> String {
    object(
      "ecg", number, number, number + 30,
      #""type":"HKDataTypeIdentifierElectrocardiogram","classification":"sinusRhythm","#
        + #""samplingFrequency":512,"voltages":[1,2,3]"#)
  }

  private static func object(
    _ kind: String, _ number: Int, _ start: Int, _ end: Int, _ fields: String
  ) -> String {
    #"{"kind":"\#(kind)","uuid":"\#(uuid(number))","start":"\#(time(start))","#
      + #""end":"\#(time(end))",\#(fields)}"#
  }

  private static func uuid(_ number: Int) -> String {
    "0A0A0A0A-0000-4000-8000-" + String(format: "%012X", number)
  }

  /// So many seconds after the year began.
  private static func time(_ seconds: Int) -> String {
    String(
      format: "2026-01-%02dT%02d:%02d:%02d+01:00", 1 + seconds / 86_400, seconds / 3600 % 24,
      seconds / 60 % 60, seconds % 60)
  }
}
