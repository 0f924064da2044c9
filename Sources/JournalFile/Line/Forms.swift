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
    Form(value: value) {
      $1.string($0)
    } fault: {
      $0.utf8.count <= JSONParser.stringLimit ? nil : .value
    }
  }
}

extension Form where Value == Double {
  static var number: Form {
    Form(value: .number) {
      DecimalText.append($0, to: &$1.bytes)
    } fault: {
      $0.isFinite ? nil : .value
    }
  }
}

extension Form where Value == UInt64 {
  static var whole: Form {
    Form(value: .whole) {
      DecimalText.append($0, to: &$1.bytes)
    } fault: {
      $0 <= JournalLimits.wholeNumber ? nil : .value
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
    } fault: { _ in
      nil
    }
  }
}

extension Form where Value == Int {
  /// How many, where there are any.
  static var positive: Form {
    Form(value: .positive) {
      count.write($0, &$1)
    } fault: {
      $0 > 0 ? count.fault($0) : .value
    }
  }

  /// How many: never below zero.
  static var count: Form {
    Form(value: .whole) {
      Form<UInt64>.whole.write(UInt64($0), &$1)
    } fault: {
      UInt64(exactly: $0).map(Form<UInt64>.whole.fault) ?? .value
    }
  }
}

extension Form where Value == Bool {
  static var flag: Form {
    Form(value: .flag) {
      $1.value($0)
    } fault: { _ in
      nil
    }
  }
}

extension Form where Value == CategoryCode {
  /// A whole number, or a word where no number is known.
  static var code: Form {
    Form(value: .either([.code, .text])) { code, writer in
      switch code {
      case .code(let number): DecimalText.append(Double(number), to: &writer.bytes)
      case .name(let name): writer.string(name)
      }
    } fault: { code in
      switch code {
      case .code(let number):
        UInt64(number.magnitude) <= JournalLimits.wholeNumber ? nil : .value
      case .name(let name): Form<String>.text.fault(name)
      }
    }
  }
}

extension Form where Value == Timestamp {
  static var time: Form {
    Form(value: .time) { time, writer in
      writer.bytes.append(addingCapacity: 48) { output in
        output.append(UInt8(ascii: "\""))
        output.append(time)
        output.append(UInt8(ascii: "\""))
      }
    } fault: {
      // RFC 3339 has four digits for the year.
      (0...9999).contains($0.date.year) ? nil : .value
    }
  }
}

extension Form where Value == Instant {
  static var moment: Form {
    Form(value: .moment) { at, writer in
      writer.bytes.append(addingCapacity: 42) { output in
        output.append(UInt8(ascii: "\""))
        output.append(milliseconds: at)
        output.append(UInt8(ascii: "\""))
      }
    } fault: {
      Form<Timestamp>.time.fault(Timestamp(instant: $0, offsetMinutes: 0))
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
    } fault: { _ in
      nil
    }
  }
}

extension Form {
  /// An object of this shape.
  static func object(_ shape: Shape<Value>) -> Form {
    Form(value: .object(WireObject(members: shape.forms))) { value, writer in
      writer.object { $0.members(of: value, shape) }
    } fault: {
      shape.fault(of: $0)
    }
  }

  static func list<Element>(_ element: Form<Element>) -> Form where Value == [Element] {
    Form(value: .list(element.value)) { elements, writer in
      writer.array(elements) { element.write($1, &$0) }
    } fault: { elements in
      elements.lazy.compactMap(element.fault).first
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
          writer.key(key(row))
          form.write(cell(row), &writer)
        }
      }
    } fault: { rows in
      for row in rows {
        if let fault = Form<String>.text.fault(key(row)) ?? form.fault(cell(row)) {
          return fault.of(key(row))
        }
      }
      return nil
    }
  }
}
