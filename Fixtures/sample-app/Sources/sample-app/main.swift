// A program of another package: it keeps a walk and a blood pressure, and tells what the journal makes of them.
import HealthJournal
import HealthModel

let store = try HealthStore(inMemory: "UTC")
let noon = Instant(wholeSeconds: 1_771_934_400)

func quantity(_ type: QuantityType, _ value: Double, _ unit: Unit) -> QuantitySample {
  QuantitySample(
    type: type, quantity: Quantity(unit: unit, doubleValue: value), start: noon, end: noon + 600)
}

try await store.save([
  quantity(.stepCount, 812, .count()),
  quantity(.distanceWalkingRunning, 0.62, .meterUnit(with: .kilo)),
])
try await store.save(
  Correlation(
    type: .bloodPressure, start: noon, end: noon + 600,
    objects: [
      quantity(.bloodPressureSystolic, 120, .millimeterOfMercury()),
      quantity(.bloodPressureDiastolic, 80, .millimeterOfMercury()),
    ]))

let steps = try await StatisticsQueryDescriptor(
  predicate: .quantitySample(type: .stepCount), options: .cumulativeSum
).result(for: store)
print("steps", steps?.sumQuantity()?.description ?? "none")

let walks = try await SampleQueryDescriptor(
  predicates: [.quantitySample(type: .distanceWalkingRunning)]
).result(for: store)
for walk in walks { print("walked", walk.quantity.doubleValue(for: .meter()), "m") }

let pressures = try await SampleQueryDescriptor(
  predicates: [.correlation(type: .bloodPressure)]
).result(for: store)
for pressure in pressures {
  print("pressure", pressure.objects.map(\.quantity.description).joined(separator: ", "))
}

do {
  try await store.save(quantity(.stepCount, 1, .count()), by: "com.example.app")
} catch {
  print("refused", error.code.healthErrorCode)
}
