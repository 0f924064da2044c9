package import HealthEvents
import HealthModel

/// The contents of `origin` lines, by the numbers of the lines.
///
/// Ascending arrays and not a dictionary: to make a dictionary would cost more than the one or two
/// searches that a question needs.
package struct Origins: Sendable {
  private var sequences: [UInt64] = []
  private var origins: [Origin] = []
  /// For each origin, the number of the first line that states it; empty until `number` makes it.
  private var numbers: [Origin: UInt64] = [:]
  /// The origins under the names that settings give their sources; empty: settings name none.
  private var named: [Origin] = []
  /// The names that settings give.
  package private(set) var names = SameSources()

  package init() {}

  /// The origin that the line with this number states; nil if it states no origin.
  package subscript(sequence: UInt64) -> Origin? {
    let index = index(of: sequence)
    return index < sequences.count && sequences[index] == sequence ? origins[index] : nil
  }

  /// Returns the origin that the line with this number states, under the name that settings give
  /// its source; nil if it states no origin.
  package func named(_ sequence: UInt64) -> Origin? {
    if named.isEmpty { return self[sequence] }
    let index = index(of: sequence)
    return index < sequences.count && sequences[index] == sequence ? named[index] : nil
  }

  /// Takes the names that settings give to sources.
  package mutating func name(by names: SameSources) {
    self.names = names
    named = names.isEmpty ? [] : origins.map(names.named)
  }

  /// Makes sure that the line of an origin is found without a search through all of them.
  package mutating func number() {
    guard numbers.isEmpty else { return }
    for (sequence, origin) in all where numbers[origin] == nil { numbers[origin] = sequence }
  }

  /// Takes the origin that a line states; it replaces an earlier one of that number.
  package mutating func set(_ origin: Origin, at sequence: UInt64) {
    let index = index(of: sequence)
    if index < sequences.count, sequences[index] == sequence {
      origins[index] = origin
      if !named.isEmpty { named[index] = names.named(origin) }
    } else {
      sequences.insert(sequence, at: index)
      origins.insert(origin, at: index)
      if !names.isEmpty { named.insert(names.named(origin), at: index) }
    }
    if !numbers.isEmpty, numbers[origin] == nil { numbers[origin] = sequence }
  }

  /// Returns the number of the first line that states an origin; nil if none does.
  func sequence(of origin: Origin) -> UInt64? {
    guard numbers.isEmpty else { return numbers[origin] }
    return origins.firstIndex(of: origin).map { sequences[$0] }
  }

  /// All, in the order of the lines.
  package var all: [(sequence: UInt64, origin: Origin)] {
    sequences.indices.map { (sequences[$0], origins[$0]) }
  }

  /// Returns the index of the first line with this number or a higher one. Mostly the number is
  /// that of the last line, or higher.
  private func index(of sequence: UInt64) -> Int {
    if let last = sequences.last, sequence > last { return sequences.count }
    return sequences.indices.partitioningIndex { sequences[$0] >= sequence }
  }
}

/// The key that separates a source from others when samples are merged: its bundle if one is
/// stated, else its name.
package struct SourceKey: Hashable, Sendable {
  /// The kind of a key's text.
  package enum Kind: Hashable, Sendable {
    /// The owner, who typed something in.
    case owner
    /// A bundle identifier.
    case bundle
    /// A name, as `SourceName.folded` has it.
    case name
  }

  /// The kind of `text`.
  package let kind: Kind
  /// The bundle identifier or the name.
  package let text: String
}

extension HealthTables {
  /// Returns whether what has this provenance was entered by hand by the owner, who is its source.
  package func isByHand(_ provenance: UInt32) -> Bool {
    guard actors.names[Int(provenances[Int(provenance)].actor)] == EventActor.owner else {
      return false
    }
    return origin(provenance).map { origin in
      origin.source.bundle == nil && SourceName.folded(origin.source.name) == EventActor.owner
    } ?? true
  }

  /// Returns the key that separates the source of a provenance from others.
  package func sourceKey(_ provenance: UInt32) -> SourceKey {
    if isByHand(provenance) { return SourceKey(kind: .owner, text: EventActor.owner) }
    guard let source = origin(provenance)?.source else {
      return SourceKey(kind: .bundle, text: sourceName(provenance))
    }
    if let bundle = source.bundle { return SourceKey(kind: .bundle, text: bundle) }
    return SourceKey(kind: .name, text: SourceName.folded(source.name))
  }

  /// Returns the names by which the source of a provenance is asked for; see `names`.
  package func sourceNames(_ provenance: UInt32, withLabels: Bool = true) -> [String] {
    let actor = actors.names[Int(provenances[Int(provenance)].actor)]
    return names(statedOrigin(provenance), by: actor, withLabels: withLabels)
  }

  /// Returns the names by which a source is asked for that states this origin: those that settings
  /// give it, and all that settings state to be the same.
  package func names(_ origin: Origin?, by actor: String, withLabels: Bool = true) -> [String] {
    guard !sameSources.isEmpty, let origin else {
      return Self.names(origin, by: actor, withLabels: withLabels)
    }
    return sameSources.origins(sameAs: origin).flatMap {
      Self.names($0, by: actor, withLabels: withLabels)
    }
  }

