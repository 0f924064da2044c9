public import Foundation
public import HealthModel

extension Instant {
  /// Creates the moment of a date, to the nearest microsecond; a date outside the years −290308 to
  /// 294247 becomes the nearest moment.
  public init(_ date: Date) { self = Instant.epoch + date.timeIntervalSince1970 }
}

extension Date {
  /// Creates the date of a moment.
  public init(_ instant: Instant) {
    self.init(timeIntervalSince1970: instant.seconds(since: .epoch))
  }
}

extension UUID {
  /// Creates a uuid of the same 128 bits.
  public init(_ uuid: ObjectUUID) {
    self = UUID(uuidString: uuid.description) ?? UUID()
  }
}

extension ObjectUUID {
  /// Creates a uuid of the same 128 bits.
  public init?(_ uuid: UUID) { self.init(uuid.uuidString) }
}
