import TestSupport
import Testing

/// The short way of plain saves against the general one: same answers, same lines, whatever the
/// order of the keys.
@Suite struct ShortWayTests {
  private static let outer = permutations(Array(CommandText(0).members.indices))
  private static let inner = permutations(Array(CommandText(0).sample.indices))

  /// Every order of a sample's keys in a canonical command, every order of a command's keys around
  /// a canonical sample, and both out of order: a command, the same again, as a client sends it
  /// that lost the answer, one with another id, uuid, time and value, one with the first id, and
  /// that with a second id in front.
  @Test(arguments: 0..<24) func everyOrderOfKeys(_ place: Int) throws {
    #expect(Self.outer.count == 24 && Self.inner.count == 5040)
    // The commands of the first place have their usual order: there all orders of a sample's keys
    // are tried, and a part of them at each other place.
    let all = Self.inner.count
    let step = all / min(Counts.scaled(place == 0 ? all : all / 24), all)
    let orders = Set(stride(from: place % step, to: all, by: step)).union([0]).sorted()
    var lines: [String] = []
    for number in orders {
      let order = Self.inner[number]
      var commands = (0..<4).map { CommandText(4 * number + $0) }
      for later in 2...3 { commands[later].members[0] = commands[0].members[0] }
      var texts = commands.map { $0.ordered(Self.outer[place], order).text }
      texts[3] = #"{"id":"x","# + texts[3].dropFirst()
      lines += [texts[0]] + texts
    }
    let short = try AppendRun.expectSame(lines)
    #expect(short.shortcuts == (Self.outer[place] == [0, 1, 2, 3] ? 2 : 0))
    #expect(short.lines.count == 3 * orders.count)
  }

  private static let decisions = [
    #"{"event":"authorize","by":"owner","source":"com.example.fit","share":{"HKQuantityTypeIdentifierStepCount":"authorized","HKCategoryTypeIdentifierSleepAnalysis":"authorized"}}"#,
    #"{"event":"authorize","by":"owner","source":"com.example.fit","share":{"HKQuantityTypeIdentifierStepCount":"denied"}}"#,
    #"{"event":"configure","by":"owner","timeZone":"Europe/Paris"}"#,
  ]

  /// Two to five commands of one layout or two in a session of their own: keys moved, left out,
  /// added, said twice or escaped, white space, ids of all kinds, uuids that come again.
  @Test(arguments: Counts.seeds(0...39 as ClosedRange<UInt64>)) func sequences(seed: UInt64) throws
  {
    var random = Dice(seed)
    var shortcuts = 0
    for _ in 0..<100 {
      let layouts = (random.next(), random.next())
      var lines = random.oneIn(2) ? [Self.decisions[0]] : []
      for _ in 0..<Int.random(in: 2...5, using: &random) {
        let layout = random.oneIn(4) ? layouts.1 : layouts.0
        lines.append(CommandText.line(Int.random(in: 0..<4, using: &random), layout: layout))
        if random.oneIn(20) { lines.append(Self.decisions.randomElement(using: &random) ?? "") }
      }
      shortcuts += try AppendRun.expectSame(lines).shortcuts
    }
    #expect(shortcuts > 0)
  }
}

/// All orders of these numbers, theirs first.
func permutations(_ numbers: [Int]) -> [[Int]] {
  if numbers.isEmpty { return [[]] }
  return numbers.indices.flatMap { place in
    var rest = numbers
    let head = rest.remove(at: place)
    return permutations(rest).map { [head] + $0 }
  }
}
