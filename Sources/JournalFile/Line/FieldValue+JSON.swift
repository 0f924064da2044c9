import ByteTools
import HealthModel

extension FieldValue {
  init(_ value: JSONView) {
    switch value.kind {
    case .null: self = .null
    case .no: self = .boolean(false)
    case .yes: self = .boolean(true)
    case .number: self = .number(value.number ?? 0)
    case .text: self = .text(value.text ?? "")
    case .array: self = .list(Self.list(value))
    case .object: self = .fields(Self.fields(value))
    }
  }

  private static func list(_ value: JSONView) -> [FieldValue] {
    var list: [FieldValue] = []
    var elements = value.elements
    while let element = elements.next() { list.append(FieldValue(element)) }
    return list
  }

  private static func fields(_ value: JSONView) -> [Field] {
    var fields: [Field] = []
    var elements = value.elements
    while let name = elements.next(), let value = elements.next() {
      fields.append(Field(name.text ?? "", FieldValue(value)))
    }
    return fields
  }
}

extension JSONWriter {
  mutating func fieldValue(_ value: FieldValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): self.value(value)
    case .number(let value): finiteValue(value)
    case .text(let value): string(value)
    case .list(let elements): array(elements) { $0.fieldValue($1) }
    case .fields(let fields): object { $0.members(fields) }
    }
  }

  mutating func members(_ fields: [Field]) {
    for field in fields {
      key(field.name)
      fieldValue(field.value)
      nameFault(field.name)
    }
  }
}
