import ByteTools
import ViewTables

extension Table {
  /// Adds what is said of rows that begin in the future, where there are some. `check` finds such
  /// samples.
  ///
  /// - Parameter names: what these rows are called.
  mutating func remark(onFuture names: [String]) {
    guard !names.isEmpty else { return }
    let shown = names.prefix(3).map(TerminalText.escaped).joined(separator: ", ")
    let isOne = names.count == 1
    presentation?.remarks.append(
      "\(counted(names.count, "row")) \(isOne ? "begins" : "begin") in the future"
        + " (\(shown)\(names.count > 3 ? " …" : "")); `check --only future` lists such samples")
  }
}
