/// How files of one format come into a journal: one value in one folder for each format, and one
/// line in `Importers.all`. Nothing outside of that folder knows the format.
///
///     let input = ImportInput(source)
///     let outcome = try AppleHealthImporter().run(input, into: &sink)
///     outcome.balances   // true, whatever the file held
package protocol Importer: Sendable {
  /// Its name on the command line and in receipts: `apple-health`.
  var name: String { get }
  /// What it imports, as help says it: `an Apple Health export`.
  var summary: String { get }
  /// What a PATH of it may be, and an example of one, for help.
  var paths: (what: String, example: String) { get }
  /// Where the input lies in a folder that may be named instead of it; nil: no folder may.
  var folder: ImportFolder? { get }
  /// The kinds of elements that it makes objects of, or reads for them: what its outcome counts. It
  /// may set aside or keep whole others too.
  var kinds: [String] { get }

  /// Whether an input that begins with these bytes is of the format: by content, never by a name.
  func recognizes(_ beginning: RawSpan) -> Recognition

  /// A note for a line of its own among bytes that were set aside, in a form that no import takes
  /// for data.
  func note(_ text: String) -> String

  /// Reads the input to its end and saves what it holds.
  ///
  /// - Throws: what the input or the sink throws; whatever the input holds, nothing else.
  func run(_ input: ImportInput, into sink: inout some ImportSink) throws -> ImportOutcome
}

extension Importer {
  /// None.
  package var folder: ImportFolder? { nil }
}

/// Where an input lies in the folder that another program puts it into.
package struct ImportFolder: Sendable {
  /// How the name of its file ends, whatever it begins with: `.xml`.
  package let ending: String
  /// A folder inside, where it lies if it is not in the folder itself.
  package let inner: String
  /// The names of what belongs to it and lies beside it: files, and folders with all that they
  /// hold. In a folder named `inner`, and in an archive, everything does.
  package let parts: Set<String>
  /// For the refusal of a folder without the input: what is missing, and how that is known.
  package let lack: (what: String, why: String)
}

/// How sure an importer is that an input is of its format.
package enum Recognition: Int, Sendable {
  /// It is of another one.
  case no
  /// It can be read as one, and may be a part of one or a damaged one.
  case perhaps
  /// It holds what inputs of other formats do not.
  case surely
}

/// The formats that can be imported.
package enum Importers {
  /// Every importer, in the order of help pages: one line each.
  package static let all: [any Importer] = [
    AppleHealthImporter(),
    FHIRImporter(),
  ]

  /// The importer that is the surest of an input that begins so; of equally sure ones the first.
  /// Nil where none can read it, or where it is known to be something else: `OtherContent` says
  /// what.
  package static func best(
    for beginning: RawSpan, among importers: [any Importer] = all
  ) -> (any Importer)? {
    var best: (any Importer)?
    var sureness = Recognition.no
    for importer in importers {
      let recognition = recognition(of: beginning, by: importer)
      if recognition.rawValue > sureness.rawValue { (best, sureness) = (importer, recognition) }
    }
    return best
  }

  /// How sure an importer is of an input that begins so; never of what is known to be something
  /// else.
  package static func recognition(
    of beginning: RawSpan, by importer: any Importer
  ) -> Recognition {
    OtherContent.known(beginning) == nil ? importer.recognizes(beginning) : .no
  }
}
