import ByteTools
package import HealthModel

/// What an object is, as an import looks for it in a journal: the same for two statements of one
/// thing, however a phone prints it.
///
/// It is made of kind, type, the name of the source as a person types it, the instants of start and
/// end, and of a quantity the number and the size of its unit (`kcal` and `Cal` have one), of a
/// category its code. Of a summary it is the day, of a characteristic the type, of a document its
/// uuid. It is a hash of 64 bits, made again by each import, and stands in no file. The uuid under
/// which something is saved is made by `ContentIdentity`.
package struct ContentKey: Hashable, Sendable {
  /// The hash.
  package let value: UInt64

  /// This hash.
  package init(_ value: UInt64) { self.value = value }

  /// The key of a document.
  package init(_ uuid: ObjectUUID) { value = .mixed(uuid.high, uuid.low) }

  /// The key of the copy with this ordinal among equals; the first is 0.
  package func copy(_ ordinal: Int) -> ContentKey {
    ordinal == 0 ? self : ContentKey(.mixed(value, UInt64(ordinal)))
  }
}

// MARK: Words

extension ContentKey {
  /// A word for a type, an activity or a date.
  package static func word(_ text: String) -> UInt64 { text.utf8.rawBytes.quickHash() }

  /// The word of a source; one without a name is none.
  package static func word(ofSource name: String?) -> UInt64 {
    guard let name, !name.isEmpty else { return 0 }
    return word(SourceName.typed(name))
  }

  /// The word of a unit: the same for units of equal size.
  package static func word(ofUnit text: String) -> UInt64 {
    guard let size = try? Unit(text).size else { return word(text) }
    return UInt64(bitPattern: Int64(size.hashValue))
  }

  /// The word of a category's value: that of its number, where it has one.
  package static func word(of value: CategoryCode, type: String) -> UInt64 {
    switch value {
    case .code(let code): return word(ofCode: code)
    case .name(let name):
      guard case .category(let known)? = TypeCatalogue.find(type),
        let code = known.value(exportName: name)?.rawValue
      else { return word(name) }
      return word(ofCode: code)
    }
  }

  /// The word of a category's number.
  package static func word(ofCode code: Int) -> UInt64 { UInt64(bitPattern: Int64(code)) }
}

// MARK: Parts

extension ContentKey {
  /// The key of all samples of a type, a source and a stretch of time.
  package init(type: UInt64, source: UInt64, start: Instant, end: Instant) {
    let times: UInt64 = .mixed(
      UInt64(bitPattern: start.microseconds), UInt64(bitPattern: end.microseconds))
    value = .mixed(.mixed(type, source), times)
  }

  /// The key of a quantity of such samples.
  package func with(_ number: Double, unit: UInt64) -> ContentKey {
    // There are two zeros.
    ContentKey(.mixed(.mixed(value, unit), (number + 0).bitPattern))
  }

  /// The key of a category of such samples.
  package func with(word: UInt64) -> ContentKey { ContentKey(.mixed(value, word)) }

  /// The key of a correlation of such samples.
  package func with(members: [ContentKey]) -> ContentKey {
    let sum = members.reduce(UInt64(members.count)) { $0 &+ .mixed($1.value, 1) }
    return ContentKey(.mixed(.mixed(value, 2), sum))
  }

  /// The key of what has a type, a source and a time of its own, without its value; nil: it has
  /// none of that kind.
  package init?(groupOf content: Content, source: UInt64) {
    let type: String
    switch content {
    case .quantity(let sample): type = sample.type
    case .category(let sample): type = sample.type
    case .correlation(let correlation): type = correlation.type
    case .workout(let workout): type = workout.activity
    case .characteristic, .summary, .document: return nil
    }
    guard let span = content.span else { return nil }
    self.init(
      type: Self.word(type), source: source, start: span.start.instant, end: span.end.instant)
  }

  /// The key of an object.
  ///
  /// - Parameters:
  ///   - source: the word of its source.
  ///   - members: the keys of a correlation's members.
  ///   - uuid: the uuid of a document.
  package init(
    of content: Content, source: UInt64, members: [ContentKey] = [],
    uuid: @autoclosure () -> ObjectUUID
  ) {
    guard let group = ContentKey(groupOf: content, source: source) else {
      switch content {
      case .summary(let summary): self.init(.mixed(3, Self.word(summary.date)))
      case .characteristic(let trait): self.init(.mixed(4, Self.word(trait.type)))
      case .quantity, .category, .correlation, .workout, .document: self.init(uuid())
      }
      return
    }
    switch content {
    case .quantity(let sample):
      self = group.with(sample.value, unit: Self.word(ofUnit: sample.unit))
    case .category(let sample):
      self = group.with(word: Self.word(of: sample.value, type: sample.type))
    case .correlation: self = group.with(members: members)
    case .workout, .characteristic, .summary, .document: self = group
    }
  }
}
