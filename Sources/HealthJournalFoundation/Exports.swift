// `import HealthJournalFoundation` is `import HealthJournal` and `import Foundation`, with bridges between their types.
@_exported public import Foundation
@_exported public import HealthJournal