  /// Returns the names by which a source is asked for: its own, its bundle, and as labels its own
  /// with bundle or hardware after it, as rows separate sources of one name. A label with hardware
  /// means the objects that state that hardware: those that state none and count with it are asked
  /// for by the name alone.
  ///
  /// - Parameters:
  ///   - origin: the origin that the object states; nil: none, and the actor is the source.
  ///   - actor: the source that asked for the save.
  ///   - withLabels: true if labels are among them: they are of no use if a part of a name is
  ///     asked for, because an app is not named after the device that it runs on.
  private static func names(
    _ origin: Origin?, by actor: String, withLabels: Bool
  ) -> [String] {
    guard let origin else { return [actor] }
    let source = origin.source
    var names = [source.name]
    if withLabels {
      let distinctions = [source.bundle, origin.device?.hardware].compactMap(\.self)
      names += distinctions.map { SourceName.label(source.name, $0) }
    }
    if let bundle = source.bundle { return names + [bundle] }
    // A source whose objects the owner imported cannot be asked for as `owner`.
    return actor == EventActor.owner ? names : names + [actor]
  }

  /// Returns whether a provenance states a device and no bundle, so that its name may be that of
  /// several.
  func isOfNamedDevice(_ provenance: UInt32) -> Bool {
    hardware(provenance) != nil && origin(provenance)?.source.bundle == nil
  }

  /// Returns the hardware that a provenance states; nil if it states none.
  package func hardware(_ provenance: UInt32) -> String? {
    origin(provenance)?.device?.hardware
  }

  /// Returns the names that may be those of several devices that measured at the same time: their
  /// first and last moments overlap.
  ///
  /// - Parameter times: for each provenance, the start of its first sample and the end of its
  ///   last one; nil if it has none.
  /// - Complexity: O(n log n).
  package func sharedNames(_ times: [ClosedRange<Int64>?]) -> [SharedName] {
    let named = times.indices.filter { times[$0] != nil }.map { UInt32($0) }
      .filter { origin($0).map { $0.source.bundle == nil } ?? false }
    let stated = named.compactMap(hardware)
    // Mostly so: to know that, no dictionary is needed.
    if stated.allSatisfy({ $0 == stated[0] }) { return [] }
    return Dictionary(grouping: named, by: sourceKey).compactMap { key, provenances in
      guard key.kind == .name else { return nil }
      var hardware: [UInt32: String] = [:]
      var spans: [String: ClosedRange<Int64>] = [:]
      for provenance in provenances {
        guard let stated = self.hardware(provenance), let time = times[Int(provenance)] else {
          continue
        }
        hardware[provenance] = stated
        let known = spans[stated] ?? time
        spans[stated] =
          min(known.lowerBound, time.lowerBound)...max(known.upperBound, time.upperBound)
      }
      guard Self.overlap(Array(spans.values)) else { return nil }
      return SharedName(key: key, provenances: Set(provenances), hardware: hardware)
    }
  }

  private static func overlap(_ spans: [ClosedRange<Int64>]) -> Bool {
    let spans = spans.sorted { $0.lowerBound < $1.lowerBound }
    var reached: Int64?
    for span in spans {
      if let reached, span.lowerBound <= reached { return true }
      reached = max(reached ?? .min, span.upperBound)
    }
    return false
  }

  /// Sorts spans for `SharedName`, in an order that does not depend on that of their lines.
  package func order(_ spans: [SourceSpan]) -> [SourceSpan] {
    func key(_ span: SourceSpan) -> (Int64, Int64) { (span.start, span.end) }
    func precedes(_ a: SourceSpan, _ b: SourceSpan) -> Bool {
      if key(a) != key(b) { return key(a) < key(b) }
      return (hardware(a.provenance) ?? "") < (hardware(b.provenance) ?? "")
    }
    return zip(spans, spans.dropFirst()).allSatisfy { !precedes($1, $0) }
      ? spans : spans.sorted(by: precedes)
  }
}

/// A sample or another object, reduced to what identifies its source.
package struct SourceSpan: Sendable {
  /// The number of its row.
  package var row: Int
  /// The writer: a number in `HealthTables.provenances`.
  package var provenance: UInt32
  /// The start in microseconds since 1970.
  package var start: Int64
  /// Microseconds since 1970; not before `start`.
  package var end: Int64
  /// True if its metadata state that a person typed it in.
  package var isByHand = false

  package init(
    row: Int = 0, provenance: UInt32, start: Int64, end: Int64, isByHand: Bool = false
  ) {
    (self.row, self.provenance, self.isByHand) = (row, provenance, isByHand)
    (self.start, self.end) = (start, end)
  }

  /// The moment from which it covers nothing; an instant takes a microsecond.
  fileprivate var limit: Int64 { max(end, start + 1) }
}

