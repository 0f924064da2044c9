import ByteTools
import HealthModel
import JournalFile

/// What the parser takes, the writer writes, and that is read as the same value; what it refuses
/// lies within the bytes.
enum JSONTarget {
  static func run(_ bytes: [UInt8]) {
    do throws(JSONFailure) {
      let value = try FieldValue(parsing: bytes.rawBytes)
      var writer = JSONWriter()
      writer.fieldValue(value)
      let again = try? FieldValue(parsing: writer.bytes.rawBytes)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      demand(again == value, "\(value) is written as \(text)")
      var second = JSONWriter()
      second.fieldValue(value)
      demand(second.bytes == writer.bytes, "written twice, it differs")
    } catch {
      demand((0...bytes.count).contains(error.offset), "\(error) of \(bytes.count) bytes")
    }
  }
}
