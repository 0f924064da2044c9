import HealthModel

/// A source by what it runs on, in the default order.
enum SourceKind: Int, Comparable {
  /// The owner, who typed something in.
  case owner
  /// An Apple Watch, told by its device.
  case watch
  /// An Apple Watch, told by its name.
  case watchByName
  /// An iPhone or iPod touch, told by its device.
  case phone
  /// An iPhone or iPod touch, told by its name.
  case phoneByName
  /// An app, or a device of another maker.
  case other

  /// Whether it is an Apple Watch.
  var isWatch: Bool { self == .watch || self == .watchByName }

  /// In the order of the cases.
  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// The kind that a device tells of: by its model, `Watch` or `iPhone`, or its hardware, as
  /// `Watch6,1`, and where it states neither, by its name; `other` where it is none of Apple's.
  init(_ device: Device) {
    self = .other
    // Other makers have watches too.
    if let maker = device.manufacturer, !maker.hasPrefix("Apple") { return }
    if device.model == nil, device.hardware == nil {
      self = device.name.map { SourceKind(name: $0) } ?? .other
    }
    for text in [device.model, device.hardware] {
      guard let text else { continue }
      if Self.isModel(text, "Watch") { self = .watch }
      if Self.isModel(text, "iPhone") || Self.isModel(text, "iPod touch")
        || Self.isModel(text, "iPod")
      {
        self = .phone
      }
    }
  }

  /// The kind that a name tells of, where no device is known: a name that Apple gives, as
  /// `Anna’s Apple Watch`, `Apple Watch von Anna` or `iPhone 13`.
  init(name: String) {
    let name = SourceName.folded(name)
    self =
      if Self.reads(name, "Apple Watch") {
        .watchByName
      } else if Self.reads(name, "iPhone") || Self.reads(name, "iPod touch") {
        .phoneByName
      } else {
        .other
      }
  }

  /// Returns whether a text is a model, or one of its versions as hardware states them: `Watch6,1`.
  private static func isModel(_ text: String, _ model: String) -> Bool {
    guard text.hasPrefix(model) else { return false }
    let version = text.utf8.dropFirst(model.utf8.count)
    return version.isEmpty
      || version.first != UInt8(ascii: ",") && version.last != UInt8(ascii: ",")
        && version.count { $0 == UInt8(ascii: ",") } == 1
        && version.allSatisfy { $0 == UInt8(ascii: ",") || (0x30...0x39).contains($0) }
  }

  /// What stands between a product and its owner, in the languages that name the product first,
  /// and what products are called.
  private static let following: Set<Substring> = [
    "von", "de", "del", "di", "da", "do", "van", "af", "av", "od", "al", "SE", "Series", "Ultra",
    "Pro", "Plus", "Max", "mini", "X", "XR", "XS",
  ]
  /// Returns what stands before the product in names of apps.
  private static let purposes: Set<Substring> = [
    "for", "on", "with", "für", "pour", "para", "per", "voor",
  ]

  /// Returns whether a name is that of a product, with its owner before or after it.
  private static func reads(_ name: String, _ product: String) -> Bool {
    if name == product { return true }
    if name.hasSuffix(product) {
      let owner = name.dropLast(product.count)
      // Scripts without spaces put the owner right before it.
      guard let last = owner.last, last == " " || !last.isASCII else { return false }
      return !purposes.contains(owner.split(separator: " ").last ?? "")
    }
    guard name.hasPrefix(product + " ") else { return false }
    let next = name.dropFirst(product.count).split(separator: " ").first ?? ""
    let isWord = next.first.map { $0.isASCII && $0.isLetter } ?? true
    return !isWord || following.contains(next) || next.hasPrefix("d'") || next.hasPrefix("d’")
  }
}
