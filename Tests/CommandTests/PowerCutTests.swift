import Foundation
import TestSupport
import Testing

/// `kill -9` at a random moment of `append`: what was acknowledged is there.
@Suite struct PowerCutTests {
  /// 200 rounds in 10 journals; every journal goes on from what the last kill left.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func nothingAcknowledgedIsLost(_ seed: UInt64) throws {
    var chance = Dice(seed)
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    var acknowledged: Set<String> = []
    for _ in 1...20 {
      let new = try round(scratch, &chance)
      acknowledged.formUnion(new)
      let text = String(decoding: scratch.bytes(Scratch.events), as: UTF8.self)
      let lost = new.filter { !text.contains($0) }
      #expect(lost.isEmpty, "seed \(seed)")
    }
    // The next writer sets a torn end aside; after that everything is in order.
    #expect(try scratch.run("health-journal save bodyMass 70 kg").code == 0)
    #expect(try scratch.run("health-journal audit").code == 0, "seed \(seed)")
    let samples = try scratch.run("health-journal samples --type stepCount --format csv").output
    #expect(acknowledged.filter { !samples.contains($0) } == [], "seed \(seed)")
  }

  /// One life of `append`: some commands at once or one by one, and a kill after some answers or
  /// some milliseconds.
  ///
  /// - Returns: the uuids that were acknowledged.
  private func round(_ scratch: Scratch, _ chance: inout Dice) throws -> [String] {
    let client = try Client(scratch, "append --batch \(1 + chance.below(8))")
    let uuids = (0..<(1 + chance.below(30))).map { _ in UUID() }
    var answers: [String] = []
    if chance.below(2) == 0 {
      client.send(uuids.map { Client.steps($0) }.joined())
      if chance.below(2) == 0 {
        for _ in 0..<chance.below(uuids.count + 1) { answers += client.answer().map { [$0] } ?? [] }
      } else {
        usleep(UInt32(chance.below(25_000)))
      }
    } else {
      for uuid in uuids.prefix(chance.below(8)) {
        client.send(Client.steps(uuid))
        answers += client.answer().map { [$0] } ?? []
      }
      client.send(String(Client.steps(uuids[0]).prefix(chance.below(200))))
    }
    client.kill()
    while let answer = client.answer() { answers.append(answer) }
    return answers.filter { $0.contains(#""seq""#) }.compactMap { answer in
      uuids.map(\.uuidString).first { answer.contains($0) }
    }
  }
}
