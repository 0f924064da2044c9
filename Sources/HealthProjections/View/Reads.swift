import HealthModel
package import HealthTables

/// What the rows of a view are made of: the objects of which types, or which other facts of a
/// journal.
///
/// The settings, and what its reader may see, count for every view. A view's reads are opened
/// before it is computed: samples of types that are asked for, or of days and nights, where it
/// chooses them, and the workouts of a predicate, or what else it looks at, where that is known.
package struct Reads: Sendable {
  /// What a journal says beside objects.
  enum Fact: Sendable {
    /// The owner's decisions on sources.
    case authorizations
    /// The receipts of imports.
    case receipts
  }

  /// Types whose objects rows are, whatever their day.
  private(set) var objects: [String] = []
  /// Types whose samples on a row's day count.
  private(set) var ofDay: [String] = []
  /// Types whose samples on a row's night or day of sleep count.
  private(set) var ofNight: [String] = []
  /// Types whose objects count for rows of any day, as a height or a date of birth, or as all
  /// samples before count for a figure that runs on.
  private(set) var lasting: [String] = []
  /// Types on which the owner must have decided before a reader gets any row.
  private(set) var required: [String] = []
  /// What rows are made of where they are made of no objects.
  private(set) var fact: Fact?
  /// True where only the samples of the days that are shown count of `ofDay` and `ofNight`.
  private(set) var isOfWindow = false
  /// Whether the types are those that `--type` names: without it, all. Tests hold each view to it.
  private(set) var isAsked = false

  /// The types that `--type` names; all where none is named, or where the view has no such option.
  package static let asked = asked(requiring: [])

  /// The same, and what must have been decided on first.
  static func asked(requiring required: [String]) -> Reads {
    Reads(required: required, isAsked: true)
  }

  /// Objects of these types, whatever is asked for.
  static func types(
    _ objects: [String] = [], ofDay: [String] = [], ofNight: [String] = [],
    lasting: [String] = [], requiring required: [String] = []
  ) -> Reads {
    Reads(
      objects: objects, ofDay: ofDay, ofNight: ofNight, lasting: lasting, required: required)
  }

  /// The same, made of the samples alone that lie near the days that are shown.
  var ofWindow: Reads {
    var reads = self
    reads.isOfWindow = true
    return reads
  }

  /// No objects.
  static func only(_ fact: Fact) -> Reads { Reads(fact: fact) }

  /// The types of which rows of a time are made that name none.
  var ofDates: [String] { ofDay + ofNight }

  /// Opens what rows are made of, as far as that is known before it is chosen.
  ///
  /// - Throws: what reading the journal throws.
  func open(in tables: HealthTables) throws {
    if fact == .authorizations { try tables.readDecisions() }
    let types = objects + lasting + (isOfWindow ? [] : ofDates)
    for type in types {
      switch TypeCatalogue.find(type) {
      case .quantity?, .category?, nil: try tables.read(types: [type])
      case .correlation?, .workout?, .characteristic?, .other?: try tables.readObjects()
      }
    }
  }

  /// The first type that must be decided on and is not; nil: there is none.
  package func undetermined(in tables: HealthTables) -> String? {
    required.first { !tables.isDetermined($0) }
  }

  /// Whether the view is about a type that is no quantity: its rows need it, or it is no sample.
  func isAbout(_ type: String) -> Bool {
    switch TypeCatalogue.find(type) {
    case .quantity?, nil: false
    case .characteristic?: ofDates.isEmpty && lasting.contains(type)
    case .category?, .correlation?, .workout?, .other?: required.contains(type)
    }
  }

  /// Requires that the owner has decided on the types that the view is about.
  ///
  /// - Throws: `.readNotDetermined`.
  package func requireDetermined(in tables: HealthTables) throws(ProjectionError) {
    for type in required { try tables.requireDetermined(type) }
  }
}
