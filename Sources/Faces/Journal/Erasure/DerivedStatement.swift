import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile

/// A kind of statement that was derived from erased content. An erasure removes it too, or counts
/// and names it and lets it stay.
package enum DerivedStatement: String, CaseIterable, Sendable {
  /// The uuid of a person in receipts, if an older program made it from the traits. A random uuid
  /// replaces it.
  case persons
  /// The facts in receipts about a type without objects: counts, the type in a selection, start and
  /// end, and the hash of the file. If all objects that an import saved are erased, its receipt is
  /// erased too.
  case receipts
  /// Sums and copies inside other objects: totals and statistics of workouts, beats of a
  /// variability, average heart rate, name and date of birth of an electrocardiogram.
  case figures
  /// Receipts that count objects of a type, if some objects of the type stay.
  case countsLeft
  /// Sums that include erased samples, if the erasure does not name the whole type; and rings.
  case figuresLeft
  /// Uuids of objects that stay, if they were made from erased content.
  case uuidsLeft
  /// Settings and rights of a type without objects.
  case settingsLeft

  package var stays: Bool {
    switch self {
    case .persons, .receipts, .figures: false
    case .countsLeft, .figuresLeft, .uuidsLeft, .settingsLeft: true
    }
  }

  package struct Tally: Hashable, Sendable {
    /// The number of lines that state it; for figures and uuids, the number of objects.
    package var count = 0
    /// The types that it speaks of, as far as it does.
    package var types: Set<String> = []
    /// The types of the objects that contain it, with their number.
    package var holders: [String: Int] = [:]
    /// The first lines that say it.
    package var lines: [UInt64] = []

    /// The greatest number of lines that are named.
    package static let mostLines = 20

    /// Creates an empty tally.
    package init() {}

    mutating func add(_ line: UInt64, of types: Set<String> = [], in holder: String? = nil) {
      count += 1
      self.types.formUnion(types)
      if let holder { holders[holder, default: 0] += 1 }
      if lines.last != line, lines.count < Self.mostLines { lines.append(line) }
    }
  }
}

/// A survey, in one pass over the lines, of the types that lose objects.
struct DerivedSurvey {
  private var eraser = DerivedEraser()
  /// The time spans of the erased objects, by type.
  private(set) var spans = GoneSpans()
  /// The first line with an erased object, by type.
  private(set) var firstLines: [String: UInt64] = [:]
  /// The types that still have objects.
  private var left: Set<String> = []
  /// The moments at which receipts say that something began or ended, and the objects that are left
  /// do not.
  private var edges: Set<Instant> = []
  /// Imports in the order of their lines.
  private var imports: [DerivedEraser.ImportSurvey] = []
  private let objects: Set<ObjectUUID>

