import HealthViews

/// Titles and captions of figures of sections 3 to 7.
extension Word {
  static let summary = Word(
    "Mean %1; least %2 (%3), greatest %4 (%5); %6.",
    "Mittel %1; kleinster %2 (%3), größter %4 (%5); %6.",
    "Media %1; mínimo %2 (%3), máximo %4 (%5); %6.")
  static let heatTitle = Word("%1 by day", "%1 je Tag", "%1 por día")
  static let heatCaption = Word(
    "A square is a day; where there is none, there is no data.",
    "Ein Quadrat ist ein Tag; wo keines ist, sind keine Daten.",
    "Un cuadrado es un día; donde no lo hay, no hay datos.")
  static let bandCaption = Word(
    "The band reaches from the least to the greatest value, the line is the mean.",
    "Das Band reicht vom kleinsten zum größten Wert, die Linie ist das Mittel.",
    "La banda va del valor mínimo al máximo; la línea es la media.")
  static let stagesTitle = Word("Nights by stage", "Nächte nach Phasen", "Noches por fases")
  static let stagesCaption = Word(
    "Asleep %1 a night; least %2, greatest %3; %4. %5",
    "Schlaf %1 je Nacht; kleinster %2, größter %3; %4. %5",
    "Sueño %1 por noche; mínimo %2, máximo %3; %4. %5")
  static let barIsNight = Word(
    "A bar is a night.",
    "Ein Balken ist eine Nacht.",
    "Una barra es una noche.")
  static let barIsWeek = Word(
    "A bar is the mean of the nights of a week.",
    "Ein Balken ist das Mittel der Nächte einer Woche.",
    "Una barra es la media de las noches de una semana.")
  static let barIsMonth = Word(
    "A bar is the mean of the nights of a month.",
    "Ein Balken ist das Mittel der Nächte eines Monats.",
    "Una barra es la media de las noches de un mes.")
  static let windowsTitle = Word(
    "When nights begin and end",
    "Wann Nächte beginnen und enden",
    "Cuándo empiezan y acaban las noches")
  static let windowsCaption = Word(
    "A line a night, from its first to its last sample, noon to noon.",
    "Eine Linie je Nacht, vom ersten bis zum letzten Messwert, von Mittag bis Mittag.",
    "Una línea por noche, de la primera a la última medición, de mediodía a mediodía.")
  static let windowsWeekCaption = Word(
    "A line a week: mean beginning and end of its nights, noon to noon.",
    "Eine Linie je Woche: mittlerer Beginn und mittleres Ende der Nächte, von Mittag bis Mittag.",
    "Una línea por semana: inicio y final medios de sus noches, de mediodía a mediodía.")
  static let windowsMonthCaption = Word(
    "A line a month: mean beginning and end of its nights, noon to noon.",
    "Eine Linie je Monat: mittlerer Beginn und mittleres Ende der Nächte, von Mittag bis Mittag.",
    "Una línea por mes: inicio y final medios de sus noches, de mediodía a mediodía.")
  static let regularityTitle = Word("Regularity", "Regelmäßigkeit", "Regularidad")
  static let regularityCaption = Word(
    "Mean beginning and end of nights, and how far they lie apart (standard deviation). "
      + "Nights have the date of their morning.",
    "Mittlerer Beginn und mittleres Ende der Nächte, und wie weit sie streuen "
      + "(Standardabweichung). Nächte tragen das Datum ihres Morgens.",
    "Inicio y final medios de las noches y su dispersión (desviación estándar). Las "
      + "noches llevan la fecha de su mañana.")
  static let nights = Word("Nights", "Nächte", "Noches")
  static let allNights = Word("all", "alle", "todas")
  static let workNights = Word("Monday to Friday", "Montag bis Freitag", "lunes a viernes")
  static let freeNights = Word("Saturday and Sunday", "Samstag und Sonntag", "sábado y domingo")
  static let begins = Word("Begins", "Beginnt", "Empieza")
  static let ends = Word("Ends", "Endet", "Acaba")
  static let spread = Word("Spread (SD)", "Streuung (SD)", "Dispersión (DE)")
  static let asleepHeading = Word("Asleep", "Schlaf", "Sueño")
  static let inBed = Word("In bed", "Im Bett", "En cama")
  static let nightsCaption = Word(
    "Means of the nights with data; a stage only of the nights that have it.",
    "Mittel der Nächte mit Daten; eine Phase nur von den Nächten, die sie haben.",
    "Medias de las noches con datos; cada fase solo de las noches que la tienen.")
  static let nightsEvidence = Word(
    "The sleep samples of these nights, from noon to noon, and the lines of the journal that "
      + "hold them.",
    "Die Schlafmesswerte dieser Nächte, von Mittag bis Mittag, und die Zeilen des Journals, "
      + "in denen sie stehen.",
    "Las mediciones de sueño de estas noches, de mediodía a mediodía, y las líneas del "
      + "diario que las contienen.")
  static let pressureTitle = Word(
    "Blood pressure, mmHg",
    "Blutdruck, mmHg",
    "Tensión arterial, mmHg")
  static let pressureCaption = Word(
    "From the diastolic to the systolic mean of each day.",
    "Vom diastolischen zum systolischen Mittel jedes Tages.",
    "De la media diastólica a la sistólica de cada día.")
  static let pressureWeekCaption = Word(
    "From the diastolic to the systolic mean of each week.",
    "Vom diastolischen zum systolischen Mittel jeder Woche.",
    "De la media diastólica a la sistólica de cada semana.")
  static let pressureMonthCaption = Word(
    "From the diastolic to the systolic mean of each month.",
    "Vom diastolischen zum systolischen Mittel jedes Monats.",
    "De la media diastólica a la sistólica de cada mes.")
  static let pressureTableCaption = Word(
    "Systolic / diastolic of all readings, by the clock of the place; spread is the "
      + "standard deviation.",
    "Systolisch / diastolisch aller Messungen, nach der Uhr des Ortes; Streuung ist die "
      + "Standardabweichung.",
    "Sistólica / diastólica de todas las lecturas, según el reloj del lugar; la "
      + "dispersión es la desviación estándar.")
  static let pressureEvidence = Word(
    "The lines of the journal that hold these readings.",
    "Die Zeilen des Journals, in denen diese Messungen stehen.",
    "Las líneas del diario que contienen estas lecturas.")
  static let timeOfDay = Word("Time of day", "Tageszeit", "Hora")
  static let allDay = Word("all", "alle", "todas")
  static let night = Word("00–06", "00–06", "00–06")
  static let morning = Word("06–12", "06–12", "06–12")
  static let afternoon = Word("12–18", "12–18", "12–18")
  static let evening = Word("18–24", "18–24", "18–24")
  static let readings = Word("Readings", "Messungen", "Lecturas")
  static let notEnoughGlucose = Word(
    "A glucose profile needs %1 days with %2 % of their hours covered; here: %3 "
      + "with %4 %, so the readings alone are shown.",
    "Ein Glukoseprofil braucht %1 Tage mit %2 % ihrer Stunden; hier: %3 mit "
      + "%4 %, daher stehen hier nur die Messungen.",
    "Un perfil de glucosa necesita %1 días con el %2 % de sus horas; aquí: %3 con "
      + "el %4 %, por lo que solo se muestran las lecturas.")
  static let profileTitle = Word(
    "Ambulatory glucose profile",
    "Ambulantes Glukoseprofil",
    "Perfil ambulatorio de glucosa")
  static let profileCaption = Word(
    "%1, %2 days, %3 readings, by half hours of the day: median, 25th to 75th and 5th to "
      + "95th percentile; dashed: %4 and %5.",
    "%1, %2 Tage, %3 Messungen, nach halben Stunden des Tages: Median, 25. bis 75. und 5. "
      + "bis 95. Perzentil; gestrichelt: %4 und %5.",
    "%1, %2 días, %3 lecturas, por medias horas del día: mediana, percentiles 25 a 75 y 5 "
      + "a 95; líneas discontinuas: %4 y %5.")
  static let profileTableCaption = Word(
    "Percentiles of the readings by half hours of the day, %1; where there are fewer than "
      + "five, none.",
    "Perzentile der Messungen nach halben Stunden des Tages, %1; wo es weniger als fünf sind, "
      + "keine.",
    "Percentiles de las lecturas por medias horas del día, %1; donde hay menos de cinco, "
      + "ninguno.")
  static let rangesTitle = Word("Time in ranges", "Zeit in Bereichen", "Tiempo en rangos")
  static let rangesFigureCaption = Word(
    "The share of readings in each range.",
    "Der Anteil der Messungen in jedem Bereich.",
    "Proporción de lecturas en cada rango.")
  static let rangesCaption = Word(
    "Shares of readings, beside the targets of the international consensus on time in "
      + "range of 2019 for adults with diabetes.",
    "Anteile der Messungen, daneben die Ziele des internationalen Konsenses von 2019 für "
      + "Erwachsene mit Diabetes.",
    "Proporción de lecturas, junto a los objetivos del consenso internacional de 2019 "
      + "para adultos con diabetes.")
  static let share = Word("Share", "Anteil", "Proporción")
  static let consensus = Word("Consensus", "Konsens", "Consenso")
  static let variation = Word(
    "Coefficient of variation",
    "Variationskoeffizient",
    "Coeficiente de variación")
  static let managementIndicator = Word(
    "Glucose management indicator",
    "Glukose-Management-Indikator",
    "Indicador de gestión de glucosa")
  static let coverage = Word("Hours covered", "Abgedeckte Stunden", "Horas cubiertas")
  static let glucoseCaption = Word(
    "Glucose of %1; lines: %2.", "Glukose vom %1; Zeilen: %2.", "Glucosa: %1; líneas: %2.")

