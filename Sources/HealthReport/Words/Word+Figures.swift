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
}
