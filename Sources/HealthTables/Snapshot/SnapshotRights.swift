import HealthModel

extension HealthTables.Rights {
  func write(to writer: inout FactWriter) {
    writer.put(all: decisions) { Self.put($1, to: &$0) }
  }

  init(_ reader: inout FactReader) throws(SnapshotProblem) {
    self.init()
    for decision in try reader.all(Self.decision) { add(decision) }
  }

  private static func put(_ decision: AuthorizationDecision, to writer: inout FactWriter) {
    writer.put(decision.sequence)
    writer.put(decision.at.microseconds)
    writer.put(decision.source)
    writer.put(decision.type)
    let statuses = [
      decision.share, decision.read, decision.shareBefore, decision.readBefore,
    ]
    for status in statuses { writer.put(any: status) { $0.put(Self.code($1)) } }
  }

  private static func decision(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> AuthorizationDecision {
    let sequence = try reader.number(UInt64.self)
    let at = try HealthTables.instant(&reader)
    let (source, type) = (try reader.text(), try reader.text())
    let (share, read) = (try reader.any(status), try reader.any(status))
    guard let shareBefore = try reader.any(status), let readBefore = try reader.any(status)
    else { throw SnapshotProblem() }
    var decision = AuthorizationDecision(
      sequence: sequence, at: at, source: source, type: type, shareBefore: shareBefore,
      readBefore: readBefore)
    decision.share = share
    decision.read = read
    return decision
  }

  private static func code(_ status: AuthorizationStatus) -> UInt8 {
    switch status {
    case .notDetermined: 0
    case .denied: 1
    case .authorized: 2
    }
  }

  private static func status(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> AuthorizationStatus {
    let code = try reader.number(UInt8.self)
    guard let status = AuthorizationStatus.allCases.first(where: { Self.code($0) == code })
    else { throw SnapshotProblem() }
    return status
  }
}
