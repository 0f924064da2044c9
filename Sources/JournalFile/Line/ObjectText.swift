import ByteTools
package import HealthEvents
package import HealthModel

/// An object as its line has it.
package enum ObjectText {
  /// The object as canonical JSON, as it stands in the `objects` of a `save`.
  package static func json(_ object: HealthObject) -> String {
    String(decoding: bytes(object), as: UTF8.self)
  }

  /// The bytes of the same.
  package static func bytes(_ object: HealthObject) -> [UInt8] {
    var writer = JSONWriter()
    writer.healthObject(object)
    return writer.bytes
  }
}

/// A source and device as their line has them.
package enum OriginText {
  /// `{"source":{"name":"Scale"},"device":{"name":"Scale"}}`.
  package static func bytes(_ origin: Origin) -> [UInt8] {
    var writer = JSONWriter()
    origin.write(to: &writer)
    return writer.bytes
  }
}

/// Metadata as its line has it.
package enum MetadataText {
  /// `{"HKTimeZone":"Europe/Berlin"}`.
  package static func json(_ metadata: Metadata) -> String {
    var writer = JSONWriter()
    KeyedTable(metadata.entries).write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// `"HKTimeZone":"Europe/Berlin"`.
  package static func json(_ entry: Metadata.Entry) -> [UInt8] {
    var writer = JSONWriter()
    writer.key(entry.key)
    entry.value.write(to: &writer)
    return writer.bytes
  }
}
