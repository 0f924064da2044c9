@_exported public import HealthEvents
@_exported public import HealthModel

// `import HealthJournal` is enough: the modules whose types its calls take and give come with it.
