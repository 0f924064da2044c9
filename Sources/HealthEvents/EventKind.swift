/// What kinds of lines a journal has.
public enum EventKind: Int, Hashable, Sendable, CaseIterable {
  /// The journal begins.
  case open
  /// A source or device is seen for the first time.
  case origin
  /// Objects are saved.
  case save
  /// Objects are deleted.
  case delete
  /// The owner decides on a source.
  case authorize
  /// Settings change.
  case configure
  /// An import has ended.
  case importReceipt
  /// Lines were erased.
  case erase
  /// What remains of an erased line.
  case erased

  /// Whether a line of this kind can be erased, whole or in part. An `erase` cannot: it vouches for
  /// other lines.
  public var canBeErased: Bool {
    switch self {
    case .origin, .save, .delete, .authorize, .configure, .importReceipt: true
    case .open, .erase, .erased: false
    }
  }
}

extension Event {
  /// The kind of the event.
  public var kind: EventKind {
    switch self {
    case .open: .open
    case .origin: .origin
    case .save: .save
    case .delete: .delete
    case .authorize: .authorize
    case .configure: .configure
    case .importReceipt: .importReceipt
    case .erase: .erase
    }
  }
}
