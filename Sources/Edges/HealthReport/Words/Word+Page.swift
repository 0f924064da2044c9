/// The words about the page itself, and the headings of sections.
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

  // The names of what is measured.

  static let steps = Word("Steps", "Schritte", "Pasos")
  static let distance = Word("Distance", "Strecke", "Distancia")
  static let flights = Word("Flights climbed", "Stockwerke", "Pisos subidos")
  static let activeEnergy = Word("Active energy", "Aktive Energie", "Energía activa")
  static let exercise = Word("Exercise", "Trainingszeit", "Ejercicio")
  static let heartRate = Word("Heart rate", "Herzfrequenz", "Frecuencia cardíaca")
  static let restingHeartRate = Word("Resting heart rate", "Ruhepuls", "Frecuencia en reposo")
  static let walkingHeartRate = Word(
    "Walking heart rate",
    "Puls beim Gehen",
    "Frecuencia al caminar")
  static let variability = Word(
    "Heart rate variability (SDNN)",
    "Herzfrequenzvariabilität (SDNN)",
    "Variabilidad cardíaca (SDNN)")
  static let oxygen = Word("Oxygen saturation", "Sauerstoffsättigung", "Saturación de oxígeno")
  static let breathing = Word("Respiratory rate", "Atemfrequenz", "Frecuencia respiratoria")
  static let fitness = Word("VO₂ max", "VO₂ max", "VO₂ máx.")
  static let mass = Word("Body mass", "Körpergewicht", "Masa corporal")
  static let bodyMassIndex = Word("Body mass index", "Body-Mass-Index", "Índice de masa corporal")
  static let fat = Word("Body fat", "Körperfett", "Grasa corporal")
  static let height = Word("Height", "Größe", "Estatura")
  static let temperature = Word("Body temperature", "Körpertemperatur", "Temperatura corporal")
  static let systolic = Word("Systolic", "Systolisch", "Sistólica")
  static let diastolic = Word("Diastolic", "Diastolisch", "Diastólica")
  static let glucose = Word("Blood glucose", "Blutzucker", "Glucosa en sangre")
  static let asleepANight = Word("Asleep a night", "Schlaf je Nacht", "Sueño por noche")
  static let workoutCount = Word(
    "Workouts, in all", "Trainings, zusammen", "Entrenamientos, en total")
  static let deep = Word("Deep", "Tief", "Profundo")
  static let core = Word("Core", "Kern", "Ligero")
  static let rem = Word("REM", "REM", "REM")
  static let asleep = Word("Asleep", "Schlaf", "Dormido")
  static let awake = Word("Awake", "Wach", "Despierto")
  static let ringMove = Word("Move", "Bewegen", "Movimiento")
  static let ringExercise = Word("Exercise", "Trainieren", "Ejercicio")
  static let ringStand = Word("Stand", "Stehen", "De pie")

  // Headings and captions of tables.

  static let measure = Word("Measure", "Messgröße", "Medida")
  static let thisPeriod = Word("Mean of days", "Mittel der Tage", "Media de los días")
  static let before = Word("Before", "Davor", "Antes")
  static let difference = Word("Difference", "Unterschied", "Diferencia")
  static let range = Word("Range", "Bereich", "Rango")
  static let daysWithData = Word("Days with data", "Tage mit Daten", "Días con datos")
  static let comparedWith = Word(
    "Compared with %1, the period directly before.",
    "Verglichen mit %1, dem Zeitraum direkt davor.",
    "Comparado con %1, el periodo inmediatamente anterior.")
  static let changesCaption = Word(
    "Of what adds up, as steps, the mean of the days with data, and as range the least to the "
      + "greatest day; of heart rates and all else that is measured, the mean of the values, and "
      + "the least to the greatest value.",
    "Von allem, was sich addiert, wie Schritten: das Mittel der Tage mit Daten, und als Bereich "
      + "vom kleinsten zum größten Tag; von Herzfrequenzen und anderem, was gemessen wird: das "
      + "Mittel der Werte, und vom kleinsten zum größten Wert.",
    "De lo que se suma, como los pasos: la media de los días con datos, y como rango del día "
      + "menor al mayor; de las frecuencias y lo demás que se mide: la media de los valores, y del "
      + "valor menor al mayor.")
  static let notEnough = Word("not enough data", "zu wenig Daten", "datos insuficientes")
  static let evidence = Word(
    "Samples and lines behind these figures",
    "Messwerte und Zeilen hinter diesen Zahlen",
    "Mediciones y líneas de estas cifras")
  static let evidenceCaption = Word(
    "How many samples count, added up day by day or night by night: one that counts on two days "
      + "is in it twice. Beside them the lines of the journal that hold the samples.",
    "Wie viele Messwerte zählen, Tag für Tag oder Nacht für Nacht addiert: Einer, der an zwei "
      + "Tagen zählt, ist zweimal darin. Daneben die Zeilen des Journals, in denen sie stehen.",
    "Cuántas mediciones cuentan, sumadas día a día o noche a noche: una que cuenta en dos días "
      + "está dos veces. Al lado, las líneas del diario que las contienen.")
  static let samples = Word("Samples", "Messwerte", "Mediciones")
  static let linesHeading = Word("Lines", "Zeilen", "Líneas")
  static let samplesBefore = Word("Samples before", "Messwerte davor", "Mediciones antes")
  static let linesBefore = Word("Lines before", "Zeilen davor", "Líneas antes")
  static let inAll = Word("%1 (%2 lines)", "%1 (%2 Zeilen)", "%1 (%2 líneas)")
  static let vitalsCaption = Word(
    "The latest value of each kind up to %1, and how old it is on that day.",
    "Der letzte Wert jeder Art bis %1, und wie alt er an diesem Tag ist.",
    "El último valor de cada tipo hasta el %1 y su antigüedad ese día.")
  static let value = Word("Value", "Wert", "Valor")
  static let age = Word("Age", "Alter", "Antigüedad")
  static let when = Word("When", "Wann", "Cuándo")
  static let source = Word("Source", "Quelle", "Fuente")
  static let line = Word("Line", "Zeile", "Línea")
  static let lastDay = Word("same day", "am selben Tag", "el mismo día")
  static let oneDay = Word("1 day", "1 Tag", "1 día")
  static let ofDayCount = Word("%1 of %2 days", "%1 von %2 Tagen", "%1 de %2 días")
  static let ofOneDay = Word("%1 of 1 day", "%1 von 1 Tag", "%1 de 1 día")
  static let ofNightCount = Word("%1 of %2 nights", "%1 von %2 Nächten", "%1 de %2 noches")
  static let ofOneNight = Word("%1 of 1 night", "%1 von 1 Nacht", "%1 de 1 noche")
  static let day = Word("Day", "Tag", "Día")
  static let week = Word("Week", "Woche", "Semana")
  static let month = Word("Month", "Monat", "Mes")
  static let daysHeading = Word("Days", "Tage", "Días")
  static let sum = Word("Sum", "Summe", "Suma")
  static let mean = Word("Mean", "Mittel", "Media")
  static let least = Word("Least", "Kleinster", "Mínimo")
  static let greatest = Word("Greatest", "Größter", "Máximo")
  static let tableOf = Word("Table: %1", "Tabelle: %1", "Tabla: %1")
  static let sumCaption = Word(
    "%1: the sum, and mean, least and greatest of the days with data.",
    "%1: Summe sowie Mittel, kleinster und größter der Tage mit Daten.",
    "%1: suma, y media, mínimo y máximo de los días con datos.")
  static let meanCaption = Word(
    "%1: the mean of the values, the least and the greatest value.",
    "%1: Mittel der Werte, kleinster und größter Wert.",
    "%1: media de los valores, valor mínimo y máximo.")
  static let ofDays = Word("%1 of %2", "%1 von %2", "%1 de %2")
  static let ring = Word("Ring", "Ring", "Anillo")
  static let ringsTitle = Word("Rings", "Ringe", "Anillos")
  static let ringsCaption = Word(
    "As Apple stated them, else as the samples have it. Agree: days on which both say the "
      + "same.",
    "Wie Apple sie angibt, sonst nach den Messwerten. Stimmt: Tage, an denen beide "
      + "dasselbe sagen.",
    "Según Apple; si no, según las mediciones. Coincide: días en que ambos dicen lo "
      + "mismo.")
  static let ringsEvidence = Word(
    "The lines of the summaries that state figures and goals, and of the samples.",
    "Die Zeilen der Zusammenfassungen mit Zahlen und Zielen, und die der Messwerte.",
    "Las líneas de los resúmenes con cifras y metas, y las de las mediciones.")
  static let summaryLines = Word(
    "Lines of summaries", "Zeilen der Zusammenfassungen", "Líneas de los resúmenes")
  static let sampleLines = Word(
    "Lines of samples", "Zeilen der Messwerte", "Líneas de las mediciones")
  static let goalReached = Word("Goal reached", "Ziel erreicht", "Meta alcanzada")
  static let statedAgrees = Word("Agree", "Stimmt", "Coincide")
  static let figure = Word("Figure", "Zahl", "Cifra")
  static let sources = Word("Sources", "Quellen", "Fuentes")
  static let more = Word("and %1 more", "und %1 weitere", "y %1 más")
  static let check = Word("Check", "Prüfung", "Control")
  static let kind = Word("Kind", "Art", "Clase")
  static let count = Word("Count", "Anzahl", "Número")
  static let whatItSays = Word("What it says", "Was sie sagt", "Qué indica")
  static let problem = Word("problem", "Problem", "problema")
  static let remark = Word("note", "Hinweis", "nota")
}
