import HealthModel

/// A statement that two names are those of one source, as of a watch that was renamed.
public struct SameSource: Hashable, Sendable {
  /// The earlier name, or the earlier bundle identifier.
  public var old: String
  /// The name, or bundle identifier, that the source has; empty: the statement is removed.
  public var name: String

  /// Creates the statement that a source with the old name has this one.
  public init(old: String, name: String) {
    self.old = old
    self.name = name
  }
}

/// The names that settings state to be those of one source.
///
///     var names = SameSources()
///     names.set(SameSource(old: "Watch", name: "Jo’s Watch"))
///     names.name(of: "Watch")   // "Jo’s Watch"
///
/// Names are compared as a keyboard writes them. A name may lead to a name that leads to another
/// one; the last one counts.
public struct SameSources: Hashable, Sendable {
  /// The statements, ascending by the old names.
  public private(set) var all: [SameSource] = []

  /// Creates the names of settings that state none.
  public init() {}

  /// True if no statement is in force.
  public var isEmpty: Bool { all.isEmpty }

  /// Takes a statement; it replaces an earlier one about the same old name.
  public mutating func set(_ same: SameSource) {
    let typed = SourceName.typed(same.old)
    all.removeAll { SourceName.typed($0.old) == typed }
    guard !same.name.isEmpty else { return }
    let index = all.firstIndex { $0.old > same.old } ?? all.count
    all.insert(same, at: index)
  }

  /// Returns these statements with further ones, which replace those about the same old names.
  public func adding(_ statements: [SameSource]) -> SameSources {
    statements.reduce(into: self) { $0.set($1) }
  }

  /// Returns the statements that make these ones of others; an empty name removes one.
  package func changes(since others: SameSources) -> [SameSource] {
    let gone = others.all.filter { other in
      !all.contains { SourceName.typed($0.old) == SourceName.typed(other.old) }
    }
    return all.filter { !others.all.contains($0) } + gone.map { SameSource(old: $0.old, name: "") }
  }

  /// Returns the name that a source has by the statements; its own if there is none about it.
  public func name(of stated: String) -> String {
    if all.isEmpty { return stated }
    let last = last(after: stated).name
    // A spelling that a keyboard lacks is that of the statement: otherwise there would be two.
    return all.first { SourceName.means($0.name, last) }?.name ?? last
  }

  /// Returns the name by which an entry of an order of sources means a source: `Watch` or `Watch
  /// (Watch6,1)`.
  package func entry(_ stated: String) -> String {
    guard !all.isEmpty, next(after: stated) == nil, stated.hasSuffix(")"),
      let bracket = stated.lastIndex(of: "("), bracket > stated.startIndex
    else { return name(of: stated) }
    let label = SourceName.folded(String(stated[..<bracket]))
    let distinction = stated[stated.index(after: bracket)...].dropLast()
    return next(after: label) == nil
      ? stated : SourceName.label(name(of: label), name(of: String(distinction)))
  }

  /// Returns the origin with the names that its source has by the statements.
  package func named(_ origin: Origin) -> Origin {
    var named = origin
    named.source.name = name(of: origin.source.name)
    named.source.bundle = origin.source.bundle.map { name(of: $0) }
    return named
  }

  /// Returns the origin with the names that its source has by the statements, and with each old
  /// name of the source.
  package func origins(sameAs origin: Origin) -> [Origin] {
    let named = named(origin)
    var found = [named]
    for same in all {
      var old = named
      if name(of: same.old) == named.source.name { old.source.name = same.old }
      if name(of: same.old) == named.source.bundle { old.source.bundle = same.old }
      if old != named { found.append(old) }
    }
    return found
  }

  /// Returns true if a name leads into a circle.
  func isCircular(_ name: String) -> Bool { last(after: name).isInCircle }

  /// Returns the last name to which a name leads. Lines of other programs may lead in a circle: the
  /// search ends after as many steps as there are statements.
  private func last(after name: String) -> (name: String, isInCircle: Bool) {
    var last = name
    for _ in all {
      guard let next = next(after: last) else { return (last, false) }
      last = next
    }
    return (last, next(after: last) != nil)
  }

  private func next(after name: String) -> String? {
    let typed = SourceName.typed(name)
    return all.first { SourceName.typed($0.old) == typed }?.name
  }
}
