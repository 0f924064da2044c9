/// What sections 8 to 10 say.
extension Word {
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
}
