import HealthProjections

/// The names of checks, and what they say.
extension Word {
  static let checkZeroLength = Word("No length", "Ohne Dauer", "Sin duración")
  static let checkAbsurdLength = Word("Too long", "Zu lang", "Demasiado larga")
  static let checkDuplicates = Word("Copies", "Kopien", "Copias")
  static let checkImplausible = Word("Implausible", "Unplausibel", "Inverosímil")
  static let checkWholeSecond = Word("One second", "Eine Sekunde", "Un segundo")
  static let checkFuture = Word("Future", "Zukunft", "Futuro")
  static let checkLate = Word("Late", "Verspätet", "Tardía")
  static let checkGaps = Word("Gaps", "Lücken", "Huecos")
  static let checkWear = Word("Wear", "Tragezeit", "Uso del reloj")
  static let checkUnitChanges = Word("Units", "Einheiten", "Unidades")
  static let checkOverlaps = Word("Overlaps", "Überlappungen", "Solapamientos")
  static let checkUnknownValues = Word("Unknown values", "Unbekannte Werte", "Valores desconocidos")
  static let unknownValues = Word(
    "samples with a value that is not known here",
    "Messwerte mit einem Wert, der hier nicht bekannt ist",
    "mediciones con un valor que aquí no se conoce")
  static let countedAsAsleep = Word(
    "they count as sleep", "sie zählen als Schlaf", "cuentan como sueño")
  static let checkZones = Word("Time zones", "Zeitzonen", "Zonas horarias")
  static let unknownZone = Word(
    "of the time zone %1, which is not known here; days of %2 count in its place",
    "mit der Zeitzone %1, die hier nicht bekannt ist; es gelten die Tage von %2",
    "de la zona horaria %1, que aquí no se conoce; cuentan los días de %2")
  static let ahead = Word(
    "start after they were recorded or exported",
    "beginnen nach ihrer Aufzeichnung oder Ausgabe",
    "empiezan después de registrarse o exportarse")
  static let withoutLength = Word(
    "have no length, though they are measured over time",
    "haben keine Dauer, obwohl sie über eine Zeit gemessen werden",
    "no tienen duración, aunque se miden durante un tiempo")
  static let inOneSecond = Word(
    "start and end in the same second",
    "beginnen und enden in derselben Sekunde",
    "empiezan y acaban en el mismo segundo")
  static let tooLong = Word(
    "last longer than their type can",
    "dauern länger, als es bei ihrer Art möglich ist",
    "duran más de lo que su tipo permite")
  static let copies = Word(
    "further copies of equal ones; groups: %1",
    "weitere Kopien von gleichen; Gruppen: %1",
    "copias de otras iguales; grupos: %1")
  static let outside = Word("outside of %1", "außerhalb von %1", "fuera de %1")
  static let fromTo = Word("%1 to %2", "%1 bis %2", "%1 a %2")
  static let orMore = Word("%1 or more", "%1 oder mehr", "%1 o más")
  static let orLess = Word("%1 or less", "%1 oder weniger", "%1 o menos")
  static let later = Word(
    "recorded more than %1 h after their end",
    "mehr als %1 h nach ihrem Ende aufgezeichnet",
    "registradas más de %1 h después de su final")
  static let gaps = Word(
    "days without samples; gaps: %1",
    "Tage ohne Messwerte; Lücken: %1",
    "días sin mediciones; huecos: %1")
  static let shortDays = Word(
    "days with a watch worn for under %1 h; days in all: %2; median %3 h",
    "Tage, an denen eine Uhr unter %1 h getragen wurde; Tage insgesamt: %2; Median %3 h",
    "días con un reloj llevado menos de %1 h; días en total: %2; mediana %3 h")
  static let overlaps = Word(
    "pairs of sources that overlap; days with several sources: %1",
    "Paare von Quellen, die sich überlappen; Tage mit mehreren Quellen: %1",
    "pares de fuentes que se solapan; días con varias fuentes: %1")
  static let notCompared = Word(
    "sources not compared: %1", "nicht verglichene Quellen: %1", "fuentes no comparadas: %1")
  static let sharedEfforts = Word(
    "pairs of sources that recorded one effort, which counts once",
    "Paare von Quellen, die dasselbe aufgezeichnet haben; es zählt einmal",
    "pares de fuentes que registraron el mismo esfuerzo, que cuenta una vez")
  static let longerThanSpan = Word(
    "state more active time than there is; totals leave it out",
    "geben mehr aktive Zeit an, als es gibt; Summen lassen sie weg",
    "indican más tiempo activo del que hay; los totales lo omiten")
  static let unitChanges = Word(
    "changes of unit: %1", "Wechsel der Einheit: %1", "cambios de unidad: %1")
  static let ofUnit = Word("%1 in %2", "%1 in %2", "%1 en %2")
  static let severalMeasures = Word("several", "mehrere", "varias")
  static let findingLines = Word(
    "Lines behind these findings", "Zeilen hinter diesen Befunden", "Líneas de estos hallazgos")
  static let findingLinesCaption = Word(
    "The lines that hold what was found; where days or sources are counted, those of all "
      + "samples of the measure.",
    "Die Zeilen, in denen das Gefundene steht; wo Tage oder Quellen gezählt werden, die aller "
      + "Messwerte der Messgröße.",
    "Las líneas con lo hallado; donde se cuentan días o fuentes, las de todas las mediciones "
      + "de la medida.")
}