  /// Creates a survey.
  ///
  /// - Parameters:
  ///   - objects: those that go.
  ///   - named: the types that were named as a whole.
  ///   - receipts: all receipts, and their lines.
  /// - Throws: the errors of reading rows.
  init(
    of objects: Set<ObjectUUID>, named: Set<String>,
    _ receipts: [(line: UInt64, receipt: ImportReceipt)], in journal: ReplayedJournal
  ) throws {
    self.objects = objects
    eraser.named = named
    eraser.affected = named
    for uuid in objects {
      if let facts = try journal.facts(of: uuid) { eraser.affected.insert(facts.type) }
    }
    for (line, receipt) in receipts {
      edges.formUnion([receipt.extent?.start, receipt.extent?.end].compactMap { $0?.instant })
      if let lines = receipt.lines(before: line) {
        imports.append(.init(line: line, lines: lines))
      }
    }
    imports.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Adds the next line.
  mutating func take(_ entry: Entry) {
    switch entry.event {
    case .save(let save)?:
      let index = importIndex(of: entry.sequence)
      for object in save.objects { take(object, entry.sequence, index) }
    case .delete(let deletion)?:
      guard let index = importIndex(of: entry.sequence) else { return }
      if !deletion.objects.allSatisfy(objects.contains) { imports[index].isLeft = true }
    case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?, .format?,
      .revert?, nil:
      break
    }
  }

  private mutating func take(_ object: HealthObject, _ line: UInt64, _ index: Int?) {
    let type = object.content.type
    let isAffected = eraser.affected.contains(type)
    guard objects.contains(object.uuid) else {
      if let span = object.content.span, !edges.isEmpty {
        edges.remove(span.start.instant)
        edges.remove(span.end.instant)
      }
      if isAffected { left.insert(type) }
      guard let index else { return }
      imports[index].isLeft = true
      if isAffected { imports[index].left.insert(type) }
      return
    }
    firstLines[type] = firstLines[type] ?? line
    spans.insert(object.content.span, of: type)
    guard let index else { return }
    imports[index].goes = true
    imports[index].gone.insert(type)
  }

  /// Returns the index of the import that appended a line.
  private func importIndex(of line: UInt64) -> Int? {
    let after = imports.indices.partitioningIndex { imports[$0].lines.lowerBound > line }
    guard after > 0, imports[after - 1].lines.contains(line) else { return nil }
    return after - 1
  }

  /// Returns what takes out of lines what was derived; all lines must have been taken.
  ///
  /// - Parameters:
  ///   - receipts: all receipts, and their lines.
  ///   - draw: draws a uuid for a person.
  mutating func finished(
    _ receipts: [(line: UInt64, receipt: ImportReceipt)], drawing draw: () -> ObjectUUID
  ) -> DerivedEraser {
    spans.sort()
    eraser.gone = eraser.affected.filter { eraser.named.contains($0) || !left.contains($0) }
    eraser.edges = edges
    eraser.imports = Dictionary(imports.map { ($0.line, $0) }) { one, _ in one }
    guard eraser.affected.contains(where: { $0.hasPrefix("HKCharacteristicTypeIdentifier") })
    else { return eraser }
    for (_, receipt) in receipts {
      // Of version 8 are those that were made from traits.
      guard let person = receipt.extent?.person, person.isOfContent else { continue }
      if eraser.persons[person] == nil { eraser.persons[person] = draw() }
    }
    return eraser
  }
}

/// The times of objects by type, to find quickly whether an object lies in a span of time.
struct GoneSpans {
  private struct Reach {
    var start: Instant
    /// The latest end of all objects that start at this time or earlier.
    var end: Instant
  }

  private var reaches: [String: [Reach]] = [:]

  mutating func insert(_ span: TimeSpan?, of type: String) {
    guard let span else { return }
    reaches[type, default: []].append(Reach(start: span.start.instant, end: span.end.instant))
  }

  /// Sorts the times. The caller calls this after the last insertion.
  mutating func sort() {
    for (type, var all) in reaches {
      all.sort { $0.start < $1.start }
      for index in all.indices.dropFirst() {
        all[index].end = max(all[index].end, all[index - 1].end)
      }
      reaches[type] = all
    }
  }

  /// Returns true if the time of an object of a type overlaps the time between two moments.
  func contain(_ type: String, from start: Instant, to end: Instant) -> Bool {
    guard let all = reaches[type] else { return false }
    let after = all.indices.partitioningIndex { all[$0].start > end }
    return after > 0 && all[after - 1].end >= start
  }
}

/// A count of the statements that were derived from erased content, by kind.
struct DerivedTally {
  private(set) var tallies: [DerivedStatement: DerivedStatement.Tally] = [:]
  private let eraser: LineEraser
  private let survey: DerivedSurvey
  /// The lines of the origins that lose the name of their source.
  private let nameless: Set<UInt64>

  init(_ eraser: LineEraser, _ survey: DerivedSurvey, nameless: Set<UInt64>) {
    (self.eraser, self.survey, self.nameless) = (eraser, survey, nameless)
  }

  private var derived: DerivedEraser { eraser.derived }

  private mutating func add(
    _ statement: DerivedStatement, _ line: UInt64, of types: Set<String> = [],
    in holder: String? = nil
  ) {
    tallies[statement, default: .init()].add(line, of: types, in: holder)
  }

