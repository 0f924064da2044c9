import HealthModel

// What tombstones say of an object that the journal does not hold. They name it as programs before
// derived its uuid: with the name of its source and its unit as they were printed.

extension StatedObject {
  /// Returns how many copies of a content were erased; those that the journal still holds are none
  /// of them.
  ///
  /// - Parameters:
  ///   - held: how many of the content it holds.
  ///   - statement: what states it.
  func erasedCount(
    held: Int, in statement: ContentIdentity.Statement = .element, _ sink: some ImportSink
  ) -> Int {
    guard sink.keepsOutErased else { return 0 }
    return identitiesInTombstones(statement, sink).reduce(0) { count, identity in
      var (erased, misses, ordinal) = (0, 0, 0)
      while misses <= held + 1 {
        let uuid = identity.uuid(ordinal: ordinal)
        ordinal += 1
        if sink.knows(uuid) { continue }
        if sink.wasErased(uuid) { erased += 1 } else { misses += 1 }
      }
      return count + erased
    }
  }

  /// The identities under which tombstones may name it.
  private func identitiesInTombstones(
    _ statement: ContentIdentity.Statement, _ sink: some ImportSink
  ) -> [ContentIdentity] {
    var contents = [content]
    if case .quantity(let sample) = content {
      let own = ContentKey.word(ofUnit: sample.unit)
      for unit in sink.units(of: sample.type, from: nil)
      where unit != sample.unit && ContentKey.word(ofUnit: unit) == own {
        contents.append(content.quantity(sample.value, unit))
      }
    }
    return names(sink).flatMap { name in
      contents.compactMap { content in
        ContentIdentity(
          of: content, in: statement, .name(name), members: uuids(ofMembersIn: statement, name))
      }
    }
  }

  private func names(_ sink: some ImportSink) -> [String?] {
    guard let name = source?.name, !name.isEmpty else { return [nil, ""] }
    return sink.names.spellings(of: name)
  }

  private func uuids(
    ofMembersIn statement: ContentIdentity.Statement, _ name: String?
  ) -> [ObjectUUID] {
    members.compactMap { ContentIdentity(of: $0.content, in: statement, .name(name))?.uuid() }
  }

  /// Returns whether a tombstone names the quantity in another unit that phones print, rounded as
  /// they do.
  func wasErasedInOtherUnit(_ sink: some ImportSink) -> Bool {
    guard case .quantity(let sample) = content, let unit = try? Unit(sample.unit) else {
      return false
    }
    return Self.printedUnits.contains { text in
      guard text != sample.unit, let other = try? Unit(text),
        let converted = try? unit.convert(sample.value, to: other)
      else { return false }
      // The print may have had fewer digits than this one.
      return (1...6).contains { digits in
        let number = PrintedQuantity.rounded(converted, digits: digits)
        let content = content.quantity(number, text)
        return names(sink).contains { name in
          ContentIdentity(of: content, .name(name)).map { sink.wasErased($0.uuid()) } ?? false
        }
      }
    }
  }

  /// Units between which a phone lets its owner choose.
  private static let printedUnits = [
    "kcal", "Cal", "kJ", "km", "mi", "m", "ft", "yd", "cm", "in", "kg", "lb", "g", "oz", "st", "mL",
    "L", "fl_oz_us", "fl_oz_imp", "cup_us", "pt_us", "mg/dL", "mmol<180.1558800000541>/L", "degC",
    "degF", "km/hr", "mi/hr", "m/s", "min", "hr", "s", "mmHg", "kPa", "cmAq",
  ]
}

extension Content {
  /// The same quantity as another number of another unit.
  fileprivate func quantity(_ number: Double, _ unit: String) -> Content {
    guard case .quantity(var sample) = self else { return self }
    (sample.value, sample.unit) = (number, unit)
    return .quantity(sample)
  }
}
