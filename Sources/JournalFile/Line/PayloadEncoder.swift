import ByteTools
import HealthEvents
import HealthModel

extension JSONWriter {
  /// Writes the keys that an event has beyond the envelope, in canonical order.
  mutating func payload(_ event: Event) {
    switch event {
    case .open(let opening):
      member("format", UInt64(opening.format))
      member("journal", opening.journal)
      member("timeZone", opening.timeZone)
    case .origin(let origin): self.origin(origin)
    case .save(let save): self.save(save)
    case .delete(let deletion):
      uuids("objects", deletion.objects)
      member("reason", ifAny: deletion.reason)
    case .authorize(let change):
      member("source", change.source)
      grants("share", change.share)
      grants("read", change.read)
    case .configure(let configuration): self.configuration(configuration)
    case .importReceipt(let receipt): self.receipt(receipt)
    case .erase(let erasure):
      key("lines")
      array(erasure.lines) { $0.value(.number(Double($1))) }
      member("reason", erasure.reason)
    }
  }

  /// Writes `source` and `device`.
  mutating func origin(_ origin: Origin) {
    key("source")
    object { writer in
      writer.member("name", origin.source.name)
      writer.member("bundle", ifAny: origin.source.bundle)
      writer.member("version", ifAny: origin.source.version)
      writer.member("productType", ifAny: origin.source.productType)
      writer.member("operatingSystem", ifAny: origin.source.operatingSystem)
    }
    guard let device = origin.device else { return }
    key("device")
    object { writer in
      writer.member("name", ifAny: device.name)
      writer.member("manufacturer", ifAny: device.manufacturer)
      writer.member("model", ifAny: device.model)
      writer.member("hardware", ifAny: device.hardware)
      writer.member("firmware", ifAny: device.firmware)
      writer.member("software", ifAny: device.software)
      writer.member("localIdentifier", ifAny: device.localIdentifier)
      writer.member("udi", ifAny: device.udi)
      writer.members(device.fields)
    }
  }

  private mutating func save(_ save: Save) {
    key("objects")
    array(save.objects) { $0.healthObject($1) }
    member("workout", ifAny: save.workout?.description)
    if !save.replaces.isEmpty { uuids("replaces", save.replaces) }
  }

  private mutating func uuids(_ key: String, _ uuids: [ObjectUUID]) {
    self.key(key)
    array(uuids) { $0.uuid($1) }
  }

  private mutating func grants(_ key: String, _ grants: [AuthorizationGrant]) {
    if grants.isEmpty { return }
    self.key(key)
    object { writer in
      for grant in grants { writer.member(grant.type, grant.status.name) }
    }
  }

  private mutating func configuration(_ configuration: Configuration) {
    member("timeZone", ifAny: configuration.timeZone)
    if !configuration.priority.isEmpty {
      key("priority")
      object { writer in
        for priority in configuration.priority {
          writer.key(priority.type)
          writer.array(priority.sources) { $0.string($1) }
        }
      }
    }
    if !configuration.preferredUnits.isEmpty {
      key("preferredUnits")
      object { writer in
        for preferred in configuration.preferredUnits {
          writer.member(preferred.type, preferred.unit)
        }
      }
    }
  }

  private mutating func receipt(_ receipt: ImportReceipt) {
    member("format", receipt.format)
    member("file", receipt.file)
    member("bytes", receipt.bytes)
    member("sha256", receipt.sha256)
    member("exported", ifAny: receipt.exported)
    member("first", ifAny: receipt.first)
    member("last", ifAny: receipt.last)
    key("counts")
    object { writer in
      for count in receipt.counts {
        writer.key(count.element)
        writer.object {
          $0.member("read", UInt64(count.read))
          $0.member("saved", UInt64(count.saved))
          $0.member("known", UInt64(count.known))
          $0.member("quarantined", UInt64(count.quarantined))
          $0.member("unsupported", UInt64(count.unsupported))
        }
      }
    }
  }
}
