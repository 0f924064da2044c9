import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import Testing

/// Consent as history, and characteristics as they stand.
@Suite struct DecisionTests {
  private let app = "com.example.app"
  private let mass = "HKQuantityTypeIdentifierBodyMass"
  private let steps = "HKQuantityTypeIdentifierStepCount"

  private func change(
    share: [AuthorizationGrant] = [], read: [AuthorizationGrant] = []
  ) -> Event {
    .authorize(AuthorizationChange(source: app, share: share, read: read))
  }

  @Test(arguments: Way.allCases)
  func everyDecisionIsKeptWithWhatWasBefore(_ way: Way) throws {
    var scribe = Scribe()
    scribe.add(
      change(
        share: [AuthorizationGrant(steps, .authorized), AuthorizationGrant(mass, .authorized)],
        read: [AuthorizationGrant(mass, .denied)]))
    scribe.add(change(share: [AuthorizationGrant(mass, .denied)]))
    scribe.add(change(read: [AuthorizationGrant(mass, .notDetermined)]))
    let tables = try tables(scribe.lines, by: way)
    let words = tables.decisions.map { decision in
      let type = decision.type == mass ? "mass" : "steps"
      let share = decision.share.map { "\(decision.shareBefore)→\($0)" } ?? "-"
      let read = decision.read.map { "\(decision.readBefore)→\($0)" } ?? "-"
      return "\(decision.sequence) \(type) \(share) \(read)"
    }
    #expect(
      words == [
        "2 mass notDetermined→authorized notDetermined→denied",
        "2 steps notDetermined→authorized -", "3 mass authorized→denied -",
        "4 mass - denied→notDetermined",
      ])
    #expect(
      tables.decisions.map(\.at.microseconds)
        == tables.decisions.map {
          1_795_158_000_000_000 + Int64($0.sequence) * 1_000
        })
    #expect(tables.shareRight(of: mass, by: app).decision == .denied)
    #expect(tables.readRight(of: mass, by: app).decision == .notDetermined)
  }

  @Test func aDecisionThatRepeatsIsNoChange() throws {
    var scribe = Scribe()
    for _ in 0..<2 { scribe.add(change(share: [AuthorizationGrant(mass, .denied)])) }
    #expect(try tables(scribe.lines).decisions.map(\.isChange) == [true, false])
  }

  private func born(_ number: UInt64, _ value: String) -> Event {
    let trait = Characteristic(type: CharacteristicType.dateOfBirth.identifier, value: value)
    let object = HealthObject(uuid: id(number), content: .characteristic(trait))
    return .save(Save(objects: [object]))
  }

  @Test(arguments: Way.allCases)
  func aCharacteristicIsTheLastThatWasSavedAndNotDeleted(_ way: Way) throws {
    var scribe = Scribe()
    #expect(try tables(scribe.lines, by: way).characteristic(.dateOfBirth) == nil)
    scribe.add(born(1, "1985-05-12"))
    scribe.add(born(2, "1985-05-13"))
    #expect(try tables(scribe.lines, by: way).characteristic(.dateOfBirth) == "1985-05-13")
    #expect(try tables(scribe.lines, by: way).characteristic(.bloodType) == nil)
    scribe.add(.delete(Deletion(objects: [id(2)])))
    #expect(try tables(scribe.lines, by: way).characteristic(.dateOfBirth) == "1985-05-12")
    scribe.add(born(3, ""))
    #expect(try tables(scribe.lines, by: way).characteristic(.dateOfBirth) == nil)
  }
}
