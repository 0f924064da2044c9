package import HealthEvents
package import HealthModel

extension HealthTables {
  /// The settings that `configure` lines have left in force.
  ///
  /// Those of types are few, and looked through: making a dictionary would cost each question more.
  package struct Settings: Hashable, Sendable {
    /// The IANA name of the journal's zone.
    package internal(set) var timeZone = "UTC"
    /// The day with which weeks begin.
    package internal(set) var weekStarts = Weekday.monday
    /// Orders of sources by type identifier or `*`, ascending by that.
    package private(set) var priority: [SourcePriority] = []
    /// Units by type identifier, ascending by that.
    package private(set) var preferredUnits: [PreferredUnit] = []

    /// The settings that decide which moment a text means.
    package var calendar: AsOf.Calendar {
      AsOf.Calendar(timeZone: timeZone, weekStarts: weekStarts)
    }

    /// The names of the sources of a type, the first counts first; nil: it has no order of its own.
    package func priority(of type: String) -> [String]? {
      priority.first { $0.type == type }?.sources
    }

    /// The text of the unit in which a type is shown; nil: none was asked for.
    package func preferredUnit(of type: String) -> String? {
      preferredUnits.first { $0.type == type }?.unit
    }

    mutating func apply(_ configuration: Configuration) {
      if let zone = configuration.timeZone { timeZone = zone }
      if let day = configuration.weekStarts { weekStarts = day }
      for order in configuration.priority { set(order) }
      for preferred in configuration.preferredUnits { set(preferred) }
    }

    mutating func set(_ order: SourcePriority) {
      priority.removeAll { $0.type == order.type }
      guard !order.sources.isEmpty else { return }
      let index = priority.firstIndex { $0.type > order.type } ?? priority.count
      priority.insert(order, at: index)
    }

    mutating func set(_ preferred: PreferredUnit) {
      preferredUnits.removeAll { $0.type == preferred.type }
      guard !preferred.unit.isEmpty else { return }
      let index = preferredUnits.firstIndex { $0.type > preferred.type } ?? preferredUnits.count
      preferredUnits.insert(preferred, at: index)
    }
  }
}
