package import HealthViews

/// A text that each language has, by its name in the tables. `%1`, `%2` … are placeholders for what
/// is filled in.
package enum Word: String, CaseIterable {
  // What the page says of itself, and the headings of sections.

  case title, contents, days, daysOf, born, years, oneYear, female, male, asReader,
    howToRead, problemsLeftOut, problemsCounted, disclaimer, changesTitle, vitalsTitle,
    activityTitle, heartTitle, sleepTitle, bodyTitle, glucoseTitle, workoutsTitle,
    qualityTitle, receiptTitle, noData, noVitals, noActivity, noHeart, noSleep, noBody,
    noWorkouts, steps, distance, flights, activeEnergy, exercise, heartRate,
    restingHeartRate, walkingHeartRate, variability, oxygen, breathing, fitness, mass,
    bodyMassIndex, fat, height, temperature, systolic, diastolic, glucose, asleepANight,
    workoutCount, deep, core, rem, asleep, awake, ringMove, ringExercise, ringStand,
    measure, thisPeriod, before, difference, range, daysWithData, comparedWith,
    changesCaption, notEnough, evidence, evidenceCaption, samples, linesHeading,
    samplesBefore, linesBefore, inAll, vitalsCaption, value, age, when, source, line,
    lastDay, oneDay, ofDayCount, ofOneDay, ofNightCount, ofOneNight, day, week, month,
    daysHeading, sum, mean, least, greatest, tableOf, sumCaption, meanCaption, ofDays, ring,
    ringsTitle, ringsCaption, ringsEvidence, summaryLines, sampleLines, goalReached,
    statedAgrees, figure, sources, more, check, kind, count, whatItSays, problem, remark

  // What the first page says.

  case overviewTitle, overviewLead, tileNote, tileChange, tileLine, pressureTile,
    glucoseTile, glucoseDays, glucoseMean, eyesTitle, eyesCaption, detail, latestOn, eyesMore,
    eyesNone, what, latest,
    oneMonth, monthCount, symptomsTitle, episodesCaption, episodesEvidence, worst, ecgTitle,
    ecgCaption, ecgResult, ecgOf, linesTitle, linesLink, linesNote

  // What sections say.

  case summary, weekLine, monthLine, heatTitle, heatCaption, bandCaption, stagesTitle,
    stagesCaption, barIsNight, barIsWeek, barIsMonth, windowsTitle, windowsCaption,
    windowsWeekCaption, windowsMonthCaption, regularityTitle, regularityCaption, nights,
    allNights, workNights, freeNights, begins, ends, spread, asleepHeading, inBed,
    nightsCaption, nightsEvidence, pressureTitle, pressureCaption, pressureBandCaption,
    pressureLimits, pressureHigh, highReadings, pressureTableCaption, pressureEvidence,
    timeOfDay, allDay, night, morning, afternoon, evening, readings, notEnoughGlucose,
    profileTitle, profileCaption, profileTableCaption, rangesTitle, rangesFigureCaption,
    dayProfilesTitle, dayProfilesCaption, rangesCaption, share, consensus, variation,
    managementIndicator, coverage, glucoseCaption, activitiesCaption, activity, time,
    energy, meanRate, workoutBarsTitle, workoutBarsCaption, workouts, oneWorkout,
    bandsTitle, bandsCaption, newest, workoutListCaption, lengthsTitle, lengthsCaption,
    splitsTitle, splitsCaption, splitsTableCaption, swimsTitle, swimsCaption, laps, pace,
    styles, workoutPartsCaption, lengthsTableCaption, length, strokes, style, lineOf,
    routesTitle, routesCaption, byHand, route, points,
    sourcesCaption, sourcesEvidence, mergedTitle, mergedCaption, mergedTableCaption,
    counted, findingsTitle, noFindings, inSamples, inOneSample, findings, oneFinding,
    findingsCaption, receiptNote, verifyNote, journal, format, lastLine, recorded, chain,
    chainVerified, chainGood, liveObjects, ofTypes, zone, zoneRules, rules, program,
    againCommand, auditCommand, unknownValues, unknownType, countedAsAsleep, unknownZone,
    ahead, withoutLength, inOneSecond, tooLong, copies, outside, fromTo, orMore, orLess,
    later, gaps, shortDays, overlaps, notCompared, sharedEfforts, longerThanSpan,
    unitChanges, ofUnit, severalMeasures, findingLines, findingLinesCaption, notesTitle,
    notesCaption, note, tags, heatNotes, runLog, clocks, profile

  // What the pages of the viewer say.

  case viewerTitle, skip, call, asOf, asOfPast, now, show, startPage, allTables, tablesNote, heads,
    summaryHeading, options, next, previous, up, rowsShown, moreRows, noRows, wrongAddress,
    nothingHere, notRead, replaced, whatToDo, startAgain, search, cameInTitle, periodTitle,
    figuresTitle, showAll, explainedTitle, yearsTitle, unitLabel, compareTitle, comparePeriods,
    compareMoments, compareSources, against, earlier, laterMoment, typeLabel, checkTitle,
    checkUnderWay, checkFound, checkClean, partUnderWay, usualTitle, goTo, otherSource

  // What its pages of details say.

  case nightOf, stagesBySource, stagesBySourceCaption, howMerged, rateCaption,
    bandsOfWorkout, elevation, elevationCaption, lapTimes, lapTimesCaption, workoutParts,
    whyFigures, explainedCaption, lineTitle, objectTitle, history, imports, importTitle,
    importOutcome, importChanges, rights, decisions, documents, documentsNote, dayAxis,
    dayAxisCaption

  // How a language spells numbers and dates.

  case months, weekdays, dayMark, decimalMark, groupMark, leastGrouped, listMark
}

extension Words {
  /// Returns a finding's statement in words.
  package func statement(_ statement: CheckStatement) -> String {
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
    case .unknownType: self(.unknownType)
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
