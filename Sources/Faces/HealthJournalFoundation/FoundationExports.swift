@_exported public import Foundation
@_exported public import HealthJournal
public import HealthModel

// `import HealthJournalFoundation` is `import HealthJournal` and `import Foundation`, with bridges
// between their types.

/// The unit of a quantity. Foundation has a class of this name; where only this library is
/// imported, ours is meant.
public typealias Unit = HealthModel.Unit
