import HealthModel

/// The rules: turns a command into the events that it makes true, or into the reason why not.
///
///     var decider = Decider()
///     let events = try decider.decide(command, given: state)
///
/// The answer depends on the command and the state alone. The decider only remembers, for speed,
/// which unit fits which type.
public struct Decider: Sendable {
  private struct TypeAndUnit: Hashable {
    var type: String
    var unit: String
  }

  private var unitFaults: [TypeAndUnit: Rejection.Fault?] = [:]

  /// Rules that have not been asked yet.
  public init() {}

  /// The events that a command makes true, in the order in which they are to be written.
  ///
  /// - Throws: the first rule that the command breaks; then nothing of it happens.
  public mutating func decide(
    _ command: Command, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    guard Self.isSourceName(command.by) else { throw .invalid(.sourceName) }
    switch command.request {
    case .save(let request): return try decideSave(request, by: command.by, given: state)
    case .delete(let deletion): return try decideDelete(deletion, by: command.by, given: state)
    case .authorize(let change): return try decideAuthorize(change, by: command.by, given: state)
    case .configure(let configuration):
      return try decideConfigure(configuration, by: command.by)
    case .recordImport(let receipt):
      try require(ownerFor: "an import", command.by)
      return [.importReceipt(receipt)]
    }
  }

  /// Whether a name can be a source's: neither empty nor long, and no control characters in it.
  static func isSourceName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 1024
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  func require(ownerFor what: String, _ by: String) throws(Rejection) {
    guard by == EventActor.owner else { throw .invalid(.ownerOnly(what)) }
  }

  // MARK: Configure

  mutating func decideConfigure(
    _ configuration: Configuration, by: String
  ) throws(Rejection) -> [Event] {
    try check(configuration, by: by)
    try Self.requireOnce(configuration.preferredUnits.map(\.type))
    try Self.requireOnce(configuration.priority.map(\.type))
    for preferred in configuration.preferredUnits {
      guard preferred.type != PreferredUnit.allTypes else {
        try Self.requireSystem(preferred.unit)
        continue
      }
      try Self.requireIdentifier(preferred.type)
      try require(kind: "quantity", of: preferred.type)
      guard preferred.unit.isEmpty || (try? Unit(preferred.unit)) != nil else {
        throw .invalid(.unitUnknown(preferred.unit))
      }
    }
    for priority in configuration.priority {
      if priority.type != "*" { try Self.requireIdentifier(priority.type) }
      let names = priority.sources
      guard !names.contains(""), Set(names).count == names.count else {
        throw .field("priority", "names of sources, none empty and none twice")
      }
    }
    return [.configure(configuration)]
  }

  private static func requireSystem(_ name: String) throws(Rejection) {
    guard name.isEmpty || UnitSystem(rawValue: name) != nil else {
      throw .field("preferredUnits", "metric or us for *")
    }
  }

  /// The rules that hold for every configuration of a journal, also one that is audited.
  mutating func check(_ configuration: Configuration, by: String) throws(Rejection) {
    try require(ownerFor: "settings", by)
    guard configuration != Configuration() else { throw .invalid(.empty) }
    if let zone = configuration.timeZone, !ZoneRules.isValidName(zone) {
      throw .invalid(.timeZoneUnknown(zone))
    }
    // An empty text takes a unit back, as an empty list takes back an order of sources.
    for preferred in configuration.preferredUnits where !preferred.unit.isEmpty {
      if let fault = unitFault(type: preferred.type, unit: preferred.unit) { throw .invalid(fault) }
    }
  }

  // MARK: Units

  /// What is wrong with a unit for a type; nil: nothing. Types that the catalogue does not know
  /// take any unit.
  mutating func unitFault(type: String, unit: String) -> Rejection.Fault? {
    let key = TypeAndUnit(type: type, unit: unit)
    if let known = unitFaults[key] { return known }
    let fault = Self.computeUnitFault(type: type, unit: unit)
    if unitFaults.count >= 4096 { unitFaults.removeAll(keepingCapacity: true) }
    unitFaults[key] = .some(fault)
    return fault
  }

  private static func computeUnitFault(type: String, unit: String) -> Rejection.Fault? {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else { return nil }
    guard let parsed = try? Unit(unit) else { return .unitUnknown(unit) }
    guard known.accepts(parsed) else {
      return .unitMismatch(type: type, unit: unit, canonical: known.metricUnitText)
    }
    return nil
  }
}
