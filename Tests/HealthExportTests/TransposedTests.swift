import HealthExport
import HealthViews
import Testing

struct TransposedTests {
  @Test func aRowForEachColumnThatHasAValue() throws {
    let table = Table(
      columns: [Column(.line, .number), Column("lastAt"), Column("none")],
      rows: [[.whole(1), .text("x"), .missing]])
    #expect(
      try table.transposed().allRows() == [
        [.text("seq"), .text("1")], [.text("last at"), .text("x")],
      ])
  }
}