extension Words {
  /// The name of a check.
  func check(_ name: String) -> String {
    switch name {
    case "zeroLength": self(.checkZeroLength)
    case "absurdLength": self(.checkAbsurdLength)
    case "duplicates": self(.checkDuplicates)
    case "implausible": self(.checkImplausible)
    case "wholeSecond": self(.checkWholeSecond)
    case "future": self(.checkFuture)
    case "late": self(.checkLate)
    case "gaps": self(.checkGaps)
    case "wear": self(.checkWear)
    case "unitChanges": self(.checkUnitChanges)
    case "overlaps": self(.checkOverlaps)
    case "unknownValues": self(.checkUnknownValues)
    case "zones": self(.checkZones)
    default: name
    }
  }

  /// What a finding says of what it counts.
  func statement(_ statement: CheckStatement) -> String {
    switch statement {
    case .ahead: self(.ahead)
    case .withoutLength: self(.withoutLength)
    case .inOneSecond: self(.inOneSecond)
    case .tooLong: self(.tooLong)
    case .copies(let groups): self(.copies, number(groups))
    case .outside(let range): self(.outside, self.range(range))
    case .late(let hours): self(.later, exact(hours))
    case .gaps(let gaps): self(.gaps, number(gaps))
    case .shortDays(let hours, let days, let median):
      self(.shortDays, exact(hours), number(days), exact(median))
    case .overlaps(_, let days, let others):
      self(.overlaps, number(days)) + (others == 0 ? "" : "; " + self(.notCompared, number(others)))
    case .unknownValues(let areAsleep):
      self(.unknownValues) + (areAsleep ? "; " + self(.countedAsAsleep) : "")
    case .sharedEfforts: self(.sharedEfforts)
    case .longerThanSpan: self(.longerThanSpan)
    case .unknownZone(let name, let zone): self(.unknownZone, name, zone)
    case .unitChanges(let units):
      self(
        .unitChanges,
        units.map { self(.ofUnit, number($0.count), UnitText($0.unit).text) }
          .joined(separator: ", "))
    }
  }

  /// `20 to 300 /min`.
  private func range(_ range: PlausibleRange) -> String {
    let unit = UnitText(range.unit ?? "")
    func text(_ value: Double) -> String { exact(value * unit.factor) }
    return switch (range.least, range.greatest) {
    case (let least?, let greatest?): self(.fromTo, text(least), text(greatest)) + unit.suffix
    case (let least?, nil): self(.orMore, text(least) + unit.suffix)
    case (nil, let greatest?): self(.orLess, text(greatest) + unit.suffix)
    case (nil, nil): "–"
    }
  }

  /// A number with as many decimals as it has, two at most.
  private func exact(_ value: Double) -> String {
    let decimals = (0...2).first { number in
      let scaled = value * [1, 10, 100][number]
      return (scaled - scaled.rounded()).magnitude < 1e-6
    }
    return number(value, decimals ?? 2)
  }
}
