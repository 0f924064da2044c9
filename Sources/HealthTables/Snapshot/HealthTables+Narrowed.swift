import HealthModel
import JournalFile

// Questions about a few rows of a snapshot. What is handed out has been verified block by block.

/// Which samples of a type a view is about.
package enum SampleScope: Sendable {
  /// The latest live one.
  case latest
  /// The live ones that touch a stretch of time, in microseconds, and those that touch one of these.
  case touching(ClosedRange<Int64>)
}

extension HealthTables {
  /// The same with fewer samples of the types with these numbers, for a view that is about a few of them.
  ///
  /// All that `scope` names are there, in their order; with `touching` also, of each provenance and unit
  /// that live samples have, one that starts first. Which others are there means nothing, and neither do the
  /// numbers of rows: nothing but the samples is to be asked for.
  package func narrowed(to types: [Int], _ scope: SampleScope) -> HealthTables {
    guard base != nil else { return self }
    var narrowed = self
    for type in types where type < samples.count {
      if let rows = rows(of: type, scope) { narrowed.samples[type] = rows }
    }
    return narrowed
  }

  /// Nil: they are not to be had without the others.
  private func rows(of type: Int, _ scope: SampleScope) -> SampleColumns? {
    let columns = samples[type]
    // Lines behind the snapshot may have taken rows out of it: then their flags were copied.
    guard columns.mappedCount > 0, columns.mappedCount == columns.flags.base.count,
      let blocks = base?.blocks(of: type)
    else { return nil }
    var chosen = ChosenBlocks(columns, blocks)
    switch scope {
    case .latest:
      guard chosen.take(where: { blocks.marks[$0].contains(.latest) }) else { return nil }
    case .touching(let time):
      guard
        chosen.take(where: {
          blocks.marks[$0].contains(.first) || blocks.mayTouch($0, time)
        })
      else { return nil }
      if let near = chosen.extent(of: time) {
        guard chosen.take(where: { blocks.mayTouch($0, near) }) else { return nil }
      }
    }
    return chosen.rows()
  }
}

/// Verified copies of some blocks of a snapshot's rows.
private struct ChosenBlocks {
  private let columns: SampleColumns
  private let blocks: SampleBlocks
  private var isTaken: [Bool]
  private var taken: [(block: Int, rows: SampleColumns)] = []
  /// What came since the snapshot.
  private var recent = SampleColumns()

  init(_ columns: SampleColumns, _ blocks: SampleBlocks) {
    self.columns = columns
    self.blocks = blocks
    isTaken = Array(repeating: false, count: blocks.count)
    recent.append(copying: columns, columns.mappedCount..<columns.count)
  }

  /// Takes the blocks for which `isWanted` holds; false where one is not what was written.
  mutating func take(where isWanted: (Int) -> Bool) -> Bool {
    for block in 0..<blocks.count where !isTaken[block] && isWanted(block) {
      var rows = SampleColumns()
      rows.append(copying: columns, SampleBlocks.rows(block, of: columns.mappedCount))
      guard rows.checksum(0..<rows.count) == blocks.sums[block] else { return false }
      isTaken[block] = true
      taken.append((block, rows))
    }
    return true
  }

  /// From the first start to the last end of the live rows that touch a stretch of time; nil: none does.
  func extent(of time: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    var extent: ClosedRange<Int64>?
    for rows in taken.map(\.rows) + [recent] {
      for row in 0..<rows.count
      where rows.isLive(row) && rows.ends[row] >= time.lowerBound
        && rows.starts[row] <= time.upperBound
      {
        let known = extent ?? rows.starts[row]...rows.starts[row]
        extent = min(known.lowerBound, rows.starts[row])...max(known.upperBound, rows.ends[row])
      }
    }
    return extent
  }

  /// The rows of the blocks in their order, and what came since.
  func rows() -> SampleColumns {
    var all = SampleColumns()
    for part in taken.sorted(by: { $0.block < $1.block }) {
      all.append(copying: part.rows, 0..<part.rows.count)
    }
    all.append(copying: recent, 0..<recent.count)
    return all
  }
}
