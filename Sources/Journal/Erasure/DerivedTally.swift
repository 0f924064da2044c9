import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile

/// Counts what was derived from what an erasure takes, and what becomes of it.
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

  /// Takes the next line, which does not go whole as one that was selected.
  mutating func take(_ entry: Entry) {
    let line = entry.sequence
    switch entry.event {
    case .importReceipt(let receipt)?: take(receipt, line)
    case .save(let save)?:
      let losesWorkout =
        save.workout.map(eraser.objects.contains) ?? false
        || save.objects.contains {
          $0.content.type == Workout.type && eraser.objects.contains($0.uuid)
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
    case .open?, .origin?, .delete?, .erase?, nil: break
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

  /// Returns whether something that goes lies in the time of an object. A day's rings are of a day
  /// somewhere on earth.
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

  /// Returns whether a uuid of an object was made, or may have been made, from something that goes:
  /// a member, the workout of a route, the name of a source, all that a newer version said; or
  /// whether it stands in a text beside the object.
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

  /// Returns whether the name of a source may be part of a uuid: it is in those of older programs,
  /// and in those of routes and other documents; not where what else is said gives the uuid.
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