  // What sections 8 to 10 say.

  static let activitiesCaption = Word(
    "Workouts by activity: active time, distance and energy in all, mean heart rate of "
      + "the workouts.",
    "Trainings nach Aktivität: aktive Zeit, Strecke und Energie zusammen, mittlere "
      + "Herzfrequenz der Trainings.",
    "Entrenamientos por actividad: tiempo activo, distancia y energía totales, frecuencia "
      + "media de los entrenamientos.")
  static let activity = Word("Activity", "Aktivität", "Actividad")
  static let time = Word("Time", "Zeit", "Tiempo")
  static let energy = Word("Energy", "Energie", "Energía")
  static let meanRate = Word(
    "Mean heart rate, /min", "Mittlerer Puls, /min", "Frecuencia media, /min")
  static let workoutBarsTitle = Word(
    "Hours of workouts",
    "Stunden Training",
    "Horas de entrenamiento")
  static let workoutBarsCaption = Word(
    "%1, %2 in all.",
    "%1, zusammen %2.",
    "%1, %2 en total.")
  static let workouts = Word("%1 workouts", "%1 Trainings", "%1 entrenamientos")
  static let oneWorkout = Word("1 workout", "1 Training", "1 entrenamiento")
  static let bandsTitle = Word(
    "Heart rate in workouts, /min",
    "Herzfrequenz im Training, /min",
    "Frecuencia cardíaca en entrenamientos, /min")
  static let bandsCaption = Word(
    "How long it was in each band. Workouts that have heart rates: %1 of %2. A value "
      + "holds until the next, one minute at most.",
    "Wie lange sie in jedem Band lag. Trainings mit Herzfrequenzen: %1 von %2. Ein Wert "
      + "gilt bis zum nächsten, höchstens eine Minute.",
    "Cuánto tiempo estuvo en cada banda. Entrenamientos con frecuencias: %1 de %2. Un "
      + "valor vale hasta el siguiente, un minuto como máximo.")
  static let newest = Word(
    "Newest workouts: %1 of %2",
    "Neueste Trainings: %1 von %2",
    "Últimos entrenamientos: %1 de %2")
  static let workoutListCaption = Word(
    "The newest workouts.",
    "Die neuesten Trainings.",
    "Los últimos entrenamientos.")
  static let lengthsTitle = Word("Seconds of each length", "Sekunden je Bahn", "Segundos por largo")
  static let lengthsCaption = Word(
    "Swim of %1: %2 lengths, %3 /100 m",
    "Schwimmen am %1: %2 Bahnen, %3 /100 m",
    "Natación del %1: %2 largos, %3 /100 m")
  static let swimsTitle = Word("Swims", "Schwimmen", "Natación")
  static let swimsCaption = Word(
    "Newest swims: %1.", "Neueste: %1.", "Últimas: %1.")
  static let laps = Word("Lengths", "Bahnen", "Largos")
  static let pace = Word("Pace", "Tempo", "Ritmo")
  static let styles = Word("Styles", "Stile", "Estilos")
  static let workoutPartsCaption = Word(
    "Workouts by time: active time, distance and energy in all, mean heart rate of the "
      + "workouts.",
    "Trainings nach Zeit: aktive Zeit, Strecke und Energie zusammen, mittlere "
      + "Herzfrequenz der Trainings.",
    "Entrenamientos por tiempo: tiempo activo, distancia y energía totales, frecuencia "
      + "media de los entrenamientos.")
  static let lengthsTableCaption = Word(
    "Swim of %1, a row a length.",
    "Schwimmen am %1, eine Zeile je Bahn.",
    "Natación del %1, una fila por largo.")
  static let length = Word("Length", "Bahn", "Largo")
  static let strokes = Word("Strokes", "Züge", "Brazadas")
  static let style = Word("Style", "Stil", "Estilo")
  static let unknownStyle = Word("unknown", "unbekannt", "desconocido")
  static let mixed = Word("mixed", "gemischt", "combinado")
  static let freestyle = Word("freestyle", "Kraul", "libre")
  static let backstroke = Word("backstroke", "Rücken", "espalda")
  static let breaststroke = Word("breaststroke", "Brust", "braza")
  static let butterfly = Word("butterfly", "Schmetterling", "mariposa")
  static let kickboard = Word("kickboard", "Kickboard", "tabla")
  static let lineOf = Word("line %1", "Zeile %1", "línea %1")
  static let routesTitle = Word("Routes", "Wege", "Rutas")
  static let routesCaption = Word(
    "The form of each route, without a map and without its place; each has a scale of its "
      + "own.",
    "Die Form jedes Weges, ohne Karte und ohne Ort; jeder hat seinen eigenen Maßstab.",
    "La forma de cada ruta, sin mapa ni lugar; cada una tiene su propia escala.")
  static let byHand = Word("entered by hand", "von Hand eingegeben", "introducido a mano")
  static let route = Word("Route", "Weg", "Ruta")
  static let points = Word("%1 points", "%1 Punkte", "%1 puntos")
  static let sourcesCaption = Word(
    "Who wrote what in this period. Numbers are the order in which sources count where "
      + "they measured the same time.",
    "Wer in diesem Zeitraum was geschrieben hat. Die Nummern sind die Reihenfolge, in der "
      + "Quellen zählen, wo sie dieselbe Zeit gemessen haben.",
    "Quién escribió qué en este periodo. Los números son el orden en que cuentan las "
      + "fuentes que midieron el mismo tiempo.")
  static let sourcesEvidence = Word(
    "The samples of each measure in this period, with those that end as it begins, and the "
      + "lines of the journal that hold the samples of its days.",
    "Die Messwerte jeder Messgröße in diesem Zeitraum, mit denen, die zu seinem Beginn enden, "
      + "und die Zeilen des Journals, in denen die seiner Tage stehen.",
    "Las mediciones de cada medida en este periodo, con las que acaban cuando empieza, y las "
      + "líneas del diario que contienen las de sus días.")
  static let mergedTitle = Word(
    "How a day is merged: %1",
    "Wie ein Tag zusammengeführt wird: %1",
    "Cómo se combina un día: %1")
  static let mergedCaption = Word(
    "Several sources counted steps on this day. At each instant only the first of them in "
      + "the order above counts, so that no step counts twice.",
    "An diesem Tag haben mehrere Quellen Schritte gezählt. In jedem Augenblick zählt nur "
      + "die erste in der Reihenfolge oben, damit kein Schritt doppelt zählt.",
    "Ese día varias fuentes contaron pasos. En cada instante cuenta solo la primera según "
      + "el orden anterior, para que ningún paso cuente dos veces.")
  static let mergedTableCaption = Word(
    "Steps of the day by source, %1 in all.",
    "Schritte des Tages nach Quelle, zusammen %1.",
    "Pasos del día por fuente, %1 en total.")
  static let counted = Word("Counted", "Gezählt", "Contadas")
  static let findingsTitle = Word("Findings", "Befunde der Prüfung", "Hallazgos")
  static let noFindings = Word(
    "The checks found nothing in %1.",
    "Die Prüfungen fanden nichts in %1.",
    "Los controles no hallaron nada en %1.")
  static let inSamples = Word("%1 samples", "%1 Messwerten", "%1 mediciones")
  static let inOneSample = Word("1 sample", "1 Messwert", "1 medición")
  static let findings = Word("%1 findings", "%1 Befunde", "%1 hallazgos")
  static let oneFinding = Word("1 finding", "1 Befund", "1 hallazgo")
  static let findingsCaption = Word(
    "%1 in %2, the most important first, %3 at most. A note may well be "
      + "as it should.",
    "%1 in %2, die wichtigsten zuerst, höchstens %3. Ein Hinweis kann "
      + "ganz in Ordnung sein.",
    "%1 en %2, los más importantes primero, %3 como máximo. Una nota "
      + "puede ser correcta.")
  static let receiptNote = Word(
    "This page is made from the lines of a journal, and from nothing else: the same lines "
      + "and the same command give the same page, byte by byte.",
    "Diese Seite entsteht aus den Zeilen eines Journals und aus nichts anderem: dieselben "
      + "Zeilen und derselbe Befehl ergeben dieselbe Seite, Byte für Byte.",
    "Esta página se hace con las líneas de un diario y nada más: las mismas líneas y la "
      + "misma orden dan la misma página, byte a byte.")
  static let verifyNote = Word(
    "The chain value is a hash over all lines up to the last. audit computes it again "
      + "from the lines; where it is the one above, no line was changed, removed or put in.",
    "Der Kettenwert ist ein Hash über alle Zeilen bis zur letzten. audit berechnet ihn "
      + "neu; ist es der obige, wurde keine Zeile geändert, entfernt oder eingefügt.",
    "El valor de la cadena es un hash de todas las líneas hasta la última. audit lo "
      + "recalcula; si es el de arriba, ninguna línea se cambió, quitó o añadió.")
  static let journal = Word("Journal", "Journal", "Diario")
  static let format = Word("Format", "Format", "Formato")
  static let lastLine = Word("Last line", "Letzte Zeile", "Última línea")
  static let recorded = Word("Recorded", "Aufgezeichnet", "Registrada")
  static let chain = Word("Chain value", "Kettenwert", "Valor de la cadena")
  static let liveObjects = Word("Live objects", "Gültige Objekte", "Objetos vigentes")
  static let ofTypes = Word(
    "%1 = %2 of types that sections are about + %3 of others",
    "%1 = %2 von Arten, um die es in Abschnitten geht, + %3 von anderen",
    "%1 = %2 de tipos de los que tratan secciones + %3 de otros")
  static let zone = Word("Time zone", "Zeitzone", "Zona horaria")
  static let zoneRules = Word("Zone rules", "Zonenregeln", "Reglas de la zona")
  static let rules = Word("Rules of figures", "Regeln der Werte", "Reglas de los valores")
  static let program = Word("Program", "Programm", "Programa")
  static let againCommand = Word("Make it again", "Neu erstellen", "Crear de nuevo")
  static let auditCommand = Word("Verify the lines", "Zeilen prüfen", "Comprobar las líneas")

  // The names of checks, and what they say.

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

  /// Returns a finding's statement in words.
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

  /// Returns `20 to 300 /min`.
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

  /// Returns a number with its own decimals, two at most.
  private func exact(_ value: Double) -> String {
    let decimals = (0...2).first { number in
      let scaled = value * [1, 10, 100][number]
      return (scaled - scaled.rounded()).magnitude < 1e-6
    }
    return number(value, decimals ?? 2)
  }
}
