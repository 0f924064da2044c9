public import HealthEvents
public import HealthModel

/// A sample with its identity, as HealthKit's HKSample: what a program makes to save it, and what
/// queries give.
///
/// Times are moments; the clock's offset is that of the sample's `HKTimeZone`, else of the
/// journal's zone, at the time when it is saved.
public protocol Sample: Hashable, Sendable {
  /// Its identity, drawn when it is made.
  var uuid: ObjectUUID { get }
  /// The type, as one of all kinds.
  var sampleType: ObjectType { get }
  /// The moment at which it begins.
  var start: Instant { get }
  /// The moment at which it ends.
  var end: Instant { get }
  /// The app that it comes from; of one that is not saved yet the owner.
  var sourceRevision: SourceRevision { get }
  /// The hardware that measured it, where known.
  var device: Device? { get }
  /// The values that its source attached to it, by key; nil: none.
  var metadata: Metadata? { get }

  /// Returns the drafts that save its members, if it has any, and itself.
  ///
  /// - Parameter zone: that of the clocks at its times.
  func drafts(in zone: ZoneRules) -> [Draft]
}

/// The app that wrote a sample, at one version: HealthKit's HKSourceRevision.
public typealias SourceRevision = Source

extension Source {
  /// The same value: a `Source` has the name and the version.
  @available(*, deprecated, message: "a Source is its own revision: write sourceRevision.name")
  public var source: Source { self }

  /// HealthKit's name of `bundle`.
  @available(*, deprecated, renamed: "bundle")
  public var bundleIdentifier: String? { bundle }

  /// Returns the owner, who is the source of objects that name no other.
  public static func `default`() -> Source { Source(name: EventActor.owner) }
}

extension Device {
  /// Returns the machine on which the program runs: HealthKit's HKDevice.local().
  public static func local() -> Device { Device(name: system, hardware: processor) }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #else
      "iOS"
    #endif
  }

  private static var processor: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "arm64"
    #endif
  }
}

/// The fields that all kinds of samples have in addition to their type and value.
struct SampleFacts: Hashable {
  var uuid: ObjectUUID
  var start: Instant
  var end: Instant
  var source: Source
  var device: Device?
  var metadata: Metadata?

  /// Creates the common fields of a new sample: start, end, device and metadata.
  init(_ start: Instant, _ end: Instant, _ device: Device?, _ metadata: Metadata?) {
    var random = SystemRandomNumberGenerator()
    uuid = ObjectUUID(random: (random.next(), random.next()))
    self.start = start
    self.end = end
    source = .default()
    self.device = device
    self.metadata = metadata
  }

  init(_ saved: SavedObject, _ span: TimeSpan) {
    uuid = saved.object.uuid
    start = span.start.instant
    end = span.end.instant
    source = saved.source
    device = saved.device
    metadata = saved.object.metadata.isEmpty ? nil : saved.object.metadata
  }

  /// Its times by the clocks of a zone.
  func span(in zone: ZoneRules) -> TimeSpan {
    TimeSpan(Timestamp(start, in: zone), Timestamp(end, in: zone))
  }

  /// Returns the draft that saves it with this content.
  func draft(_ content: Content) -> Draft {
    let object = HealthObject(uuid: uuid, content: content, metadata: metadata ?? Metadata())
    return Draft(object, device: device)
  }
}
