/// What the page says of itself, and the headings of sections.
extension Word {
  static let title = Word("Health report", "Gesundheitsbericht", "Informe de salud")
  static let contents = Word("Contents", "Inhalt", "Contenido")
  static let days = Word("%1 days", "%1 Tage", "%1 días")
  static let daysOf = Word("days of %1", "Tage in %1", "días de %1")
  static let born = Word("born %1", "geboren am %1", "fecha de nacimiento: %1")
  static let years = Word("%1 years", "%1 Jahre", "%1 años")
  static let oneYear = Word("1 year", "1 Jahr", "1 año")
  static let female = Word("female", "weiblich", "mujer")
  static let male = Word("male", "männlich", "hombre")
  static let asReader = Word(
    "Shows what %1 may read.",
    "Zeigt, was %1 lesen darf.",
    "Muestra lo que %1 puede leer.")
  static let howToRead = Word(
    "Each figure is made from samples in a journal; the tables below the pictures name "
      + "its lines there. A day without data is missing, it is not counted as 0.",
    "Jede Zahl stammt aus Messwerten eines Journals; die Tabellen unter den Bildern "
      + "nennen ihre Zeilen darin. Ein Tag ohne Daten fehlt, er zählt nicht als 0.",
    "Cada cifra procede de mediciones de un diario; las tablas bajo las imágenes indican "
      + "sus líneas. Un día sin datos falta: no cuenta como 0.")
  static let problemsLeftOut = Word(
    "Values beyond what was ever measured of anybody are left out (%1). The section on quality "
      + "lists them.",
    "Werte jenseits von allem, was je an jemandem gemessen wurde, sind weggelassen (%1). Der "
      + "Abschnitt über die Qualität nennt sie.",
    "Se omiten los valores más allá de lo jamás medido en nadie (%1). La sección de calidad "
      + "los enumera.")
  static let problemsCounted = Word(
    "Values beyond what was ever measured of anybody count here (%1). Drawings end where they "
      + "begin, and have a dot there.",
    "Werte jenseits von allem, was je an jemandem gemessen wurde, zählen hier (%1). Zeichnungen "
      + "enden, wo sie beginnen, und haben dort einen Punkt.",
    "Los valores más allá de lo jamás medido en nadie cuentan aquí (%1). Los dibujos acaban "
      + "donde empiezan, con un punto.")
  static let disclaimer = Word(
    "This page shows what was recorded. It holds no diagnosis, no score and no advice.",
    "Diese Seite zeigt, was aufgezeichnet wurde. Sie enthält keine Diagnose, keine "
      + "Bewertung und keinen Rat.",
    "Esta página muestra lo registrado. No contiene diagnósticos, puntuaciones ni "
      + "consejos.")
  static let changesTitle = Word("What changed", "Was sich geändert hat", "Qué ha cambiado")
  static let vitalsTitle = Word("Latest values", "Letzte Werte", "Últimos valores")
  static let activityTitle = Word("Activity", "Aktivität", "Actividad")
  static let heartTitle = Word("Heart", "Herz", "Corazón")
  static let sleepTitle = Word("Sleep", "Schlaf", "Sueño")
  static let bodyTitle = Word("Body", "Körper", "Cuerpo")
  static let glucoseTitle = Word("Glucose", "Glukose", "Glucosa")
  static let workoutsTitle = Word("Workouts", "Trainings", "Entrenamientos")
  static let qualityTitle = Word("The data itself", "Die Daten selbst", "Los datos")
  static let receiptTitle = Word("Receipt", "Beleg", "Comprobante")
  static let noData = Word(
    "No data in this period.",
    "Keine Daten in diesem Zeitraum.",
    "No hay datos en este periodo.")
  static let noVitals = Word(
    "No vital signs were recorded up to the end of this period.",
    "Bis zum Ende dieses Zeitraums wurden keine Vitalwerte aufgezeichnet.",
    "No se registraron constantes vitales hasta el final de este periodo.")
  static let noActivity = Word(
    "No steps, energy or exercise in this period.",
    "Keine Schritte, keine Energie und kein Training in diesem Zeitraum.",
    "No hay pasos, energía ni ejercicio en este periodo.")
  static let noHeart = Word(
    "No heart rates in this period.",
    "Keine Herzfrequenzen in diesem Zeitraum.",
    "No hay frecuencias cardíacas en este periodo.")
  static let noSleep = Word(
    "No sleep in this period.",
    "Kein Schlaf in diesem Zeitraum.",
    "No hay sueño en este periodo.")
  static let noBody = Word(
    "No body mass and no blood pressure in this period.",
    "Kein Gewicht und kein Blutdruck in diesem Zeitraum.",
    "No hay masa corporal ni tensión arterial en este periodo.")
  static let noWorkouts = Word(
    "No workouts in this period.",
    "Keine Trainings in diesem Zeitraum.",
    "No hay entrenamientos en este periodo.")
}
