extension Wording {
  /// Why something cannot be erased.
  package static func text(_ problem: ErasureProblem) -> String {
    switch problem {
    case .noLine(let line): "the journal has no line \(line)"
    case .cannotErase(let line):
      "line \(line) begins the journal, says what was erased, or was erased: it stays"
    case .noReceipt(let line):
      "line \(line) is no receipt of an import; see `health-journal imports`"
    case .workoutInProgress:
      "a workout is in progress, and its file may hold what is to be erased; end or cancel it first"
    case .outOfReach(let path):
      "\(path) was not made by this program, and what is in it would stay; move it out of the journal first"
    case .tooLong(let line):
      "what is left of line \(line) would be longer than 16 MiB; erase it whole"
    }
  }
}
