import ByteTools
import HealthImport
import HealthModel

/// Elements inside another that the importer kept whole, because they hold something that it does
/// not know. If it could also read such an element, the whole element is written again instead of
/// what was read of it.
struct KeptChildren {
  private struct Child {
    var fields: [Field]
    /// Whether something was read of it that is written by itself.
    var isRead: Bool
  }

  private var children: [Child] = []

  /// Those among an object's fields.
  init(_ fields: [Field]) {
    guard case .list(let list)? = fields["children"] else { return }
    for case .fields(let child) in list {
      children.append(Child(fields: child, isRead: Self.isRead(child)))
    }
  }

  /// The elements to write instead of a part that was read: the first kept element of this name
  /// whose attributes match, and before it the elements that precede it and were not read; none
  /// where no kept element is that part.
  mutating func take(_ name: String, _ isSame: ([Field]) -> Bool) -> [[Field]] {
    let index = children.firstIndex { child in
      child.isRead && child.fields["element"] == .text(name) && isSame(child.fields.attributes)
    }
    guard let index else { return [] }
    let before = children[..<index].filter { !$0.isRead }.map(\.fields)
    let found = before + [children[index].fields]
    children = children[..<index].filter(\.isRead) + children[(index + 1)...]
    return found
  }

  /// All that are left.
  var rest: [[Field]] { children.map(\.fields) }

  private static func isRead(_ child: [Field]) -> Bool {
    let attributes = child.attributes
    switch child["element"] {
    case .text("WorkoutEvent"): return attributes.date("date") != nil && attributes["type"] != nil
    case .text("WorkoutActivity"): return attributes.date("startDate") != nil
    case .text("WorkoutStatistics"): return attributes["type"] != nil
    case .text("FileReference"): return attributes["path"] != nil
    case .text("HeartRateVariabilityMetadataList"): return true
    default: return false
    }
  }
}

extension [Field] {
  /// A date as exports have it.
  func date(_ name: String) -> Timestamp? {
    guard case .text(let text)? = self[name] else { return nil }
    return AppleDate.parse(Array<UInt8>(text.utf8).rawBytes)
  }

  /// Whether an attribute has this value; of nil, whether it is absent.
  func says(_ name: String, _ value: String?) -> Bool { self[name] == value.map { .text($0) } }
}