  /// Takes the next line. The line must not be one that is erased whole because it was selected.
  mutating func take(_ entry: Entry) {
    let line = entry.sequence
    switch entry.event {
    case .importReceipt(let receipt)?: take(receipt, line)
    case .save(let save)?:
      let losesWorkout =
        save.workout.map(eraser.objects.contains) ?? false
        || save.objects.contains {
          $0.content.type == WorkoutContent.type && eraser.objects.contains($0.uuid)
        }
      for (index, object) in save.objects.enumerated()
      where !eraser.objects.contains(object.uuid) {
        takeFigures(of: object, line)
        if holdsWhatGoes(object, isVersion: save.older(at: index) != nil, losesWorkout) {
          add(.uuidsLeft, line, in: object.content.type)
        }
      }
    case .configure(let settings)?:
      addSettings(line, settings.priority.map(\.type) + settings.preferredUnits.map(\.type))
    case .authorize(let change)?:
      addSettings(line, (change.share + change.read).map(\.type))
    case .revert(let revert)?:
      let settings = revert.settings ?? Configuration()
      addSettings(
        line,
        revert.rights.map(\.type) + settings.priority.map(\.type)
          + settings.preferredUnits.map(\.type))
    case .declare(let type)?: addSettings(line, [type.identifier])
    case .open?, .origin?, .delete?, .erase?, .format?, nil: break
    }
  }

  private mutating func addSettings(_ line: UInt64, _ types: [String]) {
    let gone = derived.gone.intersection(types)
    if !gone.isEmpty { add(.settingsLeft, line, of: gone) }
  }

  private mutating func take(_ receipt: ImportReceipt, _ line: UInt64) {
    let types = receipt.counted.intersection(derived.affected)
    guard var rest = derived.rest(of: receipt, at: line) else {
      return add(.receipts, line, of: types)
    }
    if rest.extent?.person != receipt.extent?.person { add(.persons, line) }
    rest.extent?.person = receipt.extent?.person
    if rest != receipt { add(.receipts, line, of: types) }
    // What goes was saved before: the receipt may count it.
    let left = types.subtracting(derived.silenced(line))
      .filter { type in survey.firstLines[type].map { $0 < line } ?? false }
    if !left.isEmpty { add(.countsLeft, line, of: left) }
  }

  private mutating func takeFigures(of object: HealthObject, _ line: UInt64) {
    let types = object.otherTypes.intersection(derived.affected)
    if types.isEmpty { return }
    let rest = derived.rest(of: object)
    let left = rest.otherTypes.intersection(types).filter { type in
      derived.named.contains(type) || isInside(object, type)
    }
    let taken = types.subtracting(rest.otherTypes)
    if !taken.isEmpty { add(.figures, line, of: taken, in: object.content.type) }
    if !left.isEmpty { add(.figuresLeft, line, of: left, in: object.content.type) }
  }

  /// Returns true if an erased object lies in the time of an object. The day of rings may be a day
  /// in any time zone.
  private func isInside(_ object: HealthObject, _ type: String) -> Bool {
    if let span = object.content.span {
      return survey.spans.contain(type, from: span.start.instant, to: span.end.instant)
    }
    guard case .summary(let summary) = object.content, let day = CivilDate(summary.date) else {
      return true
    }
    let noon = Instant(microseconds: (Int64(day.dayNumber) * 24 + 12) * 3_600_000_000)
    return survey.spans.contain(
      type, from: noon.adding(microseconds: -26 * 3_600_000_000),
      to: noon.adding(microseconds: 26 * 3_600_000_000))
  }

  // MARK: Uuids

  /// Returns true if a uuid of an object was made, or may have been made, from something that goes:
  /// a member, the workout of a route, the name of a source, the content of an older version; or if
  /// it is in a text of the object.
  private func holdsWhatGoes(
    _ object: HealthObject, isVersion: Bool, _ losesWorkout: Bool
  ) -> Bool {
    if object.metadata.entries.contains(where: namesWhatGoes) { return true }
    guard object.uuid.isOfContent else { return false }
    switch object.content {
    case .correlation(let correlation):
      if correlation.members.contains(where: eraser.objects.contains) { return true }
    case .document(let document) where document.kind == .route:
      if losesWorkout { return true }
    case .quantity, .category, .workout, .characteristic, .summary, .document: break
    }
    let origin = object.origin ?? 0
    if isVersion, derived.rest(of: object) != object || eraser.origins[origin] != nil {
      return true
    }
    return nameless.contains(origin) && mayHoldName(object)
  }

  private func namesWhatGoes(_ entry: Metadata.Entry) -> Bool {
    guard case .string(let text) = entry.value, text.utf8.count == 36,
      let uuid = ObjectUUID(text)
    else { return false }
    return eraser.objects.contains(uuid)
  }

