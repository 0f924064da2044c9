import HealthEvents
import HealthModel
import JournalFile

/// The zones by whose clocks samples are saved: a sample's own, as its metadata names it, else the
/// journal's.
struct SampleZones {
  private var zones = ZoneCatalogue()
  private let usual: ZoneRules

  /// Zones of a journal.
  ///
  /// - Parameter name: the IANA name of the journal's zone.
  /// - Throws: `ZoneCatalogue.Unknown` where the system does not know it.
  init(usual name: String) throws(ZoneCatalogue.Unknown) {
    usual = try zones.rules(named: name)
  }

  /// What saves samples.
  mutating func drafts(of samples: [any Sample]) -> [Draft] {
    samples.flatMap { drafts(of: $0, else: usual) }
  }

  /// The zone that metadata names; the journal's where it names none that the system knows.
  mutating func zone(of metadata: Metadata?) -> ZoneRules { zone(of: metadata, else: usual) }

  /// What saves a sample. One of a correlation that names no zone has that of the correlation.
  private mutating func drafts(of sample: any Sample, else other: ZoneRules) -> [Draft] {
    let zone = zone(of: sample.metadata, else: other)
    guard let correlation = sample as? Correlation else { return sample.drafts(in: zone) }
    let members = correlation.objects.flatMap { drafts(of: $0, else: zone) }
    return members + [correlation.draft(in: zone)]
  }

  private mutating func zone(of metadata: Metadata?, else other: ZoneRules) -> ZoneRules {
    guard case .string(let name)? = metadata?[MetadataName.timeZone] else { return other }
    return (try? zones.rules(named: name)) ?? other
  }
}
