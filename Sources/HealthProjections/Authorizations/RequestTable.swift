package import HealthEvents
import HealthModel
import JournalFile
package import ViewTables

/// What HealthKit's request sheet would do, type by type.
package enum RequestTable {
  /// One row a type and right; `requestStatus` is that of the whole request.
  package static func table(
    _ answer: AuthorizationRequest.Answer, for source: String
  ) -> Table {
    let rows = answer.questions.map { question -> [Cell] in
      [
        .text(source), .identifier(question.type), .text(question.access.rawValue),
        .flag(question.isAsked), .text(question.status.name), .text(answer.status.name),
      ]
    }
    return Table(columns: columns, rows: rows)
  }

  private static let columns = [
    Column("source", hidden: true), Column("type", rank: .key), Column("access"), Column("asked"),
    Column("status"), Column("requestStatus", hidden: true),
  ]
}
