import HealthEvents
import HealthModel
import Testing

/// What takes back an event, and what none does.
@Suite struct UndoTests {
  static func save(_ numbers: UInt64..., replacing: [ObjectUUID] = []) -> Event {
    let span = TimeSpan(
      .init(instant: .epoch, offsetMinutes: 0), .init(instant: .epoch, offsetMinutes: 0))
    let objects = numbers.map { number in
      HealthObject(
        uuid: id(number),
        content: .quantity(QuantityContent(type: steps, span: span, value: 1, unit: "count")))
    }
    return .save(Save(objects: objects, replaces: replacing))
  }

  static func undoing(
    _ event: Event, by: String = EventActor.owner, _ given: Given
  ) -> Result<Deletion?, Rejection> {
    Result { () throws(Rejection) in try Decider().undoing(event, line: 7, by: by, given: given) }
  }

  @Test func whatASaveSavedIsDeleted() {
    let given = Given().holding(1).holding(2)
    let deletion = Deletion(objects: [id(1), id(2)], reason: "undo of line 7")
    #expect(Self.undoing(Self.save(1, 2), given) == .success(deletion))
    // The rules of deletion take it.
    let outcome = given.when(Command(by: EventActor.owner, .delete(deletion)))
    #expect(outcome == .events([.delete(deletion)]))
  }

  @Test func whatIsLeftOfItIsDeleted() {
    let given = Given().holding(1, isLive: false).holding(2)
    #expect(
      Self.undoing(Self.save(1, 2), given)
        == .success(Deletion(objects: [id(2)], reason: "undo of line 7")))
  }

  @Test func whatTheJournalDoesNotKnowIsLeftOut() {
    #expect(
      Self.undoing(Self.save(1, 2), Given().holding(2))
        == .success(Deletion(objects: [id(2)], reason: "undo of line 7")))
    #expect(Self.undoing(Self.save(1), Given()) == .success(nil))
  }

  @Test func whatIsGoneAndWhatIsAnUndoIsPassedOver() {
    let gone = Given().holding(1, isLive: false)
    #expect(Self.undoing(Self.save(1), gone) == .success(nil))
    #expect(Self.undoing(Self.save(1, replacing: [id(9)]), gone) == .success(nil))
    let undo = Event.delete(Deletion(objects: [id(1)], reason: Undo.reason(line: 3)))
    #expect(Self.undoing(undo, gone) == .success(nil))
    let opening = Event.open(JournalOpening(format: 1, journal: id(1), timeZone: "UTC"))
    #expect(Self.undoing(opening, gone) == .success(nil))
    #expect(
      Self.undoing(.origin(Origin(source: Source(name: "Watch"))), by: app, gone) == .success(nil))
  }

  static let refused: [(Event, Undo.Obstacle)] = [
    (.delete(Deletion(objects: [id(1)])), .deletion),
    (.delete(Deletion(objects: [id(1)], reason: "undone")), .deletion),
    (.authorize(AuthorizationChange(source: app)), .authorization),
    (.configure(Configuration(timeZone: "UTC")), .settings),
    (
      .importReceipt(ImportReceipt(format: "apple-health", file: "x", bytes: 1, sha256: "00")),
      .importReceipt
    ),
    (save(1, replacing: [id(9)]), .replacement),
    (.erase(Erasure(lines: [2], reason: "asked for")), .erasure),
  ]

  @Test(arguments: refused) func whatNoEventTakesBackIsRefused(
    _ event: Event, _ obstacle: Undo.Obstacle
  ) {
    let refusal = Rejection.invalidArgument(.notUndoable(line: 7, obstacle), index: nil)
    #expect(Self.undoing(event, Given().holding(1)) == .failure(refusal))
    #expect(refusal.description.contains("line 7"))
  }

  /// An import that was killed has no receipt: its uuids tell what it saved.
  @Test func whatAnImportSavedIsRefused() {
    let uuid = ObjectUUID(content: (1, 2))
    var given = Given()
    given.objects[uuid] = ObjectFacts(by: EventActor.owner, type: steps, isLive: true)
    let refusal = Rejection.invalidArgument(.notUndoable(line: 7, .importReceipt), index: nil)
    guard case .save(var save) = Self.save(1) else { return }
    save.objects[0].uuid = uuid
    #expect(Self.undoing(.save(save), given) == .failure(refusal))
  }

  @Test func whatAnotherSourceSavedIsRefused() {
    let given = Given().holding(1, by: app)
    let refusal = Rejection.invalidArgument(.notUndoable(line: 7, .ofSource(app)), index: nil)
    #expect(Self.undoing(Self.save(1), by: app, given) == .failure(refusal))
  }
}
