import Foundation
import Testing

/// `kill -9` at a random moment of `append`: what was acknowledged is there.
@Suite struct PowerCutTests {
  /// 200 rounds in 10 journals; every journal goes on from what the last kill left.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func nothingAcknowledgedIsLost(_ seed: UInt64) throws {
    var chance = Chance(seed: seed &* 7_919 &+ UInt64(Date().timeIntervalSince1970))
    let start = chance
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    var acknowledged: Set<String> = []
    for _ in 1...20 {
      let new = try round(scratch, &chance)
      acknowledged.formUnion(new)
      let text = String(decoding: scratch.bytes(Scratch.events), as: UTF8.self)
      let lost = new.filter { !text.contains($0) }
      #expect(lost.isEmpty, "chance \(start)")
    }
    // The next writer sets a torn end aside; after that everything is in order.
    #expect(try scratch.run("health-journal save bodyMass 70 kg").code == 0)
    #expect(try scratch.run("health-journal audit").code == 0, "chance \(start)")
    let samples = try scratch.run("health-journal samples --type stepCount --format csv").output
    #expect(acknowledged.filter { !samples.contains($0) } == [], "chance \(start)")
  }

  /// One life of `append`: some commands at once or one by one, and a kill after some answers or
  /// some milliseconds.
  ///
  /// - Returns: the uuids that were acknowledged.
  private func round(_ scratch: Scratch, _ chance: inout Chance) throws -> [String] {
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

/// Random numbers that can be had again.
struct Chance {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
