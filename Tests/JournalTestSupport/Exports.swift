// The system in memory, which tests of the journal's files use without a store.
@_exported public import JournalMemory
