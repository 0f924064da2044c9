import ByteTools
import HealthExport
package import HealthModel
package import HealthTables
package import HealthViews
package import JournalFile

/// The identity that batches belong to: the journal, the address, the types, the reader and a name.
package struct BatchIdentity: Hashable, Sendable {
  /// The journal's own uuid.
  package var journal: ObjectUUID
  /// The address that they are sent to, without its query, which may hold a secret that changes.
  package var address: String
  /// The identifiers of types; nil for all.
  package var types: Set<String>?
  /// The owner or a source.
  package var reader: String
  /// A name that distinguishes two senders.
  package var name: String
  /// The columns that rows have; empty for all.
  package var columns: [ColumnChoice]

  package init(
    journal: ObjectUUID, address: String, types: Set<String>?, reader: String, name: String,
    columns: [ColumnChoice] = []
  ) {
    self.columns = columns
    self.journal = journal
    self.address = address
    self.types = types
    self.reader = reader
    self.name = name
  }

  /// Returns SHA-256 over the identity and more lines, in hex.
  package func digest(_ more: [String] = []) -> String {
    let types = types.map { $0.sorted().joined(separator: ",") } ?? "*"
    let columns = columns.map { "\($0.name)=\($0.field)" }
    let lines = [journal.description, address, types, reader, name] + columns + more
    return SHA256.hash(Array(lines.joined(separator: "\n").utf8).rawBytes).hexText
  }

  /// Returns the key of a batch: the same lines to the same address have the same key, from any
  /// sender and however often.
  ///
  /// - Parameter last: the anchor after the batch's last line. Its chain value covers all lines
  ///   before it: other lines under the same numbers have another key.
  func key(_ lines: BatchLines, upTo last: ChangeAnchor) -> String {
    digest([String(lines.first), last.description])
  }

  /// Returns the key of a part of a view's rows: the same rows of the same journal have the same
  /// key.
  package func key(_ body: [UInt8], part: Int, of head: Head) -> String {
    digest([head.chainText, String(part), SHA256.hash(body.rawBytes).hexText])
  }
}

/// The lines whose changes are one batch.
package struct BatchLines: Hashable, Sendable {
  package var first: UInt64
  package var last: UInt64
  /// The journal's last line when the batch was made: the batch has the objects that were live at
  /// that line.
  package var known: ChangeAnchor
  /// True if the other side refused the batch. A refused batch may be made smaller.
  package var isRefused: Bool

  /// Creates a batch of these lines of a journal that ended at `known`.
  package init(first: UInt64, last: UInt64, known: ChangeAnchor, isRefused: Bool = false) {
    self.first = first
    self.last = last
    self.known = known
    self.isRefused = isRefused
  }
}

/// Rows in the form in which they are sent.
package struct RowParcel: Sendable {
  /// The number of rows.
  package var rows: Int
  /// The key: the same rows have the same key, however often they are sent.
  package var key: String
  /// A JSON array.
  package var body: [UInt8]

  /// Creates a parcel of a table's rows; the closure `key` computes the key from the JSON array.
  package init(_ table: Table, key: ([UInt8]) -> String) throws {
    var sink = CollectingSink()
    rows = try Format.json.write(table, to: &sink)
    body = sink.bytes
    self.key = key(body)
  }
}

/// The changes by a journal's lines, batch by batch.
package struct ChangeBatches {
  private let journal: ReplayedJournal
  private let identity: BatchIdentity
  private let size: Int

  /// Creates the batches of a journal.
  ///
  /// - Parameter size: the greatest number of rows in a batch; a batch has whole lines.
  package init(of journal: ReplayedJournal, _ identity: BatchIdentity, size: Int) {
    self.journal = journal
    self.identity = identity
    self.size = size
  }

  /// Returns the lines of the next batch after a line; `known` is the end of the journal, now or at
  /// the time when a batch was first made of these lines.
  package func lines(after sequence: UInt64, known: ChangeAnchor) throws -> BatchLines {
    let whole = BatchLines(first: sequence + 1, last: known.sequence, known: known)
    let last = try view(whole, limit: size).next
    return BatchLines(first: sequence + 1, last: last, known: known)
  }

  /// Returns the rows of a batch that have a value in one of the columns, as the journal was at the
  /// time when the batch was made: the same each time it is sent.
  ///
  /// - Parameter last: the anchor after the batch's last line.
  package func parcel(_ lines: BatchLines, upTo last: ChangeAnchor) throws -> RowParcel {
    var table = try view(lines).table
    if !identity.columns.isEmpty {
      let chosen = try table.selecting(identity.columns)
      let rows = try chosen.allRows().filter { $0.contains { !$0.isMissing } }
      table = Table(columns: chosen.columns, rows: rows)
    }
    return try RowParcel(table) { _ in identity.key(lines, upTo: last) }
  }

  private func view(_ lines: BatchLines, limit: Int? = nil) throws -> ChangesTable {
    var journal = journal
    if lines.known.sequence != journal.head.sequence {
      journal = try ReplayedJournal(
        journal.paths.folder, on: journal.system, asOf: .sequence(lines.known.sequence)
      ).seen(by: identity.reader, at: journal.tables.access.moment)
    }
    var filter = ChangesTable.Filter()
    filter.anchor = lines.first - 1
    filter.last = lines.last
    filter.types = identity.types
    filter.limit = limit
    return try ChangesTable(of: journal, filter)
  }
}
