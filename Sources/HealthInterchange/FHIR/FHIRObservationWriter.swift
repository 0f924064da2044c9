import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile

/// Writes objects as Observations.
struct FHIRObservationWriter {
  /// The uuid of the journal, in small letters; it is also the id of the Patient.
  let journalID: String
  private var clock: LocalClock
  /// What an import makes of what is written.
  private var readBack = FHIRReadBack()
  /// The Devices that were written, by the source and device that they state.
  private var devices: [Origin: String] = [:]
  /// What is written and not yet taken: Devices, then the Observation that names one.
  private var resources: [Resource] = []

  /// A resource.
  struct Resource {
    /// Its id.
    var id: String
    /// Its JSON.
    var bytes: [UInt8]
  }

  /// - Parameter journal: its uuid, in small letters.
  init(journal: String, timeZone: String) {
    journalID = journal
    clock = LocalClock(timeZone)
  }

  /// The resources written since the last call.
  mutating func take() -> [Resource] {
    defer { resources.removeAll() }
    return resources
  }

  /// Whether there is an Observation for such an object.
  static func hasResource(_ content: Content) -> Bool {
    switch content {
    case .quantity, .category, .correlation, .workout, .characteristic: true
    case .summary, .document: false
    }
  }

  /// Writes an object.
  ///
  /// - Returns: what is lost; nil: nothing. With `.size` the object is written, but not as it was;
  ///   with any other loss it is not written.
  mutating func write(_ stated: Stated) -> FHIRLoss? {
    guard Self.hasResource(stated.object.content) else { return .noResource }
    guard let (plain, isExact) = plain(stated) else { return .time }
    let id = FHIRText.uuid(stated.object.uuid)
    if isExact {
      resources.append(Resource(id: id, bytes: plain))
      return nil
    }
    let (ownSpan, ownDevice) = (span(stated), device(stated))
    let whole = observation(stated, ownSpan, ownDevice, isWhole: true)
    resources.append(Resource(id: id, bytes: whole))
    return readBack.drafts(of: whole)?.first == stated.drafts.first ? nil : .size
  }

  /// Whether an Observation comes back as what it states without the extension that holds it whole.
  mutating func isExact(_ stated: Stated) -> Bool { plain(stated)?.isExact ?? false }

  private mutating func plain(_ stated: Stated) -> (bytes: [UInt8], isExact: Bool)? {
    let span = span(stated)
    if let span, FHIRText.time(span.start) == nil || FHIRText.time(span.end) == nil { return nil }
    // Before the call, which would hold a copy of all devices while another one is added.
    let device = device(stated)
    let plain = observation(stated, span, device, isWhole: false)
    return (plain, readBack.drafts(of: plain) == stated.drafts)
  }

  private mutating func span(_ stated: Stated) -> TimeSpan? {
    guard let span = stated.object.content.span else { return nil }
    return clock.local(span, stated.object.metadata)
  }

  /// An object with all that an Observation of it states.
  struct Stated {
    let live: LiveObject
    let members: [LiveObject]
    let sequence: UInt64
    let workout: ObjectUUID?
    /// The totals of a workout, as `workouts` shows them.
    let totals: [WorkoutTotal: Amount]

    /// - Parameters:
    ///   - members: the samples of a correlation that stand in it; empty: it refers to its own.
    ///   - workout: the workout that it was saved with.
    init(
      _ live: LiveObject, members: [LiveObject], at sequence: UInt64, workout: ObjectUUID?,
      totals: [WorkoutTotal: Amount] = [:]
    ) {
      (self.live, self.members, self.sequence, self.workout) = (live, members, sequence, workout)
      self.totals = totals
    }

    var object: HealthObject { live.object }

    /// What an import is to make of it.
    var drafts: [Draft] { ([live] + members).map(\.draft) }
  }

  // MARK: Devices

  /// The id of the Device of an origin, which is written before it is first named.
  private mutating func device(_ stated: Stated) -> String? {
    guard let origin = stated.live.statedOrigin else { return nil }
    if let known = devices[origin] { return known }
    let id = FHIRText.derived("Device", String(decoding: OriginText.bytes(origin), as: UTF8.self))
    devices[origin] = id
    let bytes = FHIRDeviceWriter.bytes(origin, id: id)
    readBack.add(device: bytes)
    resources.append(Resource(id: id, bytes: bytes))
    return id
  }
}

extension LiveObject {
  /// The object as a command has it.
  var draft: Draft {
    var object = object
    object.origin = nil
    return Draft(object, source: statedOrigin?.source, device: statedOrigin?.device)
  }

  /// Its source and device; where it has none, the app that asked for the save; nil: the owner
  /// entered it by hand.
  var statedOrigin: Origin? {
    if let origin { return origin }
    return by == EventActor.owner ? nil : Origin(source: Source(name: by, bundle: by))
  }
}

/// Why an object is left out of an export, or does not come back as it was.
enum FHIRLoss: String {
  case noResource = "no resource of FHIR is written for it"
  case time = "its year is none that FHIR has"
  case size = "too large for an extension: what FHIR has no word for is left out"

  /// True where the object itself is left out.
  var isAbsence: Bool { self != .size }
}
