extension WordTable {
  static let spanish = WordTable(
    """
    months: ene feb mar abr may jun jul ago sept oct nov dic
    weekdays: L M X J V S D
    dayMark:
    decimalMark: ,
    groupMark: .
    leastGrouped: 5
    listMark: ;
    title: Informe de salud
    contents: Contenido
    overviewTitle: De un vistazo
    overviewLead: Medias de %1 y el cambio respecto a %2. Cada línea muestra los doce meses
      hasta el %3, semana a semana.
    tileNote: Cambio: %1 · %2
    tileChange: Cambio: %1
    tileLine: %1 a %2, entre %3 y %4
    pressureTile: Tensión arterial
    glucoseTile: Glucosa en rango
    glucoseDays: Lecturas de %1.
    glucoseMean: La línea es la media, %1 %2. %3
    eyesTitle: Para revisar
    eyesCaption: Avisos de un reloj, electrocardiogramas sin ritmo sinusal y problemas en los
      datos de este período.
    detail: Detalles
    latestOn: la última vez el %1
    eyesMore: Hay más en las secciones siguientes: %1.
    eyesNone: En este período no hay avisos de un reloj, ni electrocardiogramas sin ritmo
      sinusal, ni problemas en los datos.
    what: Qué
    latest: Último
    oneMonth: 1 mes
    monthCount: %1 meses
    symptomsTitle: Síntomas, avisos, ECG
    episodesCaption: Síntomas y avisos de este período, los más recientes primero. Un síntoma
      anotado como ausente no cuenta.
    episodesEvidence: Las líneas del diario que contienen estas mediciones.
    worst: El más fuerte
    ecgTitle: Electrocardiogramas
    ecgCaption: Los electrocardiogramas más recientes de este período: %1 de %2.
    ecgResult: Resultado
    ecgOf: ECG: %1
    linesTitle: Tablas y líneas
    linesLink: Tablas y líneas de esta sección
    linesNote: Una tabla abierta muestra sus filas. La mayoría de las tablas indican las líneas
      del diario de cada cifra.
    days: %1 días
    daysOf: días de %1
    born: fecha de nacimiento: %1
    years: %1 años
    oneYear: 1 año
    female: mujer
    male: hombre
    asReader: Muestra lo que %1 puede leer.
    howToRead: Las cifras proceden de mediciones de un diario; las tablas al final de la página
      indican sus líneas. Un día sin datos falta y no cuenta como 0.
    problemsLeftOut: Se omiten los valores que ninguna persona puede tener (%1). La sección de
      los datos los enumera.
    problemsCounted: Los valores que ninguna persona puede tener cuentan (%1). Un dibujo acaba
      donde empiezan, con un punto.
    disclaimer: Esta página muestra lo registrado. No contiene diagnósticos, puntuaciones ni
      consejos.
    changesTitle: Qué ha cambiado
    vitalsTitle: Últimos valores
    activityTitle: Actividad
    heartTitle: Corazón
    sleepTitle: Sueño
    bodyTitle: Cuerpo
    glucoseTitle: Glucosa
    workoutsTitle: Entrenamientos
    qualityTitle: Los datos
    receiptTitle: Comprobante
    noData: No hay datos en este periodo.
    noVitals: No se registraron constantes vitales hasta el final de este periodo.
    noActivity: No hay pasos, energía ni ejercicio en este periodo.
    noHeart: No hay frecuencias cardíacas en este periodo.
    noSleep: No hay sueño en este periodo.
    noBody: No hay masa corporal ni tensión arterial en este periodo.
    noWorkouts: No hay entrenamientos en este periodo.
    steps: Pasos
    distance: Distancia
    flights: Pisos subidos
    activeEnergy: Energía activa
    exercise: Ejercicio
    heartRate: Frecuencia cardíaca
    restingHeartRate: Frecuencia en reposo
    walkingHeartRate: Frecuencia al caminar
    variability: Variabilidad cardíaca (SDNN)
    oxygen: Saturación de oxígeno
    breathing: Frecuencia respiratoria
    fitness: VO₂ máx.
    mass: Masa corporal
    bodyMassIndex: Índice de masa corporal
    fat: Grasa corporal
    height: Estatura
    temperature: Temperatura corporal
    systolic: Sistólica
    diastolic: Diastólica
    glucose: Glucosa en sangre
    asleepANight: Sueño por noche
    workoutCount: Entrenamientos, en total
    deep: Profundo
    core: Ligero
    rem: REM
    asleep: Dormido
    awake: Despierto
    ringMove: Movimiento
    ringExercise: Ejercicio
    ringStand: De pie
    measure: Medida
    thisPeriod: Media de los días
    before: Antes
    difference: Diferencia
    range: Rango
    daysWithData: Días con datos
    comparedWith: Comparado con %1, el periodo inmediatamente anterior.
    changesCaption: De lo que se suma, como los pasos: la media de los días con datos, y como
      rango del día menor al mayor; de las frecuencias y lo demás que se mide: la media de los
      valores, y del valor menor al mayor.
    notEnough: datos insuficientes
    evidence: Mediciones y líneas de estas cifras
    evidenceCaption: Cuántas mediciones cuentan, sumadas día a día o noche a noche: una que
      cuenta en dos días está dos veces. Al lado, las líneas del diario que las contienen.
    samples: Mediciones
    linesHeading: Líneas
    samplesBefore: Mediciones antes
    linesBefore: Líneas antes
    inAll: %1 (%2 líneas)
    vitalsCaption: El último valor de cada tipo hasta el %1 y su antigüedad ese día.
    value: Valor
    age: Antigüedad
    when: Cuándo
    source: Fuente
    line: Línea
    lastDay: el mismo día
    oneDay: 1 día
    ofDayCount: %1 de %2 días
    ofOneDay: %1 de 1 día
    ofNightCount: %1 de %2 noches
    ofOneNight: %1 de 1 noche
    day: Día
    week: Semana
    month: Mes
    daysHeading: Días
    sum: Suma
    mean: Media
    least: Mínimo
    greatest: Máximo
    tableOf: Tabla: %1
    sumCaption: %1: suma, y media, mínimo y máximo de los días con datos.
    meanCaption: %1: media de los valores, valor mínimo y máximo.
    ofDays: %1 de %2
    ring: Anillo
    ringsTitle: Anillos
    ringsCaption: Según Apple; si no, según las mediciones. Coincide: días en que ambos dicen lo
      mismo.
    ringsEvidence: Las líneas de los resúmenes con cifras y metas, y las de las mediciones.
    summaryLines: Líneas de los resúmenes
    sampleLines: Líneas de las mediciones
    goalReached: Meta alcanzada
    statedAgrees: Coincide
    figure: Cifra
    sources: Fuentes
    more: y %1 más
    check: Control
    kind: Clase
    count: Número
    whatItSays: Qué indica
    problem: problema
    remark: nota
    summary: Media %1; mínimo %2 (%3), máximo %4 (%5); %6.
    weekLine: La línea es la media de cada semana; un punto pequeño es un día.
    monthLine: La línea es la media de cada mes.
    heatTitle: %1 por día
    heatCaption: Un cuadrado es un día; donde no lo hay, no hay datos.
    heatNotes: Un punto marca un día con una nota.
    notesTitle: Notas
    notesCaption: Notas sobre algún momento de este período, las más recientes primero, como se
      escribieron.
    note: Nota
    tags: Etiquetas
    bandCaption: La banda va del valor mínimo al máximo; la línea es la media.
    stagesTitle: Noches por fases
    stagesCaption: Sueño %1 por noche; mínimo %2, máximo %3; %4. %5
    barIsNight: Una barra es una noche.
    barIsWeek: Una barra es la media de las noches de una semana.
    barIsMonth: Una barra es la media de las noches de un mes.
    windowsTitle: Cuándo empiezan y acaban las noches
    windowsCaption: Una línea por noche, de la primera a la última medición, de mediodía a
      mediodía.
    windowsWeekCaption: Una línea por semana: inicio y final medios de sus noches, de mediodía a
      mediodía.
    windowsMonthCaption: Una línea por mes: inicio y final medios de sus noches, de mediodía a
      mediodía.
    regularityTitle: Regularidad
    regularityCaption: Inicio y final medios de las noches y su dispersión (desviación
      estándar). Las noches llevan la fecha de su mañana.
    nights: Noches
    allNights: todas
    workNights: lunes a viernes
    freeNights: sábado y domingo
    begins: Empieza
    ends: Acaba
    spread: Dispersión (DE)
    asleepHeading: Sueño
    inBed: En cama
    nightsCaption: Medias de las noches con datos; cada fase solo de las noches que la tienen.
    nightsEvidence: Las mediciones de sueño de estas noches, de mediodía a mediodía, y las
      líneas del diario que las contienen.
    pressureTitle: Tensión arterial, mmHg
    pressureCaption: Dos puntos son una lectura: arriba la sistólica, abajo la diastólica.
    pressureBandCaption: Las líneas son las medias sistólica y diastólica de cada mes; las
      bandas van de la lectura mínima a la máxima.
    pressureTableCaption: Sistólica / diastólica según el reloj del lugar. La dispersión es la
      desviación estándar; altas es la proporción de lecturas iguales o superiores a %1.
    pressureLimits: Línea discontinua: %1, los límites para medidas en casa (ESH 2023).
    pressureHigh: %1 de %2 lecturas iguales o superiores a %3 (%4)
    highReadings: Altas
    pressureEvidence: Las líneas del diario que contienen estas lecturas.
    timeOfDay: Hora
    allDay: todas
    night: 00–06
    morning: 06–12
    afternoon: 12–18
    evening: 18–24
    readings: Lecturas
    notEnoughGlucose: Un perfil de glucosa necesita %1 días con el %2 % de sus horas; aquí: %3
      con el %4 %, por lo que solo se muestran las lecturas.
    profileTitle: Perfil ambulatorio de glucosa
    profileCaption: %1, %2 días, %3 lecturas, por medias horas del día: mediana, percentiles 25
      a 75 y 5 a 95, con los colores de los rangos; líneas discontinuas: %4 y %5.
    profileTableCaption: Percentiles de las lecturas por medias horas del día, %1; donde hay
      menos de cinco, ninguno.
    rangesTitle: Tiempo en rangos
    rangesFigureCaption: Proporción de lecturas en cada rango.
    dayProfilesTitle: Perfiles diarios
    dayProfilesCaption: Cada dibujo es un día, de medianoche a medianoche. Su altura es %1; la
      banda verde, %2.
    rangesCaption: Proporción de lecturas, junto a los objetivos del consenso internacional de
      2019 para adultos con diabetes.
    share: Proporción
    consensus: Consenso
    variation: Coeficiente de variación
    managementIndicator: Indicador de gestión de glucosa
    coverage: Horas con lecturas
    glucoseCaption: Glucosa: %1.
    activitiesCaption: Entrenamientos por actividad: tiempo activo, distancia y energía totales,
      frecuencia media de los entrenamientos.
    activity: Actividad
    time: Tiempo
    energy: Energía
    meanRate: Frecuencia media, /min
    workoutBarsTitle: Horas de entrenamiento
    workoutBarsCaption: %1, %2 en total.
    workouts: %1 entrenamientos
    oneWorkout: 1 entrenamiento
    bandsTitle: Frecuencia cardíaca en entrenamientos, /min
    bandsCaption: Cuánto tiempo estuvo en cada banda. Entrenamientos con frecuencias: %1 de %2.
      Un valor vale hasta el siguiente, un minuto como máximo.
    newest: Últimos entrenamientos: %1 de %2
    workoutListCaption: Los últimos entrenamientos.
    lengthsTitle: Segundos por largo
    lengthsCaption: Natación del %1: %2 largos, %3 /100 m
    splitsTitle: Parciales
    runLog: Carreras
    clocks: Relojes
    profile: Perfil
    splitsCaption: El tiempo de cada kilómetro o milla; la última fila es el resto.
    splitsTableCaption: Entrenamiento del %1, una fila por kilómetro; la última es el resto.
    swimsTitle: Natación
    swimsCaption: Últimas: %1.
    laps: Largos
    pace: Ritmo
    styles: Estilos
    workoutPartsCaption: Entrenamientos por tiempo: tiempo activo, distancia y energía totales,
      frecuencia media de los entrenamientos.
    lengthsTableCaption: Natación del %1, una fila por largo.
    length: Largo
    strokes: Brazadas
    style: Estilo
    lineOf: línea %1
    routesTitle: Rutas
    routesCaption: La forma de cada ruta, sin mapa ni lugar; cada una tiene su propia escala.
    byHand: introducido a mano
    route: Ruta
    points: %1 puntos
    sourcesCaption: Quién escribió qué en este periodo. Los números son el orden en que cuentan
      las fuentes que midieron el mismo tiempo.
    sourcesEvidence: Las mediciones de cada medida en este periodo, con las que acaban cuando
      empieza, y las líneas del diario que contienen las de sus días.
    mergedTitle: Cómo se combina un día: %1
    mergedCaption: Ese día varias fuentes contaron pasos. En cada instante cuenta solo la
      primera según el orden anterior, para que ningún paso cuente dos veces.
    mergedTableCaption: Pasos del día por fuente, %1 en total.
    counted: Contadas
    findingsTitle: Hallazgos
    noFindings: Los controles no hallaron nada en %1.
    inSamples: %1 mediciones
    inOneSample: 1 medición
    findings: %1 hallazgos
    oneFinding: 1 hallazgo
    findingsCaption: %1 en %2, los más importantes primero, %3 como máximo. Una nota no siempre
      es un fallo.
    receiptNote: Esta página se hace con las líneas de un diario y nada más: las mismas líneas y
      la misma orden dan la misma página, byte a byte.
    verifyNote: El valor de la cadena es un hash de todas las líneas hasta la última. audit lo
      recalcula; si es el de arriba, ninguna línea se cambió, quitó o añadió.
    journal: Diario
    format: Formato
    lastLine: Última línea
    recorded: Registrada
    chain: Valor de la cadena
    chainVerified: Verificado
    chainGood: la cadena de las líneas 1 a %1 se calculó y comparó al hacer esta página
    liveObjects: Objetos vigentes
    ofTypes: %1 = %2 de tipos de los que tratan secciones + %3 de otros
    zone: Zona horaria
    zoneRules: Reglas de la zona
    rules: Reglas de los valores
    program: Programa
    againCommand: Crear de nuevo
    auditCommand: Comprobar las líneas
    unknownType: mediciones de un tipo que aquí no se conoce
    unknownValues: mediciones con un valor que aquí no se conoce
    countedAsAsleep: cuentan como sueño
    unknownZone: de la zona horaria %1, que aquí no se conoce; cuentan los días de %2
    ahead: empiezan después de registrarse o exportarse
    withoutLength: no tienen duración, aunque se miden durante un tiempo
    inOneSecond: empiezan y acaban en el mismo segundo
    tooLong: duran más de lo que su tipo permite
    copies: copias de otras iguales; grupos: %1
    outside: fuera de %1
    fromTo: %1 a %2
    orMore: %1 o más
    orLess: %1 o menos
    later: registradas más de %1 h después de su final
    gaps: días sin mediciones; huecos: %1
    shortDays: días con un reloj llevado menos de %1 h; días en total: %2; mediana %3 h
    overlaps: pares de fuentes que se solapan; días con varias fuentes: %1
    notCompared: fuentes no comparadas: %1
    sharedEfforts: pares de fuentes que registraron el mismo esfuerzo, que cuenta una vez
    longerThanSpan: indican más tiempo activo del que hay; los totales lo omiten
    unitChanges: cambios de unidad: %1
    ofUnit: %1 en %2
    severalMeasures: varias
    findingLines: Líneas de estos hallazgos
    findingLinesCaption: Las líneas con lo hallado; donde se cuentan días o fuentes, las de
      todas las mediciones de la medida.
    style.unknown: desconocido
    style.mixed: combinado
    style.freestyle: libre
    style.backstroke: espalda
    style.breaststroke: braza
    style.butterfly: mariposa
    style.kickboard: tabla
    ecg.sinusRhythm: ritmo sinusal
    ecg.atrialFibrillation: fibrilación auricular
    ecg.inconclusiveLowHeartRate: no concluyente, frecuencia baja
    ecg.inconclusiveHighHeartRate: no concluyente, frecuencia alta
    ecg.inconclusivePoorReading: no concluyente, mala lectura
    ecg.inconclusiveOther: no concluyente
    ecg.unrecognized: no reconocido
    ecg.notSet: sin clasificar
    severity.unspecified: –
    severity.mild: leve
    severity.moderate: moderado
    severity.severe: grave
    check.zeroLength: Sin duración
    check.absurdLength: Demasiado larga
    check.duplicates: Copias
    check.implausible: Inverosímil
    check.wholeSecond: Un segundo
    check.future: Futuro
    check.late: Tardía
    check.gaps: Huecos
    check.wear: Uso del reloj
    check.unitChanges: Unidades
    check.overlaps: Solapamientos
    check.unknownTypes: Tipos desconocidos
    check.unknownValues: Valores desconocidos
    check.zones: Zonas horarias
    type.appleStandHour: Horas de pie
    type.appleStandTime: Tiempo de pie
    type.appleWalkingSteadiness: Estabilidad al caminar
    type.basalEnergyBurned: Energía en reposo
    type.dietaryCaffeine: Cafeína
    type.dietaryCarbohydrates: Carbohidratos
    type.dietaryEnergyConsumed: Energía consumida
    type.dietaryFatTotal: Grasas consumidas
    type.dietaryProtein: Proteínas
    type.dietarySugar: Azúcar
    type.dietaryWater: Agua
    type.distanceCycling: Distancia en bicicleta
    type.distanceSwimming: Distancia nadada
    type.environmentalAudioExposure: Ruido ambiental
    type.headphoneAudioExposure: Auriculares
    type.appleWalkingSteadinessEvent: Baja estabilidad al caminar
    type.highHeartRateEvent: Frecuencia cardíaca alta
    type.hypertensionEvent: Posible hipertensión
    type.irregularHeartRhythmEvent: Ritmo irregular
    type.lowCardioFitnessEvent: Baja forma cardiovascular
    type.lowHeartRateEvent: Frecuencia cardíaca baja
    type.sleepApneaEvent: Posible apnea del sueño
    type.headache: Dolor de cabeza
    type.fever: Fiebre
    type.coughing: Tos
    type.nausea: Náuseas
    type.dizziness: Mareo
    type.fatigue: Fatiga
    type.shortnessOfBreath: Falta de aliento
    type.chestTightnessOrPain: Opresión o dolor en el pecho
    type.skippedHeartbeat: Latidos saltados
    type.rapidPoundingOrFlutteringHeartbeat: Palpitaciones
    type.lowerBackPain: Dolor lumbar
    type.soreThroat: Dolor de garganta
    type.moodChanges: Cambios de humor
    type.sleepChanges: Cambios en el sueño
    type.appetiteChanges: Cambios de apetito
    type.insulinDelivery: Insulina
    type.mindfulSession: Atención plena
    type.physicalEffort: Esfuerzo físico
    type.runningPower: Potencia de carrera
    type.runningSpeed: Velocidad de carrera
    type.sixMinuteWalkTestDistance: Marcha de seis minutos
    type.stairAscentSpeed: Velocidad al subir
    type.stairDescentSpeed: Velocidad al bajar
    type.swimmingStrokeCount: Brazadas
    type.timeInDaylight: Tiempo con luz diurna
    type.waistCircumference: Cintura
    type.walkingAsymmetryPercentage: Asimetría al caminar
    type.walkingDoubleSupportPercentage: Tiempo de doble apoyo
    type.walkingSpeed: Velocidad al caminar
    type.walkingStepLength: Longitud del paso
    activity.coreTraining: entrenamiento del core
    activity.cycling: ciclismo
    activity.dance: baile
    activity.elliptical: elíptica
    activity.functionalStrengthTraining: fuerza funcional
    activity.highIntensityIntervalTraining: intervalos de alta intensidad
    activity.hiking: senderismo
    activity.mixedMetabolicCardioTraining: cardio mixto
    activity.other: otro
    activity.pilates: pilates
    activity.rowing: remo
    activity.running: correr
    activity.soccer: fútbol
    activity.stairClimbing: subir escaleras
    activity.swimBikeRun: multideporte
    activity.swimming: natación
    activity.tennis: tenis
    activity.traditionalStrengthTraining: fuerza tradicional
    activity.walking: caminar
    activity.yoga: yoga
    viewerTitle: Diario de salud
    skip: Ir al contenido
    call: La orden que muestra lo mismo:
    asOf: A fecha de
    asOfPast: Esta página muestra lo que se sabía a fecha de %1.
    now: ahora
    show: Mostrar
    startPage: Inicio
    allTables: Todas las tablas
    tablesNote: Todas las vistas del diario. Cada una es una orden del mismo nombre.
    heads: source=Fuente; sources=Fuentes; value=Valor; start=Inicio; end=Fin; type=Tipo;
      what=Qué; line=Línea; field=Campo; by=por; event=Evento; at=registrado;
      duration=Duración; count=Número; rank=Rango; samples=Muestras; first=primera;
      last=última; reason=Motivo; note=Nota; inferred=deducido; counted=contado;
      average=Media; minimum=Mínimo; maximum=Máximo; latest=último; device=Dispositivo;
      activity=Actividad; energy (kcal)=Energía (kcal); date=Fecha; in bed=en la cama;
      asleep=dormido; awake=despierto; core=Esencial; deep=Profundo; unspecified=sin
      especificar; distance=Distancia; sum=Suma; total=total; daily average=media diaria;
      share=Parte; name=Nombre; of=de; new=nuevo; read=leído; identical=idéntico;
      corrected=corregido; complete=completo; file=Archivo; exported=exportado;
      element=Elemento; change=Cambio; day=Día; days=Días; pace=Ritmo; metres=Metros;
      rest=Descanso; pauses=Pausas; paused=en pausa; set=Serie; sets=Series; lengths=Largos;
      length=Largo; laps=Largos; style=Estilo; styles=Estilos; strokes=Brazadas; index=Orden;
      part=Parte; heart rate=Frecuencia cardiaca; systolic=sistólica; diastolic=diastólica;
      difference=Diferencia; current=ahora; earlier=antes; earlier days=días antes;
      ring=Anillo; stated=indicado; goal=Objetivo; statistic=Estadística; spread=Dispersión;
      not enough=no basta; 7 days=últimos 7 días; 28 days=últimos 28 días; 28 before=28 días
      antes; year ago=hace un año; year change=Cambio en un año; check=Comprobación;
      view=Vista; points=Puntos; workout=Entrenamiento; before=antes; after=después;
      kind=Clase; split=Parcial; naps=Siestas; quarantined=retenido; purpose=Finalidad;
      since=desde; data since=datos desde; read until=leer hasta; share until=compartir hasta;
      read before=leer antes; share before=compartir antes; import=Importación;
      tags=Etiquetas; text=Texto; verdict=Veredicto; zone=Zona horaria; symptoms=Síntomas;
      voltages=Tensiones; classification=Clasificación; first heart rate=primera frecuencia
      cardiaca; last heart rate=última frecuencia cardiaca; metres per lap=Metros por largo;
      height=Estatura; body mass=Masa corporal; body mass index=Índice de masa corporal;
      figure=Cifra; format=Formato; journal=Diario; later=Después; lines=Líneas;
      recorded=registrado; summary=Resumen; time=Tiempo; time zone=Zona horaria;
      age=Edad; pulse=Pulso; total time=tiempo total; kilocalories=kilocalorías;
      unit=Unidad; added=añadido; removed=quitado; changed=cambiado; missing=falta; date of
      birth=Fecha de nacimiento; biological sex=Sexo biológico; blood type=Grupo sanguíneo;
      wheelchair use=Silla de ruedas; height date=Fecha de la estatura; body mass date=Fecha de
      la masa corporal
    summaryHeading: Resumen
    options: Opciones
    next: Siguiente
    previous: Anterior
    up: Subir
    rowsShown: Filas %1 a %2 de %3
    moreRows: Filas %1 a %2; hay más
    noRows: Esa fila no existe.
    wrongAddress: Esta dirección no sirve
    nothingHere: Aquí no hay nada
    notRead: El diario no se puede leer
    replaced: El diario ha cambiado
    whatToDo: Corrija la dirección o siga desde la página de inicio.
    startAgain: La orden health-journal doctor dice más; después vuelva a cargar esta página. Si ahora
      debe haber otro diario aquí, termine health-journal browse y vuelva a iniciarlo.
    search: Buscar
    cameInTitle: Lo último que llegó
    periodTitle: Un periodo
    figuresTitle: Valores
    showAll: Mostrar todo
    explainedTitle: Explicar este día
    yearsTitle: Año
    unitLabel: Unidad
    compareTitle: Comparar
    comparePeriods: Dos periodos
    compareMoments: Dos momentos del diario
    compareSources: Dos fuentes
    against: Con
    earlier: Antes
    laterMoment: Después
    typeLabel: Tipo
    checkTitle: Lo que encuentra la revisión
    checkUnderWay: La revisión de todas las muestras sigue en marcha. Cargue de nuevo la página
      dentro de un momento.
    checkFound: Problemas: %1. Avisos: %2. Muestras comprobadas: %3.
    checkClean: Sin hallazgos en %1 muestras.
    partUnderWay: Los valores de muchas muestras siguen en marcha. Aparecen en un momento.
    usualTitle: Frente a lo habitual
    goTo: Ir a un día, una semana, un mes o un año
    otherSource: Otra fuente
    nightOf: Noche hasta el %1
    stagesBySource: Fases por fuente
    stagesBySourceCaption: Lo que registró cada fuente. Una barra lleva a su línea.
    howMerged: Cómo se unen las fuentes
    rateCaption: La línea es la media; el área a su alrededor va del valor menor al mayor. Una
      de cada dos bandas de 20 /min está sombreada; las bandas no son zonas de entrenamiento.
      Las líneas verticales son los finales de las vueltas.
    bandsOfWorkout: Cuánto tiempo estuvo en cada banda. Un valor dura hasta el siguiente, un
      minuto como máximo.
    elevation: Altitud, m
    elevationCaption: Metros sobre el mar, según la ruta.
    lapTimes: Vueltas y otros sucesos
    lapTimesCaption: El tiempo de cada vuelta.
    workoutParts: Partes del entrenamiento
    whyFigures: Por qué las cifras son así
    explainedCaption: Oscuro es lo que cuenta; más claro, lo que cuenta en parte; pálido, lo
      que no cuenta. Una barra lleva a su línea.
    lineTitle: Línea %1
    objectTitle: Objeto %1
    history: Historial
    imports: Importaciones
    importTitle: Importación de %1
    importOutcome: Qué fue de cada clase de elemento y cada tipo
    importChanges: Qué cambió esta importación
    rights: Derechos
    decisions: Cada decisión, en su orden
    documents: Documentos
    documentsNote: Tipos con una vista propia, como documentos, rutas y notas.
    dayAxis: El día
    dayAxisCaption: Sueño, entrenamientos y notas en su lugar. Una barra lleva a lo que
      muestra.
    """)
}
