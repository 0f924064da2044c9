import ByteTools
import HealthModel

// How the types of Swift stand on a line.

extension Form where Value == String {
  static var text: Form { string(.text) }

  /// One of these strings.
  static func word(_ words: [String]) -> Form { string(.word(words)) }

  /// This number of lower-case hexadecimal digits.
  static func hex(_ digits: Int) -> Form { string(.hex(digits)) }

  private static func string(_ value: WireValue) -> Form {
    Form(value: value) { $1.limitedString($0) }
  }
}

extension Form where Value == Double {
  static var number: Form {
    Form(value: .number) { $1.finiteValue($0) }
  }
}

extension Form where Value == UInt64 {
  static var whole: Form {
    Form(value: .whole) { number, writer in
      DecimalText.append(number, to: &writer.bytes)
      if number > JournalLimits.wholeNumber { writer.noteFault() }
    }
  }

  /// Its 16 lower-case hexadecimal digits.
  static var hash: Form {
    Form(value: .hex(16)) { hash, writer in
      writer.bytes.append(addingCapacity: 18) { output in
        output.append(UInt8(ascii: "\""))
        output.append(hex: hash)
        output.append(UInt8(ascii: "\""))
      }
    }
  }
}

extension Form where Value == Int {
  /// How many, where there are any.
  static var positive: Form {
    Form(value: .positive) { number, writer in
      count.write(number, &writer)
      if number == 0 { writer.noteFault() }
    }
  }

  /// How many: never below zero.
  static var count: Form {
    Form(value: .whole) { number, writer in
      guard let number = UInt64(exactly: number) else { return writer.noteFault() }
      Form<UInt64>.whole.write(number, &writer)
    }
  }
}

extension Form where Value == Bool {
  static var flag: Form {
    Form(value: .flag) { $1.value($0) }
  }
}

extension Form where Value == CategoryCode {
  /// A whole number, or a word where no number is known.
  static var code: Form {
    Form(value: .either([.code, .text])) { code, writer in
      switch code {
      case .code(let number):
        DecimalText.append(Double(number), to: &writer.bytes)
        if UInt64(number.magnitude) > JournalLimits.wholeNumber { writer.noteFault() }
      case .name(let name): writer.limitedString(name)
      }
    }
  }
}

extension Form where Value == Timestamp {
  static var time: Form {
    Form(value: .time) { time, writer in
      var isRFC3339 = false
      writer.bytes.append(addingCapacity: 48) { output in
        output.append(UInt8(ascii: "\""))
        isRFC3339 = output.append(time)
        output.append(UInt8(ascii: "\""))
      }
      if !isRFC3339 { writer.noteFault() }
    }
  }
}

extension Form where Value == Instant {
  static var moment: Form {
    Form(value: .moment) { at, writer in
      var isRFC3339 = false
      writer.bytes.append(addingCapacity: 42) { output in
        output.append(UInt8(ascii: "\""))
        isRFC3339 = output.append(milliseconds: at)
        output.append(UInt8(ascii: "\""))
      }
      if !isRFC3339 { writer.noteFault() }
    }
  }
}

extension Form where Value == ObjectUUID {
  static var uuid: Form {
    Form(value: .uuid) { uuid, writer in
      writer.bytes.append(addingCapacity: 38) { output in
        output.append(UInt8(ascii: "\""))
        output.append(uuid: uuid.high, uuid.low)
        output.append(UInt8(ascii: "\""))
      }
    }
  }
}

extension Form {
  /// An object of this shape.
  static func object(_ shape: Shape<Value>) -> Form {
    Form(value: .object(WireObject(members: shape.forms))) { value, writer in
      writer.object { $0.members(of: value, shape) }
    }
  }

  static func list<Element>(_ element: Form<Element>) -> Form where Value == [Element] {
    Form(value: .list(element.value)) { elements, writer in
      writer.array(elements) { element.write($1, &$0) }
    }
  }

  /// An object whose keys are data.
  static func table<Row, Cell>(
    _ form: Form<Cell>, _ key: @escaping @Sendable (Row) -> String,
    _ cell: @escaping @Sendable (Row) -> Cell
  ) -> Form where Value == [Row] {
    Form(value: .table(form.value)) { rows, writer in
      writer.object { writer in
        for row in rows {
          let key = key(row)
          writer.separate()
          writer.limitedString(key)
          writer.bytes.append(UInt8(ascii: ":"))
          form.write(cell(row), &writer)
          writer.nameFault(key)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes a string; one that the reader finds too long is a fault.
  mutating func limitedString(_ text: String) {
    string(text)
    if text.utf8.count > JSONParser.stringLimit { noteFault() }
  }

  /// Writes a number; one that is not finite has no text and is a fault.
  mutating func finiteValue(_ number: Double) {
    guard number.isFinite else { return noteFault() }
    value(number)
  }
}
