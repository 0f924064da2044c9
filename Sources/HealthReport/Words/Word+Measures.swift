/// The names of what is measured.
extension Word {
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
}
