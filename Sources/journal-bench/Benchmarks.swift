/// Everything that is measured, in the order of the table.
struct Benchmarks {
  /// The row that is about as many events as were asked for.
  static let first = "replay, 1 thread"

  let workshop: Workshop

  /// Makes the data and measures.
  ///
  /// - Throws: `JournalError`, `SystemFailure` and `EndedProcess.Failure`.
  func all() throws -> [Measurement] {
    let one = try workshop.journal(events: workshop.events)
    var all = try ReplayBenchmarks(workshop: workshop, journal: one).all()
    all.append(try StepsBenchmark.measured(in: workshop))
    all += try AppendBenchmarks(workshop: workshop).all()
    all.append(try ImportBenchmark.measured(in: workshop))
    let programs = ProgramBenchmarks(workshop: workshop, journal: one)
    all += try programs.all()
    let four = try workshop.journal(events: workshop.events * 4)
    all += try GrowthBenchmarks(workshop: workshop, one: one, four: four).all()
    return all
  }
}
