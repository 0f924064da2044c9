import ByteTools

/// Writes HTML. Tags and names of attributes are constants of the program. All text is escaped, and
/// control characters are spelled out, so that a name from a journal is never anything but text.
///
///     page.element(.p, [.class("note")]) { page in
///       page.text("Watch <1>")          // Watch &lt;1&gt;
///     }
package struct Page: Sendable {
  /// The elements that a report has.
  package enum Tag: String {
    case html, head, title, body, header, main, nav, section, footer, figure, figcaption
    case h1, h2, h3, p, div, a, ul, li, dl, dt, dd, details, summary, code, strong, span
    case table, caption, thead, tbody, tr, th, td
    case form, label, button, datalist, option
    case svg, text, g
  }

  /// The tags of elements without content.
  package enum EmptyTag: String {
    case meta, path, input
  }

  package struct Attribute {
    /// The name, as it is written.
    package let name: StaticString
    /// The value: any text.
    package let value: String

    package init(_ name: StaticString, _ value: String) {
      self.name = name
      self.value = value
    }

    package static func `class`(_ value: StaticString) -> Attribute {
      Attribute("class", value.description)
    }
  }

  /// The bytes written so far.
  package fileprivate(set) var bytes: [UInt8] = []

  package init() {}

  /// Writes an element, with the content that `body` writes.
  package mutating func element(
    _ tag: Tag, _ attributes: [Attribute] = [], _ body: (inout Page) throws -> Void
  ) rethrows {
    open(tag.rawValue, attributes)
    try body(&self)
    bytes.append(contentsOf: "</\(tag.rawValue)>".utf8)
    if Self.endsLine(tag) { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Writes an element with a text.
  package mutating func element(_ tag: Tag, _ attributes: [Attribute] = [], text: String) {
    element(tag, attributes) { $0.text(text) }
  }

  /// Writes an element without content.
  package mutating func element(_ tag: EmptyTag, _ attributes: [Attribute]) {
    open(tag.rawValue, attributes)
    // An SVG element that is not closed would take what follows as its content.
    bytes[bytes.count - 1] = UInt8(ascii: "/")
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes text that a reader sees unchanged.
  package mutating func text(_ text: String) {
    XMLText.append(TerminalText.escaped(text), to: &bytes)
  }

  /// Writes the style element, whose content alone is not escaped: a style is made of constants of
  /// the program, and of texts that it escapes itself.
  package mutating func style(_ style: Style) {
    bytes.append(contentsOf: "<style>\(style.text)</style>\n".utf8)
  }

  /// Writes the script element, whose content is not escaped either: a constant of the program.
  package mutating func script(_ text: String) {
    bytes.append(contentsOf: "<script>\(text)</script>\n".utf8)
  }

  /// Writes the first line of every page.
  package mutating func doctype() { bytes.append(contentsOf: "<!DOCTYPE html>\n".utf8) }

  /// Writes what another page has, which has escaped it.
  package mutating func append(_ other: Page) { bytes += other.bytes }

  private mutating func open(_ name: String, _ attributes: [Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    for attribute in attributes {
      bytes.append(contentsOf: " \(attribute.name)=\"".utf8)
      XMLText.append(TerminalText.escaped(attribute.value), to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
  }

  /// Lines end after blocks, so that two reports can be compared by line.
  private static func endsLine(_ tag: Tag) -> Bool {
    switch tag {
    case .a, .code, .strong, .span, .th, .td, .text, .g, .label, .button, .option, .dt: false
    default: true
    }
  }
}

/// The one style of a page, and its hash for the page's policy.
package struct Style {
  /// The whole style.
  package let text: String

  /// Creates the style of a report whose printed pages have texts at their heads: the person at the
  /// left, the period at the right. Each page has its number at its foot.
  package init(person: String, period: String) {
    let heads = [("top-left", person), ("top-right", period)].filter { !$0.1.isEmpty }
      .map { "@\($0){content:\(Self.quoted($1))}" }.joined()
    text = Self.palette + Self.text0 + Self.drawing + "@page{\(heads)}\n"
  }

  /// Creates the style of pages that lead to each other.
  private init(_ text: String) { self.text = text }

  /// The style of the pages of a viewer.
  package static let linked = Style(palette + text0 + drawing + links)

  /// Returns a text as a string of CSS: all but ASCII letters and digits is spelled by number, so
  /// that nothing in it ends the string or the element.
  private static func quoted(_ text: String) -> String {
    "\""
      + TerminalText.escaped(text).unicodeScalars.map { scalar in
        scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          ? String(scalar) : "\\" + String(scalar.value, radix: 16) + " "
      }.joined() + "\""
  }

  /// The value of `Content-Security-Policy`: nothing is loaded, nothing runs, this one style
  /// counts.
  package var policy: String {
    "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'"
  }

  /// The SHA-256 of the style's bytes in Base64, as CSP level 3 §2.3.1 has it.
  package var hash: String { SHA256.hash(Array(text.utf8).rawBytes).base64Text }

  /// Colours by what they mean; each has a value for paper and one for a dark screen.
  private static let palette = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#1a1c20;--soft:#565b65;--rule:#d5d8de;\
    --link:#0a55a5;--heart:#b3264a;--move:#23763f;--sleep:#4653a8;--body:#8a5a00;\
    --swim:#0b6f86;--heat0:#eceef2;--heat1:#c6e3cd;--heat2:#8cc79b;--heat3:#4c9f65;\
    --heat4:#1d6b37;--deep:#2c3576;--core:#5c6ac4;--rem:#3d95b8;--plain:#8d97a8;--awake:#d98a2b;\
    --low2:#8e1b1b;--low1:#d24545;--good:#3f9b54;--high1:#e3b92c;--high2:#dd7d14}
    @media screen and (prefers-color-scheme:dark){:root{\
    --paper:#15171b;--ink:#e8eaee;--soft:#a8aeb9;--rule:#3a3f48;--link:#86b8f2;--heart:#f0829c;--move:#74c98c;--sleep:#9aa6f0;\
    --body:#dcb05c;--swim:#62c3d8;--heat0:#262a31;--heat1:#1f4a2d;--heat2:#2c7042;\
    --heat3:#4c9f65;--heat4:#93dba7;--deep:#5361c9;--core:#8e9bee;--rem:#66c2e0;--plain:#78818f;\
    --awake:#eeb063;--low2:#c43d3d;--low1:#f08080;--good:#5cc077;--high1:#f0d060;--high2:#f0a040}}

    """

  private static let text0 = """
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,\
    "Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
    header,main,nav,footer{max-width:64rem;margin:0 auto;padding:0 1.25rem}
    header{padding-top:2rem}
    h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;font-weight:650}
    h2{font-size:1.25rem;line-height:1.3;margin:0 0 .25rem;font-weight:650}
    h3{font-size:1rem;margin:1.5rem 0 .25rem;font-weight:650}
    p{margin:.25rem 0 .75rem;max-width:46rem}
    a{color:var(--link)}
    section{border-top:1px solid var(--rule);padding:1.25rem 0 1.5rem}
    .lead{color:var(--soft);margin-bottom:.25rem}
    .note,figcaption,caption{color:var(--soft);font-size:.875rem}
    nav{padding-top:.75rem;padding-bottom:1rem}
    nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0;list-style:none;\
    font-size:.875rem}
    nav a{display:inline-block;padding:.2rem 0}
    .grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));\
    gap:1rem 2rem;align-items:start}
    .small{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.75rem,1fr));gap:1rem}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));\
    gap:.75rem;margin:.75rem 0}
    .tile{border:1px solid var(--rule);border-radius:.4rem;padding:.6rem .8rem}
    .tile h3{margin:0;font-size:.9375rem;font-weight:500;color:var(--soft)}
    .tile p{margin:0}.value{font-size:1.5rem;font-weight:650;line-height:1.3}
    .value span{font-size:.875rem;font-weight:400;color:var(--soft)}
    .tile svg{max-width:22rem;margin-top:.25rem}
    figure{margin:.75rem 0 0;min-width:0}
    figcaption{margin-top:.25rem}
    figcaption strong{color:var(--ink);font-weight:600}
    svg{display:block;width:100%;height:auto;max-width:34rem}
    svg text{font-size:11px;fill:var(--soft);font-variant-numeric:tabular-nums}
    .wide{overflow-x:auto}
    table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;\
    margin:.5rem 0;min-width:min(100%,24rem)}
    caption{text-align:left;padding-bottom:.25rem;max-width:min(46rem,calc(100vw - 2.5rem))}
    th,td{padding:.25rem .9rem .25rem 0;text-align:left;vertical-align:top;\
    border-bottom:1px solid var(--rule)}
    th:last-child,td:last-child{padding-right:0}
    thead th{color:var(--soft);font-weight:500;vertical-align:bottom}
    tbody th{font-weight:500}
    .n{text-align:right;white-space:nowrap}
    .w,.l{min-width:11rem}.w{overflow-wrap:anywhere}
    details{margin:.5rem 0}
    summary{cursor:pointer;color:var(--link);font-size:.875rem;width:fit-content;\
    padding:.15rem 0}
    dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1.25rem;\
    margin:.5rem 0;font-size:.875rem}
    dt{color:var(--soft)}
    dd{margin:0;min-width:0;overflow-wrap:anywhere}
    code{font:0.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;\
    overflow-wrap:anywhere}
    footer{border-top:1px solid var(--rule);padding-top:1rem;padding-bottom:2.5rem;\
    color:var(--soft);font-size:.875rem}

    """

  private static let links = """
    header,main,nav,footer{max-width:84rem}header nav{padding:0}.bar{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;\
    font-size:.875rem;margin:.5rem 0}
    form{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center;margin:.4rem 0;\
    font-size:.875rem}
    label{color:var(--soft);display:flex;gap:.4rem .6rem;align-items:center;min-width:0}
    input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);\
    border-radius:.25rem;padding:.2rem .4rem;max-width:100%;min-width:0;width:11rem}
    button{font:inherit;color:var(--link);background:none;border:1px solid var(--link);\
    border-radius:.25rem;padding:.2rem .7rem;cursor:pointer}
    a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible,\
    [tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    .t{white-space:nowrap}.skip{position:absolute;left:-99rem}.skip:focus{left:.5rem;top:.5rem;background:var(--paper)}
    .call{display:block;padding:.4rem .6rem;border:1px solid var(--rule);border-radius:.25rem}
    .past{border:2px solid var(--body);border-radius:.25rem;padding:.4rem .6rem}
    .fresh::before{content:"\\25cf\\a0";color:var(--move)}\
    .stale::before{content:"\\25cb\\a0";color:var(--body)}
    figure{margin-bottom:.75rem}.w{min-width:20rem}
    .hit{fill:transparent}svg a{cursor:pointer}svg a:hover *{opacity:.7}
    @media print{form,.skip{display:none}}

    """

  private static let drawing = """
    .axis{stroke:var(--rule);stroke-width:1;fill:none}
    .base{stroke:var(--soft);stroke-width:1;fill:none}
    .mid{text-anchor:middle}
    .end{text-anchor:end}
    .line{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
    .heart{stroke:var(--heart)}.move{stroke:var(--move)}.sleep{stroke:var(--sleep)}\
    .body{stroke:var(--body)}.swim{stroke:var(--swim)}
    .f-heart{fill:var(--heart)}.f-move{fill:var(--move)}\
    .f-body{fill:var(--body)}.f-swim{fill:var(--swim)}.f-sleep{fill:var(--sleep)}
    .pale{fill-opacity:.22}.paler{fill-opacity:.13}
    .dash{stroke-dasharray:3 3}
    .thick{stroke-width:3;stroke-linecap:butt}.fine{stroke-width:.7}.ink{stroke:var(--ink)}
    .low2{fill:var(--low2)}.low1{fill:var(--low1)}.good{fill:var(--good)}\
    .high1{fill:var(--high1)}.high2{fill:var(--high2)}.half{fill-opacity:.6}
    .dot{fill:none;stroke-width:4;stroke-linecap:round}.speck{stroke-width:2;stroke-opacity:.45}
    .h0{fill:var(--heat0)}.h1{fill:var(--heat1)}.h2{fill:var(--heat2)}.h3{fill:var(--heat3)}\
    .h4{fill:var(--heat4)}
    .deep{fill:var(--deep)}.core{fill:var(--core)}.rem{fill:var(--rem)}.plain{fill:var(--plain)}\
    .awake{fill:var(--awake)}
    @media(max-width:30rem){header,main,nav,footer{padding-left:.9rem;padding-right:.9rem}\
    .opt{display:none}th,td{padding-right:.6rem}caption{max-width:calc(100vw - 1.8rem)}\
    dl{grid-template-columns:1fr;gap:0}\
    dd{margin-bottom:.5rem}.w{min-width:8rem}.l{white-space:nowrap}}
    @page{margin:16mm 14mm;font:8pt system-ui,sans-serif;color:#565b65;\
    @bottom-right{content:counter(page) " / " counter(pages)}}
    @media print{html{font-size:9.5pt}nav,.jump{display:none}\
    header{padding-top:0}section{padding:.75rem 0 1rem}#overview{break-after:page;border-top:0}\
    #lines:not(:has(details[open])),#lines h3:not(:has(+ details[open])){display:none}\
    .small{grid-template-columns:repeat(7,1fr);gap:.5rem}\
    .tiles{grid-template-columns:repeat(3,1fr);gap:.5rem}.tile{padding:.35rem .5rem}\
    .value{font-size:1.25rem}\
    header,main,footer{max-width:none;padding-left:0;padding-right:0}\
    h2,h3,caption,summary{break-after:avoid}figure,tr{break-inside:avoid}\
    .wide{overflow:visible}.grid{grid-template-columns:1fr 1fr;gap:.25rem 1.5rem}caption{max-width:none}\
    table{font-size:8.5pt;width:100%;min-width:0}thead{display:table-header-group}\
    th,td{padding-right:.5rem}.n{white-space:normal}.w,.l{min-width:0;overflow-wrap:anywhere;\
    white-space:normal}tbody tr:first-child{break-before:avoid}\
    details:not([open]){display:none}a{color:inherit;text-decoration:none}}

    """
}
