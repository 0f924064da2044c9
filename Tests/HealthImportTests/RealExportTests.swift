import Foundation
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

/// Real exports, which are no part of the project; skipped where they are absent.
@Suite(.enabled(if: RealExports.arePresent, "no real exports; set HEALTH_JOURNAL_DATA"))
struct RealExportTests {
  @Test(arguments: [64, 8 << 20]) func manySources(filterBytes: Int) throws {
    let bytes = try RealExports.bytes("many-sources-2017/export.xml")
    var sink = MemorySink()
    sink.chunk = 1 << 16
    let outcome = try load(bytes, into: &sink, filterBytes: filterBytes)
    let rows = lines(outcome)
    #expect(outcome.isComplete && outcome.balances)
    #expect(rows.contains("Record 10939 = 10939 + 0 + 0"))
    #expect(rows.contains("Correlation 34 = 34 + 0 + 0"))
    #expect(rows.contains("Record in Correlation 162 = 0 + 162 + 0"))
    #expect(rows.contains("Workout 61 = 61 + 0 + 0"))
    var later = sink.next
    later.chunk = 1 << 16
    let again = try load(bytes, into: &later, filterBytes: 8 << 20)
    #expect(later.lines.isEmpty && again.balances)
  }

  @Test func workouts() throws {
    let bytes = try RealExports.bytes("workouts-2018-2026/export.xml")
    var sink = MemorySink()
    let outcome = try load(bytes, into: &sink)
    let rows = lines(outcome)
    #expect(outcome.isComplete && outcome.balances)
    #expect(rows.contains("Workout 11 = 11 + 0 + 0"))
    #expect(rows.contains("WorkoutStatistics 440 = 440 + 0 + 0"))
    #expect(rows.contains("WorkoutActivity 37 = 37 + 0 + 0"))
    #expect(rows.contains("WorkoutEvent 358 = 358 + 0 + 0"))
    let workouts = sink.drafts.compactMap { draft -> WorkoutContent? in
      if case .workout(let workout) = draft.object.content { workout } else { nil }
    }
    #expect(workouts.reduce(0) { $0 + $1.statistics.count } == 72)
    let fields = Set(
      sink.drafts.filter { $0.object.content.type == WorkoutContent.type }
        .flatMap { $0.object.fields.map(\.name) })
    #expect(fields.isEmpty)
    var later = sink.next
    try load(bytes, into: &later)
    #expect(later.lines.isEmpty)
  }

  @Test(arguments: RealExports.arePresent ? smallFiles : []) func small(_ name: String) throws {
    let bytes = try RealExports.bytes("small/\(name).xml")
    var sink = MemorySink()
    let outcome = try load(bytes, into: &sink)
    #expect(outcome.isComplete && outcome.balances, "\(outcome.issues)")
    #expect(!sink.drafts.isEmpty)
    var later = sink.next
    try load(bytes, into: &later)
    #expect(later.lines.isEmpty)
  }

  private static let smallFiles =
    (try? Exports.names(in: RealExports.folder.appendingPathComponent("small"))) ?? []
}
