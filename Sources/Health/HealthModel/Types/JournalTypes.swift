/// A type that a journal declares, besides those of the catalogue: a maker's own measure.
///
///     let type = DeclaredType(
///       "org.openhealth.hrv.rmssd", unit: "ms", aggregation: .discreteArithmetic,
///       title: "HRV (RMSSD)")
///     type.objectType   // .quantity, which accepts all units of time
public struct DeclaredType: Hashable, Sendable {
  /// The kinds of types that can be declared.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A type of numbers with a unit.
    case quantity
    /// A type of named values.
    case category

    /// The word on the line.
    public var name: String {
      switch self {
      case .quantity: "quantity"
      case .category: "category"
      }
    }
  }

  /// A value of a category: its word and its code.
  public struct Value: Hashable, Sendable {
    /// The word that rows show.
    public var name: String
    /// The number that samples hold, 0 or more.
    public var code: Int

    /// Creates a value of this word and code.
    public init(name: String, code: Int) {
      self.name = name
      self.code = code
    }
  }

  /// The identifier by reversed domain: `org.openhealth.hrv.rmssd`.
  public var identifier: String
  /// The kind of its samples.
  public var kind: Kind
  /// The text of the unit of its figures, which gives the dimension; nil for a category.
  public var unit: String?
  /// The way in which its samples add up; nil for a category.
  public var aggregation: AggregationStyle?
  /// A short title for people.
  public var title: String
  /// The values of a category; none: any code.
  public var values: [Value]

  /// Creates a type of these facts.
  public init(
    _ identifier: String, kind: Kind, unit: String? = nil, aggregation: AggregationStyle? = nil,
    title: String, values: [Value] = []
  ) {
    self.identifier = identifier
    self.kind = kind
    self.unit = unit
    self.aggregation = aggregation
    self.title = title
    self.values = values
  }

  /// Creates a quantity type of this unit and aggregation.
  public init(
    _ identifier: String, unit: String, aggregation: AggregationStyle, title: String
  ) {
    self.init(
      identifier, kind: .quantity, unit: unit, aggregation: aggregation, title: title)
  }

  /// The type as an object type; nil if it is a quantity without a unit that exists, or without an
  /// aggregation, as only another program may have written it.
  public var objectType: ObjectType? {
    switch kind {
    case .category: return .category(CategoryType(declared: self))
    case .quantity:
      guard let unit, aggregation != nil, (try? Unit(unit)) != nil else { return nil }
      return .quantity(QuantityType(declared: self))
    }
  }

  /// The most bytes of an identifier.
  private static let mostBytes = 256

  /// Returns true if a text is an identifier by reversed domain: two or more segments of letters,
  /// digits, `_` and `-` with dots between them, that begins otherwise than Apple's identifiers.
  ///
  ///     DeclaredType.isIdentifier("android.hrv.rmssd")   // true
  ///     DeclaredType.isIdentifier("heartRate")           // false
  public static func isIdentifier(_ text: String) -> Bool {
    guard text.utf8.count <= mostBytes, !text.hasPrefix("HK") else { return false }
    let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return segments.count > 1
      && segments.allSatisfy { !$0.isEmpty && $0.allSatisfy(isOfSegment) }
  }

  private static func isOfSegment(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// A declared type behind a reference, so that a type of the catalogue stays small.
indirect enum DeclaredReference: Hashable, Sendable {
  case type(DeclaredType)

  var type: DeclaredType {
    switch self {
    case .type(let type): type
    }
  }
}

/// The types of a journal: those of the catalogue, and those that its lines declare.
///
///     var types = JournalTypes()
///     types.declare(type, at: 12)
///     types.find("org.openhealth.hrv.rmssd")   // .quantity, of milliseconds
///     types.find("HKQuantityTypeIdentifierStepCount")   // .quantity(.stepCount)
public struct JournalTypes: Hashable, Sendable {
  /// A declared type, and the number of the line that declares it.
  public struct Declaration: Hashable, Sendable {
    /// The type.
    public let type: DeclaredType
    /// The number of the line.
    public let sequence: UInt64
  }

  /// The declarations, ascending by identifier.
  public var declarations: [Declaration] {
    end == .max ? all : all.filter { $0.sequence < end }
  }
  /// All that are known, those of later lines included.
  private var all: [Declaration] = []
  /// The number of the first line whose declarations do not count: a copy for an earlier line is
  /// made without a look at any.
  private var end = UInt64.max

  /// True if both have the same declarations.
  public static func == (one: JournalTypes, other: JournalTypes) -> Bool {
    one.declarations == other.declarations
  }

  /// Feeds the declarations to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(declarations) }

  /// Creates the types of a journal that declares none.
  public init() {}

  /// Takes the declaration of a line; the first one of an identifier counts.
  public mutating func declare(_ type: DeclaredType, at sequence: UInt64) {
    let index = index(of: type.identifier)
    if index < all.count, all[index].type.identifier == type.identifier { return }
    all.insert(Declaration(type: type, sequence: sequence), at: index)
  }

  /// Returns the declaration of an identifier; nil if no line declares it.
  public func declaration(of identifier: String) -> Declaration? {
    if all.isEmpty { return nil }
    let index = index(of: identifier)
    guard index < all.count, all[index].type.identifier == identifier, all[index].sequence < end
    else { return nil }
    return all[index]
  }

  /// Returns the type with this full identifier; nil if neither the catalogue nor a line has it.
  public func find(_ identifier: String) -> ObjectType? {
    TypeCatalogue.find(identifier) ?? declaration(of: identifier)?.type.objectType
  }

  /// Returns the types that lines before this one declare.
  package func before(_ sequence: UInt64) -> JournalTypes {
    var types = self
    types.end = min(end, sequence)
    return types
  }

  private func index(of identifier: String) -> Int {
    all.indices.partitioningIndex { all[$0].type.identifier >= identifier }
  }
}