/// The sources of one type that have one name, no bundle, and several devices: two phones that are
/// both called `iPhone`.
package struct SharedName: Sendable {
  package let key: SourceKey
  package let provenances: Set<UInt32>
  /// The hardware of those that state one.
  package let hardware: [UInt32: String]

  /// True if some state no hardware.
  package var hasOthers: Bool { hardware.count < provenances.count }

  /// Returns the rows of two spans of different hardware that overlap; nil if there are none, and
  /// the name is that of one source: a phone and its successor.
  ///
  /// - Parameter spans: spans of these provenances, by `HealthTables.order`.
  /// - Complexity: O(n).
  package func overlap(_ spans: [SourceSpan]) -> (Int, Int)? {
    var reached = Best()
    for span in spans {
      guard let own = hardware[span.provenance] else { continue }
      if let (reach, row) = reached.value(beside: own), reach > span.start {
        return (row, span.row)
      }
      reached.add(span.limit, span.row, own)
    }
    return nil
  }

  /// Returns all spans that overlap with one of other hardware.
  ///
  /// - Parameter spans: as for `overlap`.
  package func overlapping(_ spans: [SourceSpan]) -> [SourceSpan] {
    var isFound = Array(repeating: false, count: spans.count)
    var reached = Best()
    for (index, span) in spans.enumerated() {
      guard let own = hardware[span.provenance] else { continue }
      if let reach = reached.value(beside: own)?.value, reach > span.start { isFound[index] = true }
      reached.add(span.limit, span.row, own)
    }
    // The same from the end: the best is now the earliest start.
    var begun = Best()
    for (index, span) in spans.enumerated().reversed() {
      guard let own = hardware[span.provenance] else { continue }
      if let start = begun.value(beside: own)?.value, -start < span.limit { isFound[index] = true }
      begun.add(-span.start, span.row, own)
    }
    return spans.indices.filter { isFound[$0] }.map { spans[$0] }
  }

  /// The greatest value of all hardware, and that of all but its own; with the rows that have them.
  private struct Best {
    private var first: (value: Int64, row: Int, hardware: String)?
    private var second: (value: Int64, row: Int)?

    func value(beside hardware: String) -> (value: Int64, row: Int)? {
      first?.hardware == hardware ? second : first.map { ($0.value, $0.row) }
    }

    mutating func add(_ value: Int64, _ row: Int, _ hardware: String) {
      guard let best = first else { return first = (value, row, hardware) }
      if best.hardware == hardware {
        if value > best.value { first = (value, row, hardware) }
      } else if value > best.value {
        (first, second) = ((value, row, hardware), (best.value, best.row))
      } else if value > second?.value ?? .min {
        second = (value, row)
      }
    }
  }

  /// Returns the start of use of each hardware, in the order of time: a sample without a device
  /// belongs to the hardware in use.
  ///
  /// - Parameter spans: as for `overlap`.
  package func inUse(_ spans: [SourceSpan]) -> [(start: Int64, hardware: String)] {
    var found: [(start: Int64, hardware: String)] = []
    for span in spans {
      guard let hardware = hardware[span.provenance] else { continue }
      if found.last?.hardware != hardware { found.append((span.start, hardware)) }
    }
    return found
  }
}

extension [SharedName] {
  /// The number of the name of each provenance that has one of them.
  fileprivate var numbers: [UInt32: Int] {
    var numbers: [UInt32: Int] = [:]
    for (number, name) in enumerated() {
      for provenance in name.provenances { numbers[provenance] = number }
    }
    return numbers
  }

  /// Groups spans by name, in their order.
  package func grouped(_ spans: some Sequence<SourceSpan>) -> [[SourceSpan]] {
    var found = [[SourceSpan]](repeating: [], count: count)
    if isEmpty { return found }
    let numbers = numbers
    for span in spans {
      if let number = numbers[span.provenance] { found[number].append(span) }
    }
    return found
  }
}

extension SampleColumns {
  package func span(_ row: Int) -> SourceSpan {
    SourceSpan(
      row: row, provenance: provenance(row), start: starts[row], end: ends[row],
      isByHand: flags[row].contains(.userEntered))
  }

  /// Returns the live rows of each of some names.
  package func spans(of names: [SharedName]) -> [[SourceSpan]] {
    if names.isEmpty { return [] }
    // By context, of which there are few.
    let numbers = names.numbers
    let isOfName = known.map { numbers[$0.provenance] != nil }
    return names.grouped(
      (0..<count).lazy.filter { isOfName[Int(contexts[$0])] && isLive($0) }.map(span))
  }

  /// Returns the start of the first live row of each provenance and the end of the last one; nil if
  /// it has none.
  func times(count: Int) -> [ClosedRange<Int64>?] {
    var times = [ClosedRange<Int64>?](repeating: nil, count: count)
    for row in 0..<self.count where isLive(row) {
      let number = Int(provenance(row))
      let known = times[number] ?? starts[row]...starts[row]
      times[number] = min(known.lowerBound, starts[row])...max(known.upperBound, ends[row])
    }
    return times
  }
}
