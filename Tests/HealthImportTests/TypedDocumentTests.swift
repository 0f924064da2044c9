import HealthEvents
import HealthModel
import Testing

/// What an export states reads back as a value.
@Suite struct TypedDocumentTests {
  static let times =
    "startDate=\"2024-04-01 08:00:00 +0200\" endDate=\"2024-04-01 08:05:00 +0200\""

  @Test func anAudiogram() throws {
    let draft = try single(
      """
      <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Mimi" \(Self.times)>
      <SensitivityPoint frequencyValue="0.25" frequencyUnit="kHz" leftEarValue="10.5" \
      leftEarUnit="dBHL" leftEarMasked="NO" leftEarClampingRangeLowerBound="-10"/>
      <SensitivityPoint frequencyValue="500" frequencyUnit="Hz" rightEarValue="-5" \
      rightEarUnit="dBHL" rightEarMasked="YES"/></Audiogram>
      """)
    let audiogram = try Audiogram(draft.object)
    #expect(
      audiogram.points == [
        .init(frequency: 250, left: .init(10.5, isMasked: false, clampingLowerBound: -10)),
        .init(frequency: 500, right: .init(-5, isMasked: true)),
      ])
    #expect(audiogram.span.duration == 300)
  }

  @Test func aVisionPrescription() throws {
    let draft = try single(
      """
      <VisionPrescription type="HKVisionPrescriptionTypeContacts" brand="Klar" \
      dateIssued="2024-04-01 08:00:00 +0200" expirationDate="2025-04-01 08:00:00 +0200">
      <RightEye sphere="-1.5" sphereUnit="D" baseCurve="0.86" baseCurveUnit="cm"/>
      <LeftEye sphere="-1.25" sphereUnit="D" axis="90" axisUnit="deg"/>
      <Attachment identifier="7C8C"/></VisionPrescription>
      """)
    guard case .visionPrescription(let lenses)? = try TypedDocument(draft.object) else {
      Issue.record("no prescription")
      return
    }
    #expect(lenses.prescriptionType == .contacts)
    #expect(lenses.brand == "Klar")
    #expect(lenses.dateIssued.description == "2024-04-01T08:00:00+02:00")
    #expect(lenses.expirationDate?.description == "2025-04-01T08:00:00+02:00")
    #expect(lenses.rightEye?.sphere == -1.5)
    #expect(lenses.rightEye?.baseCurve == 8.6)
    #expect(lenses.leftEye == VisionPrescription.Lens(sphere: -1.25, axis: 90))
  }

  @Test func aRoute() throws {
    var sink = MemorySink()
    try load(
      export(
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="5" \
        durationUnit="min" sourceName="Watch" \(Self.times)>
        <WorkoutRoute sourceName="Watch" \(Self.times)>
        <FileReference path="/workout-routes/route_1.gpx"/>
        <Location date="2024-04-01 08:00:01 +0200" latitude="52.52" longitude="13.4" \
        altitude="34" horizontalAccuracy="5" speed="2.5"/></WorkoutRoute></Workout>
        """), into: &sink)
    let route = try #require(sink.drafts.first { $0.object.content.type == WorkoutRoute.type })
    let read = try WorkoutRoute(route.object)
    #expect(read.files == ["/workout-routes/route_1.gpx"])
    #expect(read.locations.map(\.latitude) == [52.52])
    #expect(read.locations.first?.date.description == "2024-04-01T08:00:01+02:00")
    #expect(read.locations.first?.speed == 2.5)
    #expect(read.locations.first?.course == nil)
  }
}
