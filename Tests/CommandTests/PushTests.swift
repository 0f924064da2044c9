import Foundation
import TestSupport
import Testing

/// `push` against a real server on this machine.
@Suite(.enabled(if: Python.isPresent), .timeLimit(.minutes(20))) struct PushTests {
  private let scratch: Scratch
  private let server: BackEnd
  private var address: String { "http://127.0.0.1:\(server.port)/rows" }

  init() throws {
    scratch = try Scratch()
    server = try BackEnd(scratch)
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    _ = try scratch.run("health-journal append < $FIXTURES/week.ndjson")
  }

  private func push(_ options: String = "") throws -> Outcome {
    try scratch.run("health-journal push \(address) \(options)")
  }

  private func save(_ uuid: String = UUID().uuidString) throws {
    #expect(try scratch.run("health-journal save bodyMass 70 kg --uuid \(uuid)").code == 0)
  }

  /// The rows of `changes`, as the server notes them.
  private func changes(_ options: String = "") throws -> [String] {
    let outcome = try scratch.run("health-journal changes --format json \(options)")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(rows as? [[String: Any]]).map(BackEnd.text)
  }

  private var cursors: [String] {
    get throws {
      let outcome = try scratch.run("cat home/.local/state/health-journal/push/*.json")
      return outcome.output.split(separator: "\n").map(String.init)
    }
  }

  @Test func rowsArriveAndAreNotSentAgain() throws {
    let expected = try changes()
    #expect(
      try push().output == "pushed 11 rows in 1 request to \(address) up to line 12\n")
    #expect(try server.got().map(\.rows) == [expected])
    let again = try push()
    #expect(again.output == "nothing new for \(address) up to line 12\n")
    #expect(again.code == 0)
    try save()
    _ = try scratch.run("health-journal delete 00000000-0000-4000-8000-000000000001")
    #expect(try push("--format json").output == #"{"rows":2,"requests":1,"seq":14}"# + "\n")
    let got = try server.got()
    #expect(got.count == 2)
    #expect(try got.last?.rows == changes("--since 12"))
    #expect(got.last?.rows.last?.contains(#""change":"deleted""#) == true)
  }

  /// Chosen fields have a cursor of their own, and what is sent again is the same.
  @Test func chosenFieldsOfWhatIsNewArrive() throws {
    let call = "--type bodyMass --columns kg=value,startDate=start"
    try server.script("503")
    #expect(try push(call + " --retries 0").code == 5)
    #expect(try push(call).output == "pushed 2 rows in 1 request to \(address) up to line 12\n")
    #expect(try push(call).output == "nothing new for \(address) up to line 12\n")
    try save()
    _ = try scratch.run("health-journal delete 00000000-0000-4000-8000-000000000001")
    #expect(try push(call).code == 0)
    let got = try server.got()
    #expect(got.map(\.rows.count) == [2, 2, 1] && got[0] == got[1])
    #expect(got[2].rows[0].contains(#""kg":70"#) && !got[2].rows[0].contains("uuid"))
    #expect(try push("--type bodyMass --columns kg=value").output.contains("pushed 2 rows"))
  }

  @Test func batchesHoldWholeLinesAndKeysOfTheirOwn() throws {
    #expect(try push("--batch 2").code == 0)
    let got = try server.got()
    // Line 5 holds three samples.
    #expect(got.map(\.rows.count) == [1, 3, 2, 2, 2, 1])
    #expect(try got.flatMap(\.rows) == changes())
    #expect(Set(got.map(\.key)).count == got.count)
    #expect(got.allSatisfy { $0.key.count == 64 })
  }

  @Test(arguments: ["408", "425", "429", "429 Retry-After=1", "500", "503", "cut", "slow 30"])
  func whatMayPassIsTriedAgain(_ answer: String) throws {
    try server.script(answer)
    let outcome = try push("--retries 1 --timeout \(answer.hasPrefix("slow") ? 1 : 20)")
    #expect(outcome.code == 0)
    #expect(outcome.complaints.count == 1 && outcome.errors.contains("; trying again in "))
    let got = try server.got()
    #expect(got.count == 2 && got[0] == got[1])
    #expect(try cursors.first?.contains(#""seq":12,"#) == true)
    #expect(try cursors.first?.contains("pending") == false)
  }

  @Test(arguments: ["400", "401", "403", "404", "409", "413", "422", "302 Location=/x", "301"])
  func whatWillNotPassIsNotTriedAgain(_ answer: String) throws {
    try server.script(answer)
    let outcome = try push()
    #expect(outcome.code == 4)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("\(address) answered \(answer.prefix(3))"))
    #expect(try server.got().count == 1)
    #expect(try cursors.first?.contains(#""seq":0,"#) == true)
    // Nobody asks for fewer rows: it is the same batch again, whatever came since.
    try save()
    #expect(try push().code == 0)
    #expect(try server.got()[1] == server.got()[0])
    #expect(try server.got().count == 3)
  }

  /// A challenge is refused at once, with what it says, whether headers were given or not.
  @Test(
    arguments: [
      "Basic_realm=\"a\"", "Bearer", "Bearer_error=\"invalid_token\"",
      "Digest_realm=\"a\",_nonce=\"b\"",
      "NTLM", "Negotiate", "Unheard_of=\"a\"", "",
    ], ["401", "407"]) func challengesAreAnswers(_ challenge: String, _ status: String) throws
  {
    let name = status == "401" ? "WWW-Authenticate" : "Proxy-Authenticate"
    let answer = challenge.isEmpty ? status : "\(status) \(name)=\(challenge)"
    try server.script(answer, answer)
    for options in ["", "--header 'Authorization: Basic YTpi'"] {
      let outcome = try push("--timeout 9 \(options)")
      #expect(outcome.code == 4 && outcome.complaints.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("\(address) answered \(status)"), "\(outcome.errors)")
    }
    #expect(try server.got().count == 2)
  }

  /// What is no HTTP comes from somebody who has the rows and the headers: it is not tried again,
  /// and nobody says that nothing was sent.
  @Test(arguments: [
    "220 mail.example.org ESMTP\\r\\n", "hello",
    "HTTP/1.1 000 N\\r\\nContent-Length: 0\\r\\n\\r\\n",
    "HTTP/9.9 200 OK\\r\\n\\r\\n", "HTTP/1.1\\r\\n\\r\\n", "\\r\\n\\r\\n",
    "SSH-2.0-OpenSSH\\r\\n", "HTTP/1.1 twohundred OK\\r\\n\\r\\n",
  ]) func anAnswerThatIsNotHTTPMayHaveTheRows(_ answer: String) throws {
    try server.script("raw " + answer)
    let outcome = try push("--retries 1")
    #expect(!outcome.errors.contains("nothing was sent"), "\(outcome.errors)")
    #expect(outcome.code == 5 && outcome.errors.contains("may have arrived"), "\(outcome.errors)")
    #expect(outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(try server.got().count == 1)
    // The same batch, once the address is right.
    #expect(try push().code == 0)
    #expect(try server.got()[1] == server.got()[0])
  }

  @Test func whatIsTooLargeCanBeMadeSmaller() throws {
    try server.script("413", "413")
    #expect(try push().code == 4)
    #expect(try push("--batch 3").code == 4)
    #expect(try push("--batch 1").code == 0)
    let got = try server.got()
    #expect(got.map(\.rows.count) == [11, 1, 1, 3, 2, 1, 1, 1, 1, 1])
    #expect(try got[2...].flatMap(\.rows) == changes())
  }

  /// Lines that were written after a restore have the numbers of lines that are gone.
  @Test(arguments: ["200", "503"]) func linesThatAreGoneAreNoticed(_ answer: String) throws {
    let journal = "home/.local/share/health-journal/health.journal"
    _ = try scratch.run("cp -a \(journal) copy")
    try save()
    try save()
    try server.script(answer)
    _ = try push("--retries 0")
    _ = try scratch.run("rm -r \(journal) && cp -a copy \(journal)")
    for _ in 1...3 { try save() }
    let outcome = try push()
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("line 14 is not the line that it was"), "\(outcome.errors)")
    #expect(outcome.errors.contains("give --cursor NAME"))
    #expect(try push("--cursor anew").code == 0)
    let got = try server.got()
    #expect(got.count == 2 && got[0].key != got[1].key)
    #expect(try got[1].rows == changes())
  }

  @Test func theSameNumbersOfOtherLinesAreAnotherBatch() throws {
    let journal = "home/.local/share/health-journal/health.journal"
    _ = try scratch.run("cp -a \(journal) copy")
    for _ in 1...2 {
      try save()
      #expect(try push().code == 0)
      _ = try scratch.run("rm -r \(journal) home/.local/state && cp -a copy \(journal)")
    }
    let keys = try server.got().map(\.key)
    #expect(keys.count == 2 && keys[0] != keys[1])
  }

  @Test func aReaderGetsWhatItMaySee() throws {
    let app = "com.example.app"
    let authorize = "health-journal authorize \(app) --read bodyMass --deny-read stepCount"
    #expect(try scratch.run(authorize).code == 0)
    #expect(try push("--as \(app)").code == 0)
    let seen = try changes("--as \(app)")
    #expect(try server.got().map(\.rows) == [seen])
    #expect(!seen.contains { $0.contains("StepCount") })
    // The owner's push is another one.
    #expect(try push().code == 0)
    #expect(try server.got().map(\.rows.count) == [seen.count, 11])
    #expect(try push("--as \(app) --type height").code == 4)
  }

  @Test func whoGivesUpLosesNothing() throws {
    try server.script("503", "503")
    let outcome = try push("--retries 1")
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("push again"))
    try save()
    // The batch that was tried keeps its bounds and its rows; what came since follows.
    #expect(try push().code == 0)
    let got = try server.got()
    #expect(got.count == 4)
    #expect(Set(got[..<3]).count == 1)
    #expect(got[3].rows.count == 1 && got[3].key != got[0].key)
    #expect(try got[2...].flatMap(\.rows) == changes())
  }

  @Test func aBatchStaysWhatItWasWhenItsObjectsAreDeleted() throws {
    try server.script("503")
    #expect(try push("--retries 0").code == 5)
    _ = try scratch.run("health-journal delete 00000000-0000-4000-8000-000000000001")
    #expect(try push().code == 0)
    let got = try server.got()
    #expect(got.count == 3 && got[0] == got[1])
    #expect(try got[2].rows == changes("--since 12"))
  }

  @Test func killedInTheMiddleNothingIsLost() throws {
    try server.script("200", "200", "slow 30")
    let pusher = try Client(scratch, "push \(address) --batch 2")
    try server.wait(for: 3)
    pusher.kill()
    try save()
    #expect(try push("--batch 100").code == 0)
    let got = try server.got()
    #expect(got.count == 5)
    // The third request came twice, the same both times; nothing else did.
    #expect(got[2] == got[3])
    #expect(Set(got.map(\.key)).count == 4)
    #expect(try (got[..<3] + got[4...]).flatMap(\.rows) == changes())
  }

  @Test func twoAtOnceToTheSamePlaceAreOneTooMany() throws {
    try server.script("slow 30")
    let first = try Client(scratch, "push \(address)")
    try server.wait(for: 1)
    let second = try push()
    #expect(second.code == 5)
    #expect(second.errors.contains("another push to \(address) is in progress"))
    #expect(try push("--cursor other").code == 0)
    first.kill()
  }

  @Test func eachAddressTypeAndNameHasACursor() throws {
    for options in ["", "--type bodyMass", "--type stepCount", "--cursor two"] {
      #expect(try push(options).code == 0)
      #expect(try push(options).output.hasPrefix("nothing new"))
    }
    #expect(try server.got().map(\.rows.count) == [11, 2, 3, 11])
    #expect(Set(try server.got().map(\.key)).count == 4)
    let elsewhere = "XDG_STATE_HOME=$DIR/state health-journal push \(address) --type heartRate"
    #expect(try scratch.run("\(elsewhere) && ls state/health-journal/push/*.json").code == 0)
    #expect(try cursors.count == 4)
  }

  @Test func secretsStayWhereTheyAre() throws {
    try scratch.write("# of the study\nAuthorization: Bearer s3cret\r\n\n", to: "token")
    let outcome = try scratch.run(
      "health-journal push '\(address)?token=s3cret' --header-file token --header 'X-Study: 7'")
    #expect(outcome.code == 0)
    #expect(try server.got().first?.authorization == "Bearer s3cret")
    #expect(try server.got().first?.path == "/rows?token=s3cret")
    #expect(!outcome.output.contains("s3cret"))
    #expect(try !cursors.joined().contains("s3cret"))
    // Another token is no other place.
    #expect(try push().output.hasPrefix("nothing new"))
    try #require(try cursors.count == 1)
    try scratch.write("Authorization s3cret", to: "token")
    let bad = try scratch.run("health-journal push \(address) --header-file token")
    #expect(bad.code == 2)
    #expect(bad.errors.contains("token, line 1") && !bad.errors.contains("s3cret"))
  }

  @Test func anAnswerObeysNobody() throws {
    try server.script("body 400 \\e[31mred \\e]0;title")
    let outcome = try push()
    #expect(outcome.errors.contains("\\u{1B}[31mred") && !outcome.errors.contains("\u{1B}"))
    try server.script("flood")
    #expect(try push().code == 0)
    try server.script("429 Retry-After=86400")
    try save()
    let late = try push()
    #expect(late.code == 5 && late.errors.contains("86400 s"))
    let date = try scratch.run("LC_ALL=C date -u -d '+2 hours' '+%a,_%d_%b_%Y_%H:%M:%S_GMT'")
    try server.script("503 Retry-After=\(date.output.dropLast())")
    let later = try push()
    #expect(later.code == 5 && later.errors.contains("left alone for 7"), "\(later.errors)")
  }

  @Test func aCertificateThatNobodyVouchesForIsRefused() throws {
    let made = try scratch.run(
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 2 -subj /CN=localhost "
        + "-addext subjectAltName=IP:127.0.0.1,DNS:localhost && cat key cert > both")
    try #require(made.code == 0, "\(made.errors)")
    let trap = try BackEnd(scratch, certificate: "both")
    let outcome = try scratch.run("health-journal push https://localhost:\(trap.port)/rows")
    #expect(outcome.code == 5)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("cannot be trusted"), "\(outcome.errors)")
    #expect(try trap.got().isEmpty)
  }

  @Test func aViewIsPushedAsItIsNow() throws {
    let view = "samples --type stepCount --from 2026-03-01 --source 'Ana’s Watch'"
    let outcome = try scratch.run("health-journal \(view) --format json")
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let expected = try #require(rows as? [[String: Any]]).map(BackEnd.text)
    #expect(expected.count == 2)
    let pushed = try scratch.run("health-journal push \(address) \(view) --batch 1")
    #expect(pushed.output == "pushed 2 rows in 2 requests to \(address)\n")
    #expect(try server.got().map(\.rows) == expected.map { [$0] })
    #expect(
      try push("samples --type stepCount --format json").output == #"{"rows":3,"requests":1}"#
        + "\n")
    #expect(try push("samples --type stepCount").code == 0)
    let keys = try server.got().map(\.key)
    #expect(Set(keys).count == 3 && keys[2] == keys[3])
    let nothing = try push("samples --type height")
    #expect(nothing.code == 0 && nothing.output == "nothing new for \(address)\n")
    #expect(try push("samples --cursor a").code == 2)
    #expect(try push("--from today").code == 2)
    #expect(try push("smaples").code == 2)
  }

  @Test func partsAndVersionsOfAViewHaveKeysOfTheirOwn() throws {
    let mass = "samples --type bodyMass --columns value"
    let uuid = UUID().uuidString
    for step in ["save bodyMass 71.9 kg --uuid \(uuid)", "delete \(uuid)"] {
      #expect(try push("\(mass) --batch 1").code == 0)
      #expect(try scratch.run("health-journal \(step)").code == 0)
    }
    #expect(try push("\(mass) --batch 1").code == 0)
    let got = try server.got()
    // Two rows, three of which two are equal, the first two again.
    #expect(got.count == 7)
    #expect(Set(got.map(\.key)).count == got.count)
    #expect(Set(got.map(\.rows)).count == 2)
  }

  @Test func aDryRunSendsNothingAndMovesNothing() throws {
    let outcome = try push("--dry-run --type heartRate")
    #expect(outcome.code == 0)
    let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    #expect(
      try (rows as? [[String: Any]])?.map(BackEnd.text) == changes("--type heartRate"))
    #expect(try server.got().isEmpty)
    #expect(try push("--type heartRate").code == 0)
    #expect(outcome.errors.contains(try #require(try server.got().first).key))
  }

  @Test func whatIsNoAddressToTheOtherProgramIsNotTriedAgain() throws {
    let outcome = try scratch.run("health-journal push 'https://[.]/rows'")
    #expect(outcome.code == 2)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.errors.contains("the address cannot be read; nothing was sent"))
  }

  /// What leaves and what does not, by the answers of a program in the place of the one that speaks
  /// HTTP.
  @Test(arguments: [
    ([#"{"untrusted":"no"}"#], "nothing was sent"),
    ([#"{"noAnswer":"cut"}"#, #"{"untrusted":"no"}"#], "an earlier try may have arrived"),
    ([#"{"foreign":"odd"}"#], "may have arrived"), (["broken"], "is not known"),
    ([#"{"status":503}"#, #"{"unreadable":"no"}"#], "an earlier try may have arrived"),
    ([#"{"status":200}"#, #"{"untrusted":"no"}"#], "those before it have arrived"),
    ([#"{"status":200}"#, #"{"noAnswer":"cut"}"#, #"{"untrusted":"no"}"#], "an earlier try may"),
  ]) func nothingIsSaidToBeUnsentThatMayHaveLeft(_ answers: [String], _ words: String) throws {
    try scratch.write(answers.joined(separator: "\n") + "\n", to: "answers")
    // The shell writes the program: what this process has open for writing, children of other tests
    // may hold, and then it cannot be started.
    let outcome = try scratch.run(
      #"""
      mkdir bin && cp '\#(Program.path)' bin/ && cd bin &&
      printf '#!/bin/sh\ncat > /dev/null\nhead -1 ../answers\nsed -i 1d ../answers\n' > health-journal-http &&
      chmod +x health-journal-http && ./health-journal push \#(address) --batch 1
      """#)
    #expect([2, 5].contains(outcome.code) && outcome.errors.contains(words), "\(outcome.errors)")
    let isSure = answers.count == 1 && answers[0].contains("untrusted")
    #expect(outcome.errors.contains("nothing was sent") == isSure)
    #expect(scratch.bytes("answers").isEmpty)
  }

  /// What the shell has open is read as a header file; it is how a secret reaches a program from
  /// another.
  @Test func headersMayComeThroughAPipe() throws {
    let outcome = try scratch.run(
      "echo 'Authorization: Bearer piped' | health-journal push \(address) --header-file /dev/stdin"
    )
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try server.got().first?.authorization == "Bearer piped")
  }

  @Test func withoutTheOtherProgramItSaysHowToBuildIt() throws {
    _ = try scratch.run("mkdir bin && cp '\(Program.path)' bin/")
    let outcome = try scratch.run("PATH=/usr/bin:/bin bin/health-journal push \(address)")
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("swift build --product health-journal-http"))
  }

  /// What `push` costs the other commands: nothing. Foundation alone takes longer to load than they
  /// run.
  @Test func onlyTheOtherProgramLinksFoundation() throws {
    let other = Program.path + "-http"
    for (path, links) in [(Program.path, false), (other, true)] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect((bytes.range(of: Data("libFoundation".utf8)) != nil) == links, "\(path)")
    }
  }
}
