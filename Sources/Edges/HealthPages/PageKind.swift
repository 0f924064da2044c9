package import HealthReport
package import HealthViews

/// A kind of page: one value in one file, and one line in `all`.
package struct PageKind: Sendable {
  /// The first word of the addresses of such pages.
  package let name: String
  /// The numbers of words that may follow.
  let words: ClosedRange<Int>
  /// Returns the options that an address of such words takes, besides those of every page.
  let options: @Sendable (_ words: [String]) throws(OptionProblem) -> [Option]
  /// Returns the content of a page.
  let body: @Sendable (inout Visit) throws -> PageBody

  package init(
    _ name: String, words: ClosedRange<Int> = 0...0,
    options: @escaping @Sendable (_ words: [String]) throws(OptionProblem) -> [Option] = { _ in []
    },
    body: @escaping @Sendable (inout Visit) throws -> PageBody
  ) {
    (self.name, self.words, self.options, self.body) = (name, words, options, body)
  }

  /// Every kind of page.
  package static let all: [PageKind] = [
    .start,
    .search,
    .period,
    .type,
    .compare,
    .check,
    .table,
    .night, .workout, .explained,
    .line, .object, .history,
    .source, .imports, .oneImport, .authorization, .documents,
  ]

  /// The row from which a page shows a table of many rows; an option of pages alone.
  package static let row = Option("row", "N", "show the rows from this one on")

  /// The options of every page.
  static let shared: [Option] = [.asOf, .timeZone, row]

  /// Returns the kind of the page at an address.
  static func of(_ address: Address) throws -> PageKind {
    guard let kind = all.first(where: { $0.name == address.kind }) else {
      throw NothingThere("there is no page '\(address.kind)'")
    }
    return kind
  }

  /// Refuses an address with options that the page does not take, or with other words than it has.
  func check(_ address: Address) throws {
    guard words.contains(address.words.count) else {
      throw NothingThere("there is no page '\(address.text)'")
    }
    let known = try options(address.words) + Self.shared
    for name in address.values.given {
      guard let option = known.first(where: { $0.name == name }) else {
        let names = known.map(\.name).joined(separator: ", ")
        throw OptionProblem("this page has no option '\(name)'; it has \(names)")
      }
      guard option.isRepeatable || address.values.all(option).count == 1 else {
        throw OptionProblem("'\(name)' is given twice")
      }
    }
  }
}

/// The content of a page; the frame puts it between its head and its foot.
package struct PageBody {
  package var title: String
  /// Links to pages near this one: the previous, the next, the one above.
  package var near: [Linked] = []
  /// The commands that show the same, before those of its rows.
  package var calls: [String]
  package var blocks: [Block]

  package init(
    _ title: String, near: [Linked] = [], calls: [String] = [], _ blocks: [Block] = []
  ) {
    (self.title, self.near, self.calls, self.blocks) = (title, near, calls, blocks)
  }
}
