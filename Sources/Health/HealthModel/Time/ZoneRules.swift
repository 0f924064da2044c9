/// The rules of one time zone: the offset of its clocks at any instant. `DayCalendar` gives the
/// instants of its days.
///
/// ```swift
/// let paris = try ZoneRules(name: "Europe/Paris", tzif: bytes)
/// paris.offset(at: Instant(wholeSeconds: 1_795_158_000))  // 3600
/// ```
///
/// It is a value: nothing here reads files; a loader passes the bytes. Source: RFC 9636 (TZif).
public struct ZoneRules: Sendable {
  /// The zone's IANA name, `UTC`, or a fixed offset such as `+05:30`.
  ///
  /// `ZoneRules.utc.name` is `"UTC"`.
  public let name: String

  /// The offset before the first transition, seconds east of UTC.
  private let initial: Int32
  /// Seconds since 1970-01-01T00:00:00Z, ascending.
  private let transitions: [Int64]
  /// The offset from each transition on, seconds east of UTC.
  private let offsets: [Int32]
  /// The rule after the last transition.
  private let rule: PosixRule?

  /// Reads the zone that a TZif file describes.
  ///
  /// `try ZoneRules(name: "Europe/Paris", tzif: bytes).name` is `"Europe/Paris"`. It reads versions
  /// 1 to 4, the 64-bit data and the footer if there are any; it refuses files that count leap
  /// seconds. Without a footer the last offset stays for ever.
  ///
  /// - Throws: `ZoneProblem`, for any bytes; it never traps.
  package init(name: String, tzif: [UInt8]) throws(ZoneProblem) {
    guard Self.isValidName(name) else { throw .invalidName(name) }
    let file = try TZifFile(tzif)
    self.name = name
    initial = file.initial
    transitions = file.transitions
    offsets = file.offsets
    rule = file.rule
  }

  /// Creates a zone that never changes its clocks.
  private init(name: String, offset: Int32) {
    self.name = name
    initial = offset
    transitions = []
    offsets = []
    rule = nil
  }

  /// Coordinated universal time: every day has 24 hours.
  ///
  /// `ZoneRules.utc.offset(at: .epoch)` is `0`.
  public static let utc = ZoneRules(name: "UTC", offset: 0)

