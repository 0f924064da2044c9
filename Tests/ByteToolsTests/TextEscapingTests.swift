import ByteTools
import Testing

@Suite struct CSVTextTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
    ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""), ("=1+1", "'=1+1"), ("+1", "'+1"),
    ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "\"'\tx\""), ("\rx", "\"'\rx\""),
    ("\nx", "\"'\nx\""), ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("a=b", "a=b"), (" x ", " x "),
    ("'=1", "'=1"), ("é🏊", "é🏊"), ("\u{D4E}\"\u{301}", "\"\u{D4E}\"\"\u{301}\""),
    ("\u{D4E},\u{301}", "\"\u{D4E},\u{301}\""), ("\"=1\"", "\"\"\"=1\"\"\""),
  ])
  func cell(_ text: String, _ expected: String) {
    var output: [UInt8] = []
    CSVText.append(text: text, to: &output)
    #expect(output == Array(expected.utf8))
  }

  /// Each byte at each place: eight are looked at together.
  @Test func aPlainTextIsItsOwnCell() {
    var plain = 0
    for byte in UInt8(0)...0x7F {
      for place in 0..<20 {
        let scalars = String(repeating: "a", count: place) + String(Unicode.Scalar(byte))
        for text in [scalars, scalars + "bcd"] {
          var output: [UInt8] = []
          CSVText.append(text: text, to: &output)
          let isPrintable = (0x20..<0x7F).contains(byte)
          #expect(TerminalText.holdsUnsafe(text) == !isPrintable)
          #expect(
            CSVText.isPlain(text)
              == (isPrintable && output == Array(text.utf8) && text != " " && text != " bcd"))
          plain += CSVText.isPlain(text) ? 1 : 0
        }
      }
    }
    #expect(plain > 3000)
    #expect(!CSVText.isPlain("é") && CSVText.isPlain(""))
  }
}

@Suite struct ShellTextTests {
  @Test(arguments: [
    ("plain-1.0/a@b:c+d%,e", "plain-1.0/a@b:c+d%,e"), ("", "''"), ("a b", "'a b'"),
    ("a=b", "'a=b'"), ("Jo's", "'Jo'\\''s'"), ("a\\", "'a'\\\\''"),
    ("$(x)", "'$(x)'"), ("é", "'é'"),
    ("\u{D4E}'\u{301}", "'\u{D4E}'\\''\u{301}'"), ("~", "'~'"), ("-x", "-x"),
    ("-\u{7}a%\u{202E}b", "\"$(printf '\\055\\007a%%\\342\\200\\256b')\""),
  ])
  func word(_ text: String, _ expected: String) {
    #expect(Array(ShellText.word(text).utf8) == Array(expected.utf8))
  }
}

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("plain é 漢 🏊", "plain é 漢 🏊"), ("", ""),
    ("\u{1B}[31mred\u{1B}[0m", "\\u{1B}[31mred\\u{1B}[0m"),
    ("\u{1B}]0;title\u{07}", "\\u{1B}]0;title\\u{7}"), ("a\u{9B}2Jb", "a\\u{9B}2Jb"),
    ("a\r\nb\tc", "a\\u{D}\\u{A}b\\u{9}c"), ("\u{0}\u{7F}\u{80}", "\\u{0}\\u{7F}\\u{80}"),
    ("x\u{202E}gpj.exe", "x\\u{202E}gpj.exe"), ("\u{202A}\u{2066}", "\\u{202A}\\u{2066}"),
    ("\u{2069}\u{200E}\u{200F}\u{61C}", "\\u{2069}\\u{200E}\\u{200F}\\u{61C}"),
    ("\u{2028}\u{2029}\u{85}", "\\u{2028}\\u{2029}\\u{85}"), ("a\u{A0}b", "a\u{A0}b"),
    ("Max\u{E0001}\u{E0041}\u{E007F}", "Max\\u{E0001}\\u{E0041}\\u{E007F}"),
    ("\u{3164}\u{180E}\u{206A}\u{FFF9}", "\\u{3164}\\u{180E}\\u{206A}\\u{FFF9}"),
    ("क्\u{200D}ष ❤\u{FE0F} 葛\u{E0100}", "क्\u{200D}ष ❤\u{FE0F} 葛\u{E0100}"),
    ("back\\slash", "back\\slash"),
  ])
  func escaped(_ text: String, _ expected: String) {
    #expect(TerminalText.escaped(text) == expected)
  }

  @Test func nothingUnsafeIsLeft() {
    let all = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init)))
    let escaped = TerminalText.escaped(all)
    #expect(!escaped.unicodeScalars.contains { TerminalText.isUnsafe($0) })
    #expect(!escaped.utf8.contains { $0 < 0x20 || $0 == 0x7f })
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("カナ", 4),
    ("ｶﾅ", 2), ("Ａ", 2), ("🏊", 2), ("👩‍🚀", 2), ("🇫🇷", 2), ("❤️", 2), ("❤", 1), ("→", 1),
    ("a\u{200D}", 1), ("\u{1112}\u{1161}\u{11AB}", 2), ("…", 1), ("\u{A0}", 1), ("日a", 3),
  ])
  func width(_ text: String, _ columns: Int) {
    #expect(TerminalText.width(text) == columns)
  }
}

@Suite struct MarkdownTextTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a|b", "a\\|b"), ("a\\|b", "a\\\\\\|b"), ("`x`", "\\`x\\`"),
    ("**b** _i_ ~s~", "\\*\\*b\\*\\* \\_i\\_ \\~s\\~"),
    ("[a](javascript:b)", "\\[a\\](javascript:b)"), ("![i](u)", "!\\[i\\](u)"),
    ("<script>&amp;", "&lt;script&gt;&amp;amp;"), ("a\nb\r\nc\rd\te", "a b c d e"),
    ("a\u{2028}b", "a b"), ("\u{1B}[1m", "\\\\u{1B}\\[1m"), ("\u{202E}x", "\\\\u{202E}x"),
    ("é🏊漢", "é🏊漢"),
  ])
  func cell(_ text: String, _ expected: String) {
    #expect(MarkdownText.cell(text) == expected)
  }

  @Test func noRowIsEverBroken() {
    let all = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init)))
    let cell = MarkdownText.cell(all)
    #expect(!cell.unicodeScalars.contains { $0 == "\n" || $0 == "\r" || $0 == "<" })
    #expect(cell.contains("\\|"))
  }
}
