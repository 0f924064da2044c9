import ByteTools
import HealthModel

extension JSONWriter {
  mutating func member(_ key: String, _ time: Timestamp) {
    self.key(key)
    bytes.append(addingCapacity: 48) { output in
      output.append(UInt8(ascii: "\""))
      output.append(time)
      output.append(UInt8(ascii: "\""))
    }
  }

  mutating func member(_ key: String, _ uuid: ObjectUUID) {
    self.key(key)
    self.uuid(uuid)
  }

  /// Writes a uuid as a string.
  mutating func uuid(_ uuid: ObjectUUID) {
    bytes.append(addingCapacity: 38) { output in
      output.append(UInt8(ascii: "\""))
      output.append(uuid: uuid.high, uuid.low)
      output.append(UInt8(ascii: "\""))
    }
  }

  mutating func member(_ key: String, ifAny text: String?) {
    if let text { member(key, text) }
  }

  mutating func member(_ key: String, ifAny number: Double?) {
    if let number { member(key, number) }
  }

  mutating func member(_ key: String, ifAny number: UInt64?) {
    if let number { member(key, number) }
  }

  mutating func member(_ key: String, ifAny time: Timestamp?) {
    if let time { member(key, time) }
  }
}
