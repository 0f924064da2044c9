public import HealthEvents
public import HealthModel

extension EventKind {
  /// The word on the wire. These strings are the format: never derived, never changed.
  public var name: String {
    switch self {
    case .open: "open"
    case .origin: "origin"
    case .save: "save"
    case .delete: "delete"
    case .authorize: "authorize"
    case .configure: "configure"
    case .importReceipt: "import"
    case .erase: "erase"
    case .erased: "erased"
    }
  }

  /// The kind with this word, or nil.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// What an object on a line can be.
enum ObjectKind: Hashable, Sendable, CaseIterable {
  case quantity, category, correlation, workout, characteristic, summary
  case document(Document.Kind)

  static let allCases =
    [.quantity, .category, .correlation, .workout, .characteristic, .summary]
    + Document.Kind.allCases.map { ObjectKind.document($0) }

  /// The word on the wire.
  var name: StaticString {
    switch self {
    case .quantity: "quantity"
    case .category: "category"
    case .correlation: "correlation"
    case .workout: "workout"
    case .characteristic: "characteristic"
    case .summary: "summary"
    case .document(.route): "route"
    case .document(.ecg): "ecg"
    case .document(.audiogram): "audiogram"
    case .document(.heartbeats): "heartbeats"
    case .document(.other): "other"
    }
  }

  /// The same as a string.
  var text: String { name.description }

  /// Whether the fields of such an object are what it says, and stand before `origin`.
  var fieldsAreItsContent: Bool {
    switch self {
    case .summary, .document: true
    case .quantity, .category, .correlation, .workout, .characteristic: false
    }
  }
}

extension Content {
  /// What the object is on the wire.
  var kind: ObjectKind {
    switch self {
    case .quantity: .quantity
    case .category: .category
    case .correlation: .correlation
    case .workout: .workout
    case .characteristic: .characteristic
    case .summary: .summary
    case .document(let document): .document(document.kind)
    }
  }

  /// The word for the object's kind on the wire.
  public var kindName: String { kind.text }
}

extension WorkoutTotal {
  /// The key of the total on the wire.
  var key: WireKey {
    switch self {
    case .totalEnergyBurned: "totalEnergyBurned"
    case .totalDistance: "totalDistance"
    case .totalSwimmingStrokeCount: "totalSwimmingStrokeCount"
    case .totalFlightsClimbed: "totalFlightsClimbed"
    }
  }
}

extension WorkoutSession.Action {
  /// The word for the step in the file of the workout in progress.
  var name: String {
    switch self {
    case .start: "start"
    case .pause: "pause"
    case .resume: "resume"
    case .lap: "lap"
    case .end: "end"
    case .cancel: "cancel"
    }
  }
}

extension AuthorizationStatus {
  /// The word for the status on the wire.
  public var name: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .denied: "denied"
    case .authorized: "authorized"
    }
  }

  /// The status with this word, or nil.
  public init?(name: String) {
    guard let status = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = status
  }
}

/// What the format allows.
public enum JournalLimits {
  /// The version of the format that this library writes, and the newest that it reads.
  public static let format = 1
  /// Bytes of a line without its line feed.
  public static let lineBytes = 16 << 20
  /// Bytes of the end of every line: `,"chain":"` and 64 digits and `"}`.
  public static let suffixBytes = 76
  /// The greatest whole number: 2^53, up to which every one is a double.
  public static let wholeNumber: UInt64 = 1 << 53

  /// The whole number from 0 to 2^53 that a number is; nil for all else.
  package static func whole(_ number: Double) -> UInt64? {
    guard number <= Double(wholeNumber) else { return nil }
    return UInt64(exactly: number)
  }

  /// The code of a category that a number says: a whole number from −2^53 to 2^53; nil for all
  /// else.
  package static func code(_ number: Double) -> Int? {
    guard number.magnitude <= Double(wholeNumber) else { return nil }
    return Int(exactly: number)
  }
}