  /// Returns a zone with one offset for ever, named after it.
  ///
  /// `ZoneRules.fixed(offsetSeconds: 19_800).name` is `"+05:30"`. Seconds east of UTC, −86,399 to
  /// 86,399; anything else is a programmer's error and traps.
  public static func fixed(offsetSeconds: Int) -> ZoneRules {
    precondition(abs(offsetSeconds) < 86_400, "an offset of a day or more")
    let seconds = abs(offsetSeconds)
    var name: [UInt8] = [offsetSeconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
    name.append(twoDigits: seconds / 3600)
    name.append(UInt8(ascii: ":"))
    name.append(twoDigits: seconds / 60 % 60)
    if seconds % 60 != 0 {
      name.append(UInt8(ascii: ":"))
      name.append(twoDigits: seconds % 60)
    }
    return ZoneRules(name: String(decoding: name, as: UTF8.self), offset: Int32(offsetSeconds))
  }

  /// Creates a zone whose name states its offset, as `GMT+0200`; nil if it states none, see
  /// `ZoneNames`.
  package init?(offsetName name: String) {
    guard let offset = ZoneNames.offset(of: name) else { return nil }
    self.init(name: name, offset: Int32(offset))
  }

  /// Returns true if a name is safe to look up in a directory of zone files.
  ///
  /// `isValidName("America/Argentina/Ushuaia")` is true; `isValidName("../etc/passwd")`,
  /// `isValidName("/etc/passwd")` and `isValidName("")` are false. A valid name has ASCII letters,
  /// digits and `+-_`, in parts divided by single slashes; 1 to 64 bytes.
  package static func isValidName(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    var isInPart = false
    for byte in name.utf8 {
      let isSlash = byte == UInt8(ascii: "/")
      guard isSlash ? isInPart : byte.isNameByte else { return false }
      isInPart = !isSlash
    }
    return isInPart
  }

  /// Returns the seconds by which the clocks are ahead of UTC at an instant; negative in the west.
  ///
  /// `ZoneRules.fixed(offsetSeconds: 60).offset(at: .epoch)` is `60`. −89,999 to 93,599.
  /// O(log n) in the number of transitions.
  public func offset(at instant: Instant) -> Int {
    Int(span(at: instant.wholeSeconds).offset)
  }

  /// Returns the date that the clocks show at an instant, as days since 1970-01-01.
  ///
  /// `ZoneRules.utc.localDay(of: Instant(microseconds: -1))` is `-1`. `DayCalendar` gives the day
  /// that an instant belongs to. O(log n) in the number of transitions.
  public func localDay(of instant: Instant) -> Int {
    let seconds = instant.wholeSeconds
    return Int((seconds + span(at: seconds).offset).floorDivided(by: 86_400))
  }

  /// Returns the first instant at which the clocks have reached a time of a date:
  /// `DayCalendar.start(of:)`.
  func start(ofDay dayNumber: Int, at time: ClockTime) -> Instant {
    // Instants end 106,751,991 days from 1970; a little more keeps the sums below small.
    let day = Int64(min(max(dayNumber, -106_752_000), 106_752_000))
    return Instant(wholeSeconds: firstMoment(showing: day * 86_400 + Int64(time.seconds)).reached)
  }

  /// Returns the instant at which the clocks show a date and time that someone typed.
  ///
  /// In Paris 02:30 on 2026-10-25, which comes twice, is the earlier one (00:30 UTC); 02:30 on
  /// 2026-03-29, which does not come, is 03:30, as late after the change as 02:30 would have been.
  /// Hour 0 to 24, minute 0 to 59, second 0 to 60; anything else traps. Source:
  /// `java.time.ZonedDateTime.ofLocal`.
  public func instant(of date: CivilDate, hour: Int, minute: Int, second: Int) -> Instant {
    precondition(
      (0...24).contains(hour) && (0...59).contains(minute) && (0...60).contains(second),
      "a time that no clock shows")
    let day = Int64(min(max(date.dayNumber, -106_752_000), 106_752_000))
    let local = day * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return Instant(wholeSeconds: firstMoment(showing: local).counted)
  }

  /// Returns the moments after one, up to another, at which the clocks change.
  package func changes(after first: Instant, upTo last: Instant) -> [Instant] {
    var changes: [Instant] = []
    var next = span(at: first.wholeSeconds).end
    while next <= last.wholeSeconds {
      changes.append(Instant(wholeSeconds: next))
      next = span(at: next).end
    }
    return changes
  }

  /// Returns the span of unchanged offset around a moment in seconds since 1970.
  func span(at seconds: Int64) -> OffsetSpan {
    let index = firstTransition(after: seconds)
    if index == transitions.count, let rule {
      var span = rule.span(at: seconds)
      if let last = transitions.last { span.start = max(span.start, last) }
      return span
    }
    return OffsetSpan(
      start: index == 0 ? .min : transitions[index - 1],
      end: index == transitions.count ? .max : transitions[index],
      offset: Int64(index == 0 ? initial : offsets[index - 1]))
  }

  /// Returns the index of the first transition later than a moment.
  private func firstTransition(after seconds: Int64) -> Int {
    transitions.indices.partitioningIndex { transitions[$0] > seconds }
  }

  /// Returns the first moment at which the clocks have reached a reading, in two ways of counting
  /// that differ only if the clocks jump over it: `reached` is the jump itself, `counted` goes on
  /// with the offset before the jump.
  private func firstMoment(showing local: Int64) -> (reached: Int64, counted: Int64) {
    // No offset is as large as 26 hours, so at this moment the reading is still ahead.
    var span = span(at: local - 93_600)
    while true {
      let moment = local - span.offset
      if moment < span.end { return (moment, moment) }
      let next = self.span(at: span.end)
      if span.end + next.offset > local { return (span.end, moment) }
      span = next
    }
  }
}

/// Names of time zones that mean something whatever zone files a system has: offsets as programs
/// write them, and names that mean the same zone as another name.
///
/// ```swift
/// ZoneNames.offset(of: "GMT+0200")        // 7200: two hours east
/// ZoneNames.offset(of: "Etc/GMT-2")       // 7200 too, for IANA counts westwards there
/// ZoneNames.others(for: "Asia/Calcutta")  // ["Asia/Kolkata"]
/// ```
package enum ZoneNames {
  /// Returns the offset that a name states, in seconds east of UTC; nil if it states none.
  ///
  /// The names are `GMT`, `UTC` and IANA's other names of them; these or nothing with a sign and
  /// `h`, `hh`, `hhmm`, `h:mm` or `hh:mm`, up to 18 hours, as Foundation writes `GMT+0200`; and
  /// `Etc/GMT±h`. Source: Foundation's `TimeZone.identifier`; IANA's `etcetera` for the sign of
  /// `Etc/`.
  package static func offset(of name: String) -> Int? {
    var text = name[...]
    let isOfIANA = text.hasPrefix("Etc/")
    if isOfIANA { text = text.dropFirst(4) }
    if zero.contains(String(text)) { return 0 }
    let base = text.prefix(3)
    if base == "GMT" || base == "UTC" && !isOfIANA { text = text.dropFirst(3) }
    guard let sign = text.popFirst(), sign == "+" || sign == "-", let seconds = seconds(text)
    else { return nil }
    guard isOfIANA else { return sign == "-" ? -seconds : seconds }
    let most = (sign == "-" ? 14 : 12) * 3600
    guard base == "GMT", text.utf8.count <= 2, seconds <= most else { return nil }
    return sign == "-" ? seconds : -seconds
  }

  private static let zero: Set = [
    "GMT", "UTC", "UCT", "Zulu", "Universal", "Greenwich", "GMT0", "Z",
  ]

  /// Returns the seconds of `2`, `02`, `0230`, `2:30` or `02:30`.
  private static func seconds(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isLong = parts.count == 1 && text.utf8.count == 4
    let fields = isLong ? [text.prefix(2), text.suffix(2)] : parts
    guard (1...2).contains(fields.count), (1...2).contains(fields[0].utf8.count),
      fields.count == 1 || fields[1].utf8.count == 2,
      fields.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = fields.compactMap { Int($0) }
    let (hours, minutes) = (numbers[0], numbers.count > 1 ? numbers[1] : 0)
    guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return nil }
    return hours * 3600 + minutes * 60
  }

