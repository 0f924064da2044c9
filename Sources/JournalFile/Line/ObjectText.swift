import ByteTools
package import HealthModel

/// An object as its line has it.
package enum ObjectText {
  /// The object as canonical JSON, as it stands in the `objects` of a `save`.
  package static func json(_ object: HealthObject) -> String {
    var writer = JSONWriter()
    writer.healthObject(object)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// An entry of metadata as its line has it.
package enum MetadataText {
  /// `"HKTimeZone":"Europe/Berlin"`.
  package static func json(_ entry: Metadata.Entry) -> [UInt8] {
    var writer = JSONWriter()
    writer.key(entry.key)
    ObjectGrammar.metadataValue.write(entry.value, &writer)
    return writer.bytes
  }
}
