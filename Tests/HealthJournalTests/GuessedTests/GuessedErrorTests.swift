import HealthJournalFoundation
import Testing

/// Errors, told apart as HealthKit's programs tell them.
@Suite struct GuessedErrorTests {
  private let steps = QuantityType(.stepCount)

  private func walk() -> QuantitySample {
    QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: 1), start: .now, end: .now)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func anErrorIsCaughtByItsCode() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let app = "com.example.app"
    func caught() async -> String {
      do {
        try await store.save(walk(), by: app)
        return "none"
      } catch HealthError.errorAuthorizationNotDetermined {
        return "not determined"
      } catch HealthError.errorAuthorizationDenied {
        return "denied"
      } catch {
        return "another"
      }
    }
    #expect(await caught() == "not determined")
    try await store.setAuthorization(for: app, share: [steps.identifier: .denied])
    #expect(await caught() == "denied")
    let other: any Error = CancellationError()
    #expect(!(StoreError.Code.authorizationDenied ~= other))
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func severalCodesAreOneOfHealthKit() throws {
    let error = #expect(throws: StoreError.self) { try HealthStore(at: "/nowhere/at.all") }
    #expect(error?.code.healthErrorCode == .errorHealthDataUnavailable)
    #expect(error?.code == .errorHealthDataUnavailable)
    for code in [StoreError.Code.locked, .damaged, .closed, .readOnly] {
      #expect(code.healthErrorCode == .errorDatabaseInaccessible)
    }
    #expect(StoreError.Code.tooLarge.healthErrorCode == .errorDataSizeExceeded)
    #expect(StoreError.Code.errorDataSizeExceeded == .tooLarge)
    #expect(HealthErrorCode.errorNoData.rawValue == 11)
    #expect(HealthErrorCode.errorUserCanceled.rawValue == 7)
  }
}