  /// Returns the other names of a zone, first the one that IANA prefers: its clocks have been the
  /// same since 1970. Empty if the name has no others.
  package static func others(for name: String) -> [String] {
    for line in links.split(separator: "\n") {
      let names = line.split(separator: " ")
      if names.contains(where: { $0 == name }) {
        return names.filter { $0 != name }.map(String.init)
      }
    }
    return []
  }

  /// The names of each zone in a line: the name that IANA prefers, and the links to it.
  ///
  /// Source: IANA's `backward`, release 2026c, without the links to UTC and GMT.
  private static let links = """
    Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Conakry Africa/Dakar \
      Africa/Freetown Africa/Lome Africa/Nouakchott Africa/Ouagadougou Africa/Timbuktu \
      Atlantic/Reykjavik Atlantic/St_Helena Iceland
    Africa/Cairo Egypt
    Africa/Johannesburg Africa/Maseru Africa/Mbabane
    Africa/Lagos Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa \
      Africa/Libreville Africa/Luanda Africa/Malabo Africa/Niamey Africa/Porto-Novo
    Africa/Maputo Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Kigali \
      Africa/Lubumbashi Africa/Lusaka
    Africa/Nairobi Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam \
      Africa/Djibouti Africa/Kampala Africa/Mogadishu Indian/Antananarivo Indian/Comoro \
      Indian/Mayotte
    Africa/Tripoli Libya
    America/Adak America/Atka US/Aleutian
    America/Anchorage US/Alaska
    America/Argentina/Buenos_Aires America/Buenos_Aires
    America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca
    America/Argentina/Cordoba America/Cordoba America/Rosario
    America/Argentina/Jujuy America/Jujuy
    America/Argentina/Mendoza America/Mendoza
    America/Chicago CST6CDT US/Central
    America/Denver America/Shiprock MST7MDT Navajo US/Mountain
    America/Detroit US/Michigan
    America/Edmonton America/Yellowknife Canada/Mountain
    America/Halifax Canada/Atlantic
    America/Havana Cuba
    America/Indiana/Indianapolis America/Fort_Wayne America/Indianapolis US/East-Indiana
    America/Indiana/Knox America/Knox_IN US/Indiana-Starke
    America/Iqaluit America/Pangnirtung
    America/Jamaica Jamaica
    America/Kentucky/Louisville America/Louisville
    America/Los_Angeles PST8PDT US/Pacific
    America/Manaus Brazil/West
    America/Mazatlan Mexico/BajaSur
    America/Mexico_City Mexico/General
    America/New_York EST5EDT US/Eastern
    America/Noronha Brazil/DeNoronha
    America/Nuuk America/Godthab
    America/Panama America/Atikokan America/Cayman America/Coral_Harbour EST
    America/Phoenix America/Creston MST US/Arizona
    America/Puerto_Rico America/Anguilla America/Antigua America/Aruba America/Blanc-Sablon \
      America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Kralendijk \
      America/Lower_Princes America/Marigot America/Montserrat America/Port_of_Spain \
      America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas \
      America/St_Vincent America/Tortola America/Virgin
    America/Regina Canada/Saskatchewan
    America/Rio_Branco America/Porto_Acre Brazil/Acre
    America/Santiago Chile/Continental
    America/Sao_Paulo Brazil/East
    America/St_Johns Canada/Newfoundland
    America/Tijuana America/Ensenada America/Santa_Isabel Mexico/BajaNorte
    America/Toronto America/Montreal America/Nassau America/Nipigon America/Thunder_Bay \
      Canada/Eastern
    America/Vancouver Canada/Pacific
    America/Whitehorse Canada/Yukon
    America/Winnipeg America/Rainy_River Canada/Central
    Asia/Ashgabat Asia/Ashkhabad
    Asia/Bangkok Asia/Phnom_Penh Asia/Vientiane Indian/Christmas
    Asia/Dhaka Asia/Dacca
    Asia/Dubai Asia/Muscat Indian/Mahe Indian/Reunion
    Asia/Ho_Chi_Minh Asia/Saigon
    Asia/Hong_Kong Hongkong
    Asia/Jerusalem Asia/Tel_Aviv Israel
    Asia/Kathmandu Asia/Katmandu
    Asia/Kolkata Asia/Calcutta
    Asia/Kuching Asia/Brunei
    Asia/Macau Asia/Macao
    Asia/Makassar Asia/Ujung_Pandang
    Asia/Nicosia Europe/Nicosia
    Asia/Qatar Asia/Bahrain
    Asia/Riyadh Antarctica/Syowa Asia/Aden Asia/Kuwait
    Asia/Seoul ROK
    Asia/Shanghai Asia/Chongqing Asia/Chungking Asia/Harbin PRC
    Asia/Singapore Asia/Kuala_Lumpur Singapore
    Asia/Taipei ROC
    Asia/Tehran Iran
    Asia/Thimphu Asia/Thimbu
    Asia/Tokyo Japan
    Asia/Ulaanbaatar Asia/Choibalsan Asia/Ulan_Bator
    Asia/Urumqi Asia/Kashgar
    Asia/Yangon Asia/Rangoon Indian/Cocos
    Atlantic/Faroe Atlantic/Faeroe
    Australia/Adelaide Australia/South
    Australia/Brisbane Australia/Queensland
    Australia/Broken_Hill Australia/Yancowinna
    Australia/Darwin Australia/North
    Australia/Hobart Australia/Currie Australia/Tasmania
    Australia/Lord_Howe Australia/LHI
    Australia/Melbourne Australia/Victoria
    Australia/Perth Australia/West
    Australia/Sydney Australia/ACT Australia/Canberra Australia/NSW
    Europe/Athens EET
    Europe/Belgrade Europe/Ljubljana Europe/Podgorica Europe/Sarajevo Europe/Skopje \
      Europe/Zagreb
    Europe/Berlin Arctic/Longyearbyen Atlantic/Jan_Mayen Europe/Copenhagen Europe/Oslo \
      Europe/Stockholm
    Europe/Brussels CET Europe/Amsterdam Europe/Luxembourg MET
    Europe/Chisinau Europe/Tiraspol
    Europe/Dublin Eire
    Europe/Helsinki Europe/Mariehamn
    Europe/Istanbul Asia/Istanbul Turkey
    Europe/Kyiv Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye
    Europe/Lisbon Portugal WET
    Europe/London Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey GB GB-Eire
    Europe/Moscow W-SU
    Europe/Paris Europe/Monaco
    Europe/Prague Europe/Bratislava
    Europe/Rome Europe/San_Marino Europe/Vatican
    Europe/Warsaw Poland
    Europe/Zurich Europe/Busingen Europe/Vaduz
    Indian/Maldives Indian/Kerguelen
    Pacific/Auckland Antarctica/McMurdo Antarctica/South_Pole NZ
    Pacific/Chatham NZ-CHAT
    Pacific/Easter Chile/EasterIsland
    Pacific/Guadalcanal Pacific/Pohnpei Pacific/Ponape
    Pacific/Guam Pacific/Saipan
    Pacific/Honolulu HST Pacific/Johnston US/Hawaii
    Pacific/Kanton Pacific/Enderbury
    Pacific/Kwajalein Kwajalein
    Pacific/Pago_Pago Pacific/Midway Pacific/Samoa US/Samoa
    Pacific/Port_Moresby Antarctica/DumontDUrville Pacific/Chuuk Pacific/Truk Pacific/Yap
    Pacific/Tarawa Pacific/Funafuti Pacific/Majuro Pacific/Wake Pacific/Wallis
    """
}
