extension WordTable {
  static let german = WordTable(
    """
    months: Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.
    weekdays: M D M D F S S
    dayMark: .
    decimalMark: ,
    groupMark: .
    leastGrouped: 4
    listMark: ;
    title: Gesundheitsbericht
    contents: Inhalt
    overviewTitle: Auf einen Blick
    overviewLead: Mittel für %1 und die Änderung gegen %2. Jede Linie zeigt die zwölf Monate bis
      %3, Woche für Woche.
    tileNote: Änderung: %1 · %2
    tileChange: Änderung: %1
    tileLine: %1 bis %2, zwischen %3 und %4
    pressureTile: Blutdruck
    glucoseTile: Glukose im Zielbereich
    glucoseDays: Messungen vom %1.
    glucoseMean: Die Linie ist das Mittel, %1 %2. %3
    eyesTitle: Zum Ansehen
    eyesCaption: Warnungen einer Uhr, Elektrokardiogramme ohne Sinusrhythmus und Probleme in den
      Daten dieses Zeitraums.
    detail: Einzelheiten
    latestOn: zuletzt am %1
    eyesMore: Weitere stehen in den Abschnitten unten: %1.
    eyesNone: In diesem Zeitraum gibt es keine Warnungen einer Uhr, keine Elektrokardiogramme
      ohne Sinusrhythmus und keine Probleme in den Daten.
    what: Was
    latest: Zuletzt
    oneMonth: 1 Monat
    monthCount: %1 Monate
    symptomsTitle: Symptome, Warnungen, EKG
    episodesCaption: Symptome und Warnungen dieses Zeitraums, die neuesten zuerst. Ein Symptom,
      das als nicht vorhanden notiert wurde, zählt nicht.
    episodesEvidence: Die Zeilen des Journals, in denen diese Messwerte stehen.
    worst: Stärkstes
    ecgTitle: Elektrokardiogramme
    ecgCaption: Die neuesten Elektrokardiogramme dieses Zeitraums: %1 von %2.
    ecgResult: Ergebnis
    ecgOf: EKG: %1
    linesTitle: Tabellen und Zeilen
    linesLink: Tabellen und Zeilen dieses Abschnitts
    linesNote: Eine Tabelle zeigt ihre Zeilen, wenn man sie öffnet. Die meisten Tabellen nennen
      die Zeilen des Journals hinter jeder Zahl.
    days: %1 Tage
    daysOf: Tage in %1
    born: geboren am %1
    years: %1 Jahre
    oneYear: 1 Jahr
    female: weiblich
    male: männlich
    asReader: Zeigt, was %1 lesen darf.
    howToRead: Die Zahlen stammen aus Messwerten eines Journals; die Tabellen am Ende der Seite
      nennen die Zeilen der Messwerte. Ein Tag ohne Daten fehlt und zählt nicht als 0.
    problemsLeftOut: Werte, die kein Mensch haben kann, sind weggelassen (%1). Der Abschnitt
      über die Daten nennt sie.
    problemsCounted: Werte, die kein Mensch haben kann, zählen mit (%1). Eine Zeichnung endet,
      wo sie beginnen, und hat dort einen Punkt.
    disclaimer: Diese Seite zeigt, was aufgezeichnet wurde. Sie enthält keine Diagnose, keine
      Bewertung und keinen Rat.
    changesTitle: Was sich geändert hat
    vitalsTitle: Letzte Werte
    activityTitle: Aktivität
    heartTitle: Herz
    sleepTitle: Schlaf
    bodyTitle: Körper
    glucoseTitle: Glukose
    workoutsTitle: Trainings
    qualityTitle: Die Daten selbst
    receiptTitle: Beleg
    noData: Keine Daten in diesem Zeitraum.
    noVitals: Bis zum Ende dieses Zeitraums wurden keine Vitalwerte aufgezeichnet.
    noActivity: Keine Schritte, keine Energie und kein Training in diesem Zeitraum.
    noHeart: Keine Herzfrequenzen in diesem Zeitraum.
    noSleep: Kein Schlaf in diesem Zeitraum.
    noBody: Kein Gewicht und kein Blutdruck in diesem Zeitraum.
    noWorkouts: Keine Trainings in diesem Zeitraum.
    steps: Schritte
    distance: Strecke
    flights: Stockwerke
    activeEnergy: Aktive Energie
    exercise: Trainingszeit
    heartRate: Herzfrequenz
    restingHeartRate: Ruhepuls
    walkingHeartRate: Puls beim Gehen
    variability: Herzfrequenzvariabilität (SDNN)
    oxygen: Sauerstoffsättigung
    breathing: Atemfrequenz
    fitness: VO₂ max
    mass: Körpergewicht
    bodyMassIndex: Body-Mass-Index
    fat: Körperfett
    height: Größe
    temperature: Körpertemperatur
    systolic: Systolisch
    diastolic: Diastolisch
    glucose: Blutzucker
    asleepANight: Schlaf je Nacht
    workoutCount: Trainings, zusammen
    deep: Tief
    core: Kern
    rem: REM
    asleep: Schlaf
    awake: Wach
    ringMove: Bewegen
    ringExercise: Trainieren
    ringStand: Stehen
    measure: Messgröße
    thisPeriod: Mittel der Tage
    before: Davor
    difference: Unterschied
    range: Bereich
    daysWithData: Tage mit Daten
    comparedWith: Verglichen mit %1, dem Zeitraum direkt davor.
    changesCaption: Von allem, was sich addiert, wie Schritten: das Mittel der Tage mit Daten,
      und als Bereich vom kleinsten zum größten Tag; von Herzfrequenzen und anderem, was
      gemessen wird: das Mittel der Werte, und vom kleinsten zum größten Wert.
    notEnough: zu wenig Daten
    evidence: Messwerte und Zeilen hinter diesen Zahlen
    evidenceCaption: Wie viele Messwerte zählen, Tag für Tag oder Nacht für Nacht addiert:
      Einer, der an zwei Tagen zählt, ist zweimal darin. Daneben die Zeilen des Journals, in
      denen sie stehen.
    samples: Messwerte
    linesHeading: Zeilen
    samplesBefore: Messwerte davor
    linesBefore: Zeilen davor
    inAll: %1 (%2 Zeilen)
    vitalsCaption: Der letzte Wert jeder Art bis %1, und wie alt er an diesem Tag ist.
    value: Wert
    age: Alter
    when: Wann
    source: Quelle
    line: Zeile
    lastDay: am selben Tag
    oneDay: 1 Tag
    ofDayCount: %1 von %2 Tagen
    ofOneDay: %1 von 1 Tag
    ofNightCount: %1 von %2 Nächten
    ofOneNight: %1 von 1 Nacht
    day: Tag
    week: Woche
    month: Monat
    daysHeading: Tage
    sum: Summe
    mean: Mittel
    least: Kleinster
    greatest: Größter
    tableOf: Tabelle: %1
    sumCaption: %1: Summe sowie Mittel, kleinster und größter der Tage mit Daten.
    meanCaption: %1: Mittel der Werte, kleinster und größter Wert.
    ofDays: %1 von %2
    ring: Ring
    ringsTitle: Ringe
    ringsCaption: Wie Apple sie angibt, sonst nach den Messwerten. Stimmt: Tage, an denen beide
      dasselbe sagen.
    ringsEvidence: Die Zeilen der Zusammenfassungen mit Zahlen und Zielen, und die der
      Messwerte.
    summaryLines: Zeilen der Zusammenfassungen
    sampleLines: Zeilen der Messwerte
    goalReached: Ziel erreicht
    statedAgrees: Stimmt
    figure: Zahl
    sources: Quellen
    more: und %1 weitere
    check: Prüfung
    kind: Art
    count: Anzahl
    whatItSays: Was sie sagt
    problem: Problem
    remark: Hinweis
    summary: Mittel %1; kleinster %2 (%3), größter %4 (%5); %6.
    weekLine: Die Linie ist das Mittel jeder Woche, ein kleiner Punkt ist ein Tag.
    monthLine: Die Linie ist das Mittel jedes Monats.
    heatTitle: %1 je Tag
    heatCaption: Ein Quadrat ist ein Tag; wo keines ist, sind keine Daten.
    heatNotes: Ein Punkt steht auf einem Tag mit einer Notiz.
    notesTitle: Notizen
    notesCaption: Notizen zu einer Zeit in diesem Zeitraum, die neuesten zuerst, wie sie
      geschrieben wurden.
    note: Notiz
    tags: Schlagworte
    bandCaption: Das Band reicht vom kleinsten zum größten Wert, die Linie ist das Mittel.
    stagesTitle: Nächte nach Phasen
    stagesCaption: Schlaf %1 je Nacht; kleinster %2, größter %3; %4. %5
    barIsNight: Ein Balken ist eine Nacht.
    barIsWeek: Ein Balken ist das Mittel der Nächte einer Woche.
    barIsMonth: Ein Balken ist das Mittel der Nächte eines Monats.
    windowsTitle: Wann Nächte beginnen und enden
    windowsCaption: Eine Linie je Nacht, vom ersten bis zum letzten Messwert, von Mittag bis
      Mittag.
    windowsWeekCaption: Eine Linie je Woche: mittlerer Beginn und mittleres Ende der Nächte, von
      Mittag bis Mittag.
    windowsMonthCaption: Eine Linie je Monat: mittlerer Beginn und mittleres Ende der Nächte,
      von Mittag bis Mittag.
    regularityTitle: Regelmäßigkeit
    regularityCaption: Mittlerer Beginn und mittleres Ende der Nächte, und wie weit sie streuen
      (Standardabweichung). Nächte tragen das Datum ihres Morgens.
    nights: Nächte
    allNights: alle
    workNights: Montag bis Freitag
    freeNights: Samstag und Sonntag
    begins: Beginnt
    ends: Endet
    spread: Streuung (SD)
    asleepHeading: Schlaf
    inBed: Im Bett
    nightsCaption: Mittel der Nächte mit Daten; eine Phase nur von den Nächten, die sie haben.
    nightsEvidence: Die Schlafmesswerte dieser Nächte, von Mittag bis Mittag, und die Zeilen des
      Journals, in denen sie stehen.
    pressureTitle: Blutdruck, mmHg
    pressureCaption: Zwei Punkte sind eine Messung: oben systolisch, unten diastolisch.
    pressureBandCaption: Die Linien sind das systolische und das diastolische Mittel jedes
      Monats, die Bänder reichen vom kleinsten zum größten Wert.
    pressureTableCaption: Systolisch / diastolisch nach der Uhr des Ortes. Streuung ist die
      Standardabweichung; hoch ist der Anteil der Messungen bei oder über %1.
    pressureLimits: Gestrichelt: %1, die Grenzwerte für Messungen zu Hause (ESH 2023).
    pressureHigh: %1 von %2 Messungen bei oder über %3 (%4)
    highReadings: Hoch
    pressureEvidence: Die Zeilen des Journals, in denen diese Messungen stehen.
    timeOfDay: Tageszeit
    allDay: alle
    night: 00–06
    morning: 06–12
    afternoon: 12–18
    evening: 18–24
    readings: Messungen
    notEnoughGlucose: Ein Glukoseprofil braucht %1 Tage mit %2 % ihrer Stunden; hier: %3 mit %4
      %, daher stehen hier nur die Messungen.
    profileTitle: Ambulantes Glukoseprofil
    profileCaption: %1, %2 Tage, %3 Messungen, nach halben Stunden des Tages: Median, 25. bis
      75. und 5. bis 95. Perzentil, in den Farben der Bereiche; gestrichelt: %4 und %5.
    profileTableCaption: Perzentile der Messungen nach halben Stunden des Tages, %1; wo es
      weniger als fünf sind, keine.
    rangesTitle: Zeit in Bereichen
    rangesFigureCaption: Der Anteil der Messungen in jedem Bereich.
    dayProfilesTitle: Tagesprofile
    dayProfilesCaption: Eine Zeichnung ist ein Tag, von Mitternacht bis Mitternacht. Ihre Höhe
      ist %1, das grüne Band %2.
    rangesCaption: Anteile der Messungen, daneben die Ziele des internationalen Konsenses von
      2019 für Erwachsene mit Diabetes.
    share: Anteil
    consensus: Konsens
    variation: Variationskoeffizient
    managementIndicator: Glukose-Management-Indikator
    coverage: Stunden mit Messungen
    glucoseCaption: Glukose vom %1.
    activitiesCaption: Trainings nach Aktivität: aktive Zeit, Strecke und Energie zusammen,
      mittlere Herzfrequenz der Trainings.
    activity: Aktivität
    time: Zeit
    energy: Energie
    meanRate: Mittlerer Puls, /min
    workoutBarsTitle: Stunden Training
    workoutBarsCaption: %1, zusammen %2.
    workouts: %1 Trainings
    oneWorkout: 1 Training
    bandsTitle: Herzfrequenz im Training, /min
    bandsCaption: Wie lange sie in jedem Band lag. Trainings mit Herzfrequenzen: %1 von %2. Ein
      Wert gilt bis zum nächsten, höchstens eine Minute.
    newest: Neueste Trainings: %1 von %2
    workoutListCaption: Die neuesten Trainings.
    lengthsTitle: Sekunden je Bahn
    lengthsCaption: Schwimmen am %1: %2 Bahnen, %3 /100 m
    splitsTitle: Zwischenzeiten
    runLog: Läufe
    clocks: Uhren
    profile: Profil
    splitsCaption: Die Zeit jedes Kilometers oder jeder Meile; die letzte Zeile ist der Rest.
    splitsTableCaption: Training vom %1, eine Zeile je Kilometer; die letzte ist der Rest.
    swimsTitle: Schwimmen
    swimsCaption: Neueste: %1.
    laps: Bahnen
    pace: Tempo
    styles: Stile
    workoutPartsCaption: Trainings nach Zeit: aktive Zeit, Strecke und Energie zusammen,
      mittlere Herzfrequenz der Trainings.
    lengthsTableCaption: Schwimmen am %1, eine Zeile je Bahn.
    length: Bahn
    strokes: Züge
    style: Stil
    lineOf: Zeile %1
    routesTitle: Wege
    routesCaption: Die Form jedes Weges, ohne Karte und ohne Ort; jeder hat seinen eigenen
      Maßstab.
    byHand: von Hand eingegeben
    route: Weg
    points: %1 Punkte
    sourcesCaption: Wer in diesem Zeitraum was geschrieben hat. Die Nummern sind die
      Reihenfolge, in der Quellen zählen, wo sie dieselbe Zeit gemessen haben.
    sourcesEvidence: Die Messwerte jeder Messgröße in diesem Zeitraum, mit denen, die zu seinem
      Beginn enden, und die Zeilen des Journals, in denen die seiner Tage stehen.
    mergedTitle: Wie ein Tag zusammengeführt wird: %1
    mergedCaption: An diesem Tag haben mehrere Quellen Schritte gezählt. In jedem Augenblick
      zählt nur die erste in der Reihenfolge oben, damit kein Schritt doppelt zählt.
    mergedTableCaption: Schritte des Tages nach Quelle, zusammen %1.
    counted: Gezählt
    findingsTitle: Befunde der Prüfung
    noFindings: Die Prüfungen fanden nichts in %1.
    inSamples: %1 Messwerten
    inOneSample: 1 Messwert
    findings: %1 Befunde
    oneFinding: 1 Befund
    findingsCaption: %1 in %2, die wichtigsten zuerst, höchstens %3. Ein Hinweis ist nicht immer
      ein Fehler.
    receiptNote: Diese Seite entsteht aus den Zeilen eines Journals und aus nichts anderem:
      dieselben Zeilen und derselbe Befehl ergeben dieselbe Seite, Byte für Byte.
    verifyNote: Der Kettenwert ist ein Hash über alle Zeilen bis zur letzten. audit berechnet
      ihn neu; ist es der obige, wurde keine Zeile geändert, entfernt oder eingefügt.
    journal: Journal
    format: Format
    lastLine: Letzte Zeile
    recorded: Aufgezeichnet
    chain: Kettenwert
    chainVerified: Geprüft
    chainGood: Die Kette der Zeilen 1 bis %1 wurde berechnet und verglichen, als diese Seite
      entstand
    liveObjects: Gültige Objekte
    ofTypes: %1 = %2 von Arten, um die es in Abschnitten geht, + %3 von anderen
    zone: Zeitzone
    zoneRules: Zonenregeln
    rules: Regeln der Werte
    program: Programm
    againCommand: Neu erstellen
    auditCommand: Zeilen prüfen
    unknownType: Messwerte einer Art, die hier nicht bekannt ist
    unknownValues: Messwerte mit einem Wert, der hier nicht bekannt ist
    countedAsAsleep: sie zählen als Schlaf
    unknownZone: mit der Zeitzone %1, die hier nicht bekannt ist; es gelten die Tage von %2
    ahead: beginnen nach ihrer Aufzeichnung oder Ausgabe
    withoutLength: haben keine Dauer, obwohl sie über eine Zeit gemessen werden
    inOneSecond: beginnen und enden in derselben Sekunde
    tooLong: dauern länger, als es bei ihrer Art möglich ist
    copies: weitere Kopien von gleichen; Gruppen: %1
    outside: außerhalb von %1
    fromTo: %1 bis %2
    orMore: %1 oder mehr
    orLess: %1 oder weniger
    later: mehr als %1 h nach ihrem Ende aufgezeichnet
    gaps: Tage ohne Messwerte; Lücken: %1
    shortDays: Tage, an denen eine Uhr unter %1 h getragen wurde; Tage insgesamt: %2; Median %3
      h
    overlaps: Paare von Quellen, die sich überlappen; Tage mit mehreren Quellen: %1
    notCompared: nicht verglichene Quellen: %1
    sharedEfforts: Paare von Quellen, die dasselbe aufgezeichnet haben; es zählt einmal
    longerThanSpan: geben mehr aktive Zeit an, als es gibt; Summen lassen sie weg
    unitChanges: Wechsel der Einheit: %1
    ofUnit: %1 in %2
    severalMeasures: mehrere
    findingLines: Zeilen hinter diesen Befunden
    findingLinesCaption: Die Zeilen, in denen das Gefundene steht; wo Tage oder Quellen gezählt
      werden, die aller Messwerte der Messgröße.
    style.unknown: unbekannt
    style.mixed: gemischt
    style.freestyle: Kraul
    style.backstroke: Rücken
    style.breaststroke: Brust
    style.butterfly: Schmetterling
    style.kickboard: Kickboard
    ecg.sinusRhythm: Sinusrhythmus
    ecg.atrialFibrillation: Vorhofflimmern
    ecg.inconclusiveLowHeartRate: nicht eindeutig, niedrige Herzfrequenz
    ecg.inconclusiveHighHeartRate: nicht eindeutig, hohe Herzfrequenz
    ecg.inconclusivePoorReading: nicht eindeutig, schlechte Aufzeichnung
    ecg.inconclusiveOther: nicht eindeutig
    ecg.unrecognized: nicht erkannt
    ecg.notSet: nicht beurteilt
    severity.unspecified: –
    severity.mild: leicht
    severity.moderate: mittel
    severity.severe: stark
    check.zeroLength: Ohne Dauer
    check.absurdLength: Zu lang
    check.duplicates: Kopien
    check.implausible: Unplausibel
    check.wholeSecond: Eine Sekunde
    check.future: Zukunft
    check.late: Verspätet
    check.gaps: Lücken
    check.wear: Tragezeit
    check.unitChanges: Einheiten
    check.overlaps: Überlappungen
    check.unknownTypes: Unbekannte Arten
    check.unknownValues: Unbekannte Werte
    check.zones: Zeitzonen
    type.appleStandHour: Stehstunden
    type.appleStandTime: Stehzeit
    type.appleWalkingSteadiness: Gangstabilität
    type.basalEnergyBurned: Ruheenergie
    type.dietaryCaffeine: Koffein
    type.dietaryCarbohydrates: Kohlenhydrate
    type.dietaryEnergyConsumed: Nahrungsenergie
    type.dietaryFatTotal: Nahrungsfett
    type.dietaryProtein: Eiweiß
    type.dietarySugar: Zucker
    type.dietaryWater: Wasser
    type.distanceCycling: Radstrecke
    type.distanceSwimming: Schwimmstrecke
    type.environmentalAudioExposure: Umgebungslärm
    type.headphoneAudioExposure: Kopfhörer
    type.appleWalkingSteadinessEvent: Geringe Gangstabilität
    type.highHeartRateEvent: Hohe Herzfrequenz
    type.hypertensionEvent: Möglicher Bluthochdruck
    type.irregularHeartRhythmEvent: Unregelmäßiger Rhythmus
    type.lowCardioFitnessEvent: Geringe Cardiofitness
    type.lowHeartRateEvent: Niedrige Herzfrequenz
    type.sleepApneaEvent: Mögliche Schlafapnoe
    type.headache: Kopfschmerzen
    type.fever: Fieber
    type.coughing: Husten
    type.nausea: Übelkeit
    type.dizziness: Schwindel
    type.fatigue: Erschöpfung
    type.shortnessOfBreath: Kurzatmigkeit
    type.chestTightnessOrPain: Enge oder Schmerz in der Brust
    type.skippedHeartbeat: Aussetzender Herzschlag
    type.rapidPoundingOrFlutteringHeartbeat: Herzrasen oder Herzflattern
    type.lowerBackPain: Kreuzschmerzen
    type.soreThroat: Halsschmerzen
    type.moodChanges: Stimmungswechsel
    type.sleepChanges: Veränderter Schlaf
    type.appetiteChanges: Veränderter Appetit
    type.insulinDelivery: Insulin
    type.mindfulSession: Achtsamkeit
    type.physicalEffort: Körperliche Belastung
    type.runningPower: Laufleistung
    type.runningSpeed: Lauftempo
    type.sixMinuteWalkTestDistance: Sechs-Minuten-Gehtest
    type.stairAscentSpeed: Tempo treppauf
    type.stairDescentSpeed: Tempo treppab
    type.swimmingStrokeCount: Schwimmzüge
    type.timeInDaylight: Zeit im Tageslicht
    type.waistCircumference: Taillenumfang
    type.walkingAsymmetryPercentage: Gangasymmetrie
    type.walkingDoubleSupportPercentage: Bipedale Abstützzeit
    type.walkingSpeed: Gehtempo
    type.walkingStepLength: Schrittlänge
    activity.coreTraining: Rumpftraining
    activity.cycling: Radfahren
    activity.dance: Tanzen
    activity.elliptical: Crosstrainer
    activity.functionalStrengthTraining: funktionales Krafttraining
    activity.highIntensityIntervalTraining: Intervalltraining
    activity.hiking: Wandern
    activity.mixedMetabolicCardioTraining: gemischtes Cardio
    activity.other: anderes
    activity.pilates: Pilates
    activity.rowing: Rudern
    activity.running: Laufen
    activity.soccer: Fußball
    activity.stairClimbing: Treppensteigen
    activity.swimBikeRun: Multisport
    activity.swimming: Schwimmen
    activity.tennis: Tennis
    activity.traditionalStrengthTraining: klassisches Krafttraining
    activity.walking: Gehen
    activity.yoga: Yoga
    viewerTitle: Gesundheitsjournal
    skip: Zum Inhalt springen
    call: Der Befehl, der dasselbe zeigt:
    asOf: Stand
    asOfPast: Diese Seite zeigt, was zum Stand %1 bekannt war.
    now: jetzt
    show: Zeigen
    startPage: Anfang
    allTables: Alle Tabellen
    tablesNote: Alle Sichten des Journals. Jede ist ein Befehl mit demselben Namen.
    heads: source=Quelle; sources=Quellen; value=Wert; start=Beginn; end=Ende; type=Typ;
      what=Was; line=Zeile; field=Feld; by=durch; event=Ereignis; at=aufgezeichnet;
      duration=Dauer; count=Anzahl; rank=Rang; samples=Messwerte; first=erster; last=letzter;
      reason=Grund; note=Anmerkung; inferred=abgeleitet; counted=gezählt; average=Mittel;
      minimum=Minimum; maximum=Maximum; latest=zuletzt; device=Gerät; activity=Aktivität;
      energy (kcal)=Energie (kcal); date=Datum; in bed=im Bett; asleep=geschlafen; awake=wach;
      core=Kern; deep=Tief; unspecified=nicht bestimmt; distance=Strecke; sum=Summe;
      total=gesamt; daily average=Tagesmittel; share=Anteil; name=Name; of=davon; new=neu;
      read=gelesen; identical=gleich; corrected=berichtigt; complete=vollständig; file=Datei;
      exported=exportiert; element=Element; change=Änderung; day=Tag; days=Tage; pace=Tempo;
      metres=Meter; rest=Pause; pauses=Pausen; paused=pausiert; set=Satz; sets=Sätze;
      lengths=Bahnen; length=Bahn; laps=Bahnen; style=Stil; styles=Stile; strokes=Züge;
      index=Nummer; part=Teil; heart rate=Herzfrequenz; systolic=systolisch;
      diastolic=diastolisch; difference=Unterschied; current=jetzt; earlier=früher; earlier
      days=frühere Tage; ring=Ring; stated=angegeben; goal=Ziel; statistic=Kennzahl;
      spread=Streuung; not enough=nicht genug; 7 days=letzte 7 Tage; 28 days=letzte 28 Tage;
      28 before=28 Tage davor; year ago=vor einem Jahr; year change=Änderung im Jahr;
      check=Prüfung; view=Sicht; points=Punkte; workout=Training; before=vorher;
      after=nachher; kind=Art; split=Abschnitt; naps=Nickerchen; quarantined=zurückgehalten;
      purpose=Zweck; since=seit; data since=Daten seit; read until=lesen bis; share until=teilen
      bis; read before=lesen vorher; share before=teilen vorher; import=Import;
      tags=Schlagwörter; text=Text; verdict=Urteil; zone=Zeitzone; symptoms=Symptome;
      voltages=Spannungen; classification=Einstufung; first heart rate=erste Herzfrequenz; last
      heart rate=letzte Herzfrequenz; metres per lap=Meter je Bahn;
      age=Alter; height=Größe; body mass=Körpergewicht; body mass index=Body-Mass-Index;
      figure=Zahl; format=Format; journal=Journal; later=später; lines=Zeilen;
      recorded=aufgezeichnet; summary=Inhalt; time=Zeit; time zone=Zeitzone;
      pulse=Puls; total time=Gesamtzeit; kilocalories=Kilokalorien; unit=Einheit;
      added=neu; removed=entfernt; changed=geändert; missing=fehlt; date of birth=Geburtsdatum;
      biological sex=biologisches Geschlecht; blood type=Blutgruppe; wheelchair
      use=Rollstuhlnutzung; height date=Datum der Größe; body mass date=Datum des Gewichts
    summaryHeading: Inhalt
    options: Optionen
    next: Weiter
    previous: Zurück
    up: Nach oben
    rowsShown: Zeilen %1 bis %2 von %3
    moreRows: Zeilen %1 bis %2; es gibt weitere
    noRows: Diese Zeile gibt es nicht.
    wrongAddress: Diese Adresse gilt nicht
    nothingHere: Hier ist nichts
    notRead: Das Journal ist nicht lesbar
    replaced: Das Journal wurde ausgetauscht
    whatToDo: Bitte die Adresse berichtigen oder vom Anfang aus weitergehen.
    startAgain: Der Befehl health-journal doctor sagt mehr; danach diese Seite neu laden. Soll jetzt
      ein anderes Journal hier sein, health-journal browse beenden und neu starten.
    search: Suchen
    cameInTitle: Zuletzt eingegangen
    periodTitle: Ein Zeitraum
    figuresTitle: Werte
    showAll: Alle zeigen
    explainedTitle: Diesen Tag erklären
    yearsTitle: Jahr
    unitLabel: Einheit
    compareTitle: Vergleichen
    comparePeriods: Zwei Zeiträume
    compareMoments: Zwei Stände des Journals
    compareSources: Zwei Quellen
    against: Gegen
    earlier: Früher
    laterMoment: Später
    typeLabel: Typ
    checkTitle: Was die Prüfung findet
    checkUnderWay: Die Prüfung aller Messwerte läuft noch. Bitte gleich noch einmal laden.
    checkFound: Probleme: %1. Hinweise: %2. Geprüfte Messwerte: %3.
    checkClean: Keine Befunde in %1 Messwerten.
    partUnderWay: Die Werte aus vielen Messungen entstehen noch. Sie erscheinen gleich.
    usualTitle: Gegen das Übliche
    goTo: Zu einem Tag, einer Woche, einem Monat oder einem Jahr
    otherSource: Andere Quelle
    nightOf: Nacht zum %1
    stagesBySource: Phasen nach Quelle
    stagesBySourceCaption: Was jede Quelle aufgezeichnet hat. Ein Balken führt zu seiner Zeile.
    howMerged: Wie Quellen vereint werden
    rateCaption: Die Linie ist der Mittelwert, die Fläche um sie geht vom kleinsten bis zum
      größten Wert. Jeder zweite Bereich von 20 /min ist getönt; die Bereiche sind keine
      Trainingszonen. Senkrechte Linien sind die Enden von Runden.
    bandsOfWorkout: Wie lange sie in jedem Bereich lag. Ein Wert gilt bis zum nächsten,
      höchstens eine Minute.
    elevation: Höhe, m
    elevationCaption: Meter über dem Meer, wie die Route sie angibt.
    lapTimes: Runden und andere Ereignisse
    lapTimesCaption: Die Zeit jeder Runde.
    workoutParts: Teile des Trainings
    whyFigures: Warum die Zahlen so sind
    explainedCaption: Dunkel ist, was zählt, heller, was zum Teil zählt, blass, was nicht
      zählt. Ein Balken führt zu seiner Zeile.
    lineTitle: Zeile %1
    objectTitle: Objekt %1
    history: Verlauf
    imports: Importe
    importTitle: Import von %1
    importOutcome: Was aus jeder Art von Element und jedem Typ wurde
    importChanges: Was dieser Import geändert hat
    rights: Rechte
    decisions: Jede Entscheidung, der Reihe nach
    documents: Dokumente
    documentsNote: Typen mit einer eigenen Ansicht, etwa Dokumente, Strecken und Notizen.
    dayAxis: Der Tag
    dayAxisCaption: Schlaf, Trainings und Notizen an ihrem Platz. Ein Balken führt zu dem, was
      er zeigt.
    """)
}
