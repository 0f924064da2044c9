import ByteTools
import HealthEvents
import HealthImport
import HealthModel

/// Writes the Device of a source and the hardware that it measured with.
enum FHIRDeviceWriter {
  /// The Device as JSON.
  static func bytes(_ origin: Origin, id: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("resourceType", "Device")
      writer.member("id", id)
      writer.source(origin.source)
      guard let device = origin.device else { return }
      writer.objects("identifier", texts([("value", device.localIdentifier)])) {
        $0.member($1.0, $1.1)
      }
      writer.objects("udiCarrier", texts([("deviceIdentifier", device.udi)])) {
        $0.member($1.0, $1.1)
      }
      writer.member("manufacturer", text: device.manufacturer)
      writer.member("modelNumber", text: device.hardware)
      let names = texts([("user-friendly-name", device.name), ("model-name", device.model)])
      writer.objects("deviceName", names) { writer, name in
        writer.member("name", name.1)
        writer.member("type", name.0)
      }
      let versions = texts([("firmware", device.firmware), ("software", device.software)])
      writer.objects("version", versions) { writer, version in
        writer.object("type") { $0.member("text", version.0) }
        writer.member("value", version.1)
      }
    }
    return writer.bytes
  }

  /// Those that are texts for FHIR.
  fileprivate static func texts(_ pairs: [(String, String?)]) -> [(String, String)] {
    pairs.compactMap { name, text in
      text.flatMap { FHIRText.isText($0) ? (name, $0) : nil }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func source(_ source: Source) {
    let parts = [
      ("source/name", source.name), ("source/bundleIdentifier", source.bundle),
      ("version", source.version), ("productType", source.productType),
      ("operatingSystemVersion", source.operatingSystem),
    ]
    let texts = FHIRDeviceWriter.texts(parts)
    if texts.isEmpty { return }
    objects("extension", [FHIRName.source]) { writer, url in
      writer.member("url", url)
      writer.objects("extension", texts) { writer, part in
        writer.extension(url + "/" + part.0, text: part.1)
      }
    }
  }
}
