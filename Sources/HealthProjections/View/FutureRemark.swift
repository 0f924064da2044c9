import ByteTools
import HealthModel
import ViewTables

extension Table {
  /// Adds what is said of rows that begin after a moment, which is now: that they do. `check` finds
  /// such samples.
  ///
  /// - Parameter name: the field by which a row is called.
  mutating func remarkOnFuture(after now: Instant, calling name: String) throws {
    let indices = [name, "start"].map { field in columns.firstIndex { $0.field == field } }
    guard let name = indices[0], let start = indices[1] else { return }
    var names: [String] = []
    try forEachRow { row in
      guard case .time(let time) = row[start], time.instant > now else { return }
      switch row[name] {
      case .identifier(let type): names.append(TypeCatalogue.shortName(of: type))
      case .day(let day): names.append("\(day)")
      default: return
      }
    }
    guard !names.isEmpty else { return }
    let shown = names.prefix(3).map(TerminalText.escaped).joined(separator: ", ")
    let isOne = names.count == 1
    presentation?.remarks.append(
      "\(counted(names.count, "row")) \(isOne ? "begins" : "begin") in the future"
        + " (\(shown)\(names.count > 3 ? " …" : "")); `check --only future` lists such samples")
  }
}