  /// Returns true if the name of a source may be part of a uuid. It is part of uuids that older
  /// programs made, and of uuids of routes and other documents. It is not part of a uuid that the
  /// other content gives.
  private func mayHoldName(_ object: HealthObject) -> Bool {
    switch object.content {
    case .summary, .characteristic: return false
    case .document(let document): return document.kind != .ecg
    case .quantity, .category, .correlation, .workout: break
    }
    var members: [ObjectUUID] = []
    if case .correlation(let correlation) = object.content { members = correlation.members }
    return !ContentIdentity.isNameless(object.uuid, of: object.content, members: members)
  }
}

/// An eraser, which removes from lines the statements that were derived from erased content, as far
/// as possible; see `DerivedStatement`.
struct DerivedEraser: Sendable {
  /// The replacement for the hash of a file.
  static let noHash = String(repeating: "0", count: 64)
  /// The replacement for a type in a selection.
  static let noType = "erased"

  /// A survey of the objects of an import that are left.
  struct ImportSurvey: Sendable {
    var line: UInt64
    var lines: ClosedRange<UInt64>
    /// True if an object of the import is erased; `isLeft`: if an object is left.
    var goes = false
    var isLeft = false
    /// The types of the erased objects; `left`: those of these types that still have objects.
    var gone: Set<String> = []
    var left: Set<String> = []
  }

  /// The types that were named as a whole, even if there are no objects of them.
  var named: Set<String> = []
  /// The types of erased objects, and the types that were named.
  var affected: Set<String> = []
  /// The affected types that have no objects left.
  var gone: Set<String> = []
  /// The replacements for the uuids of persons that were made from their traits.
  var persons: [ObjectUUID: ObjectUUID] = [:]
  /// The imports, by the lines of their receipts.
  var imports: [UInt64: ImportSurvey] = [:]
  /// The moments at which receipts say that something began or ended, and the objects that are left
  /// did not.
  var edges: Set<Instant> = []

  /// Returns an object without the statements of the named types.
  func rest(of object: HealthObject) -> HealthObject {
    named.isEmpty ? object : object.without(named)
  }

  /// Returns the types that a receipt does not mention any more.
  func silenced(_ line: UInt64) -> Set<String> {
    guard let survey = imports[line] else { return gone }
    return gone.union(survey.gone.subtracting(survey.left))
  }

  /// Returns the name of the element of an export that states a type, and no other type: `Workout`.
  /// Of a type that a `Record` states it is no element's name.
  private static func element(of type: String) -> String {
    guard let prefix = ["HKDataTypeIdentifier", "HK"].first(where: type.hasPrefix) else {
      return type
    }
    let name = type.dropFirst(prefix.utf8.count)
    return String(
      name.hasSuffix("TypeIdentifier") ? name.dropLast("TypeIdentifier".utf8.count) : name)
  }

  /// Returns a receipt without the statements about erased objects; nil if the whole receipt is
  /// erased.
  func rest(of receipt: ImportReceipt, at line: UInt64) -> ImportReceipt? {
    if let survey = imports[line], survey.goes, !survey.isLeft { return nil }
    var rest = receipt
    if let person = receipt.extent?.person {
      rest.extent?.person = persons[person] ?? person
    }
    guard !receipt.counted.isDisjoint(with: affected) else { return rest }
    let silenced = silenced(line)
    let elements = Set(silenced.map(Self.element(of:)))
    rest.counts.removeAll { count in
      elements.contains(count.element)
        || silenced.contains(WorkoutContent.type) && count.element.hasPrefix("Workout")
    }
    rest.extent?.types.removeAll { silenced.contains($0.element) }
    rest.extent?.vanished.removeAll { silenced.contains($0.type) }
    if let types = receipt.extent?.selection?.types, !gone.isDisjoint(with: types) {
      rest.extent?.selection?.types = types.filter { !gone.contains($0) } + [Self.noType]
    }
    if let start = receipt.extent?.start, edges.contains(start.instant) { rest.extent?.start = nil }
    if let end = receipt.extent?.end, edges.contains(end.instant) { rest.extent?.end = nil }
    if !receipt.counted.isDisjoint(with: gone) { rest.sha256 = Self.noHash }
    return rest
  }
}

extension ImportReceipt {
  /// The types that it states something of.
  var counted: Set<String> {
    guard let extent else { return [] }
    return Set(
      extent.types.map(\.element) + extent.vanished.map(\.type) + (extent.selection?.types ?? []))
  }
}
