// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension WorkoutActivityType {
  /// `HKWorkoutActivityTypeAmericanFootball`, 1.
  public static var americanFootball: Self { Self(index: 0) }
  /// `HKWorkoutActivityTypeArchery`, 2.
  public static var archery: Self { Self(index: 1) }
  /// `HKWorkoutActivityTypeAustralianFootball`, 3.
  public static var australianFootball: Self { Self(index: 2) }
  /// `HKWorkoutActivityTypeBadminton`, 4.
  public static var badminton: Self { Self(index: 3) }
  /// `HKWorkoutActivityTypeBarre`, 58.
  public static var barre: Self { Self(index: 4) }
  /// `HKWorkoutActivityTypeBaseball`, 5.
  public static var baseball: Self { Self(index: 5) }
  /// `HKWorkoutActivityTypeBasketball`, 6.
  public static var basketball: Self { Self(index: 6) }
  /// `HKWorkoutActivityTypeBowling`, 7.
  public static var bowling: Self { Self(index: 7) }
  /// `HKWorkoutActivityTypeBoxing`, 8.
  public static var boxing: Self { Self(index: 8) }
  /// `HKWorkoutActivityTypeCardioDance`, 77.
  public static var cardioDance: Self { Self(index: 9) }
  /// `HKWorkoutActivityTypeClimbing`, 9.
  public static var climbing: Self { Self(index: 10) }
  /// `HKWorkoutActivityTypeCooldown`, 80.
  public static var cooldown: Self { Self(index: 11) }
  /// `HKWorkoutActivityTypeCoreTraining`, 59.
  public static var coreTraining: Self { Self(index: 12) }
  /// `HKWorkoutActivityTypeCricket`, 10.
  public static var cricket: Self { Self(index: 13) }
  /// `HKWorkoutActivityTypeCrossCountrySkiing`, 60.
  public static var crossCountrySkiing: Self { Self(index: 14) }
  /// `HKWorkoutActivityTypeCrossTraining`, 11.
  public static var crossTraining: Self { Self(index: 15) }
  /// `HKWorkoutActivityTypeCurling`, 12.
  public static var curling: Self { Self(index: 16) }
  /// `HKWorkoutActivityTypeCycling`, 13.
  public static var cycling: Self { Self(index: 17) }
  /// `HKWorkoutActivityTypeDance`, 14.
  public static var dance: Self { Self(index: 18) }
  /// `HKWorkoutActivityTypeDanceInspiredTraining`, 15.
  public static var danceInspiredTraining: Self { Self(index: 19) }
  /// `HKWorkoutActivityTypeDiscSports`, 75.
  public static var discSports: Self { Self(index: 20) }
  /// `HKWorkoutActivityTypeDownhillSkiing`, 61.
  public static var downhillSkiing: Self { Self(index: 21) }
  /// `HKWorkoutActivityTypeElliptical`, 16.
  public static var elliptical: Self { Self(index: 22) }
  /// `HKWorkoutActivityTypeEquestrianSports`, 17.
  public static var equestrianSports: Self { Self(index: 23) }
  /// `HKWorkoutActivityTypeFencing`, 18.
  public static var fencing: Self { Self(index: 24) }
  /// `HKWorkoutActivityTypeFishing`, 19.
  public static var fishing: Self { Self(index: 25) }
  /// `HKWorkoutActivityTypeFitnessGaming`, 76.
  public static var fitnessGaming: Self { Self(index: 26) }
  /// `HKWorkoutActivityTypeFlexibility`, 62.
  public static var flexibility: Self { Self(index: 27) }
  /// `HKWorkoutActivityTypeFunctionalStrengthTraining`, 20.
  public static var functionalStrengthTraining: Self { Self(index: 28) }
  /// `HKWorkoutActivityTypeGolf`, 21.
  public static var golf: Self { Self(index: 29) }
  /// `HKWorkoutActivityTypeGymnastics`, 22.
  public static var gymnastics: Self { Self(index: 30) }
  /// `HKWorkoutActivityTypeHandCycling`, 74.
  public static var handCycling: Self { Self(index: 31) }
  /// `HKWorkoutActivityTypeHandball`, 23.
  public static var handball: Self { Self(index: 32) }
  /// `HKWorkoutActivityTypeHighIntensityIntervalTraining`, 63.
  public static var highIntensityIntervalTraining: Self { Self(index: 33) }
  /// `HKWorkoutActivityTypeHiking`, 24.
  public static var hiking: Self { Self(index: 34) }
  /// `HKWorkoutActivityTypeHockey`, 25.
  public static var hockey: Self { Self(index: 35) }
  /// `HKWorkoutActivityTypeHunting`, 26.
  public static var hunting: Self { Self(index: 36) }
  /// `HKWorkoutActivityTypeJumpRope`, 64.
  public static var jumpRope: Self { Self(index: 37) }
  /// `HKWorkoutActivityTypeKickboxing`, 65.
  public static var kickboxing: Self { Self(index: 38) }
  /// `HKWorkoutActivityTypeLacrosse`, 27.
  public static var lacrosse: Self { Self(index: 39) }
  /// `HKWorkoutActivityTypeMartialArts`, 28.
  public static var martialArts: Self { Self(index: 40) }
  /// `HKWorkoutActivityTypeMindAndBody`, 29.
  public static var mindAndBody: Self { Self(index: 41) }
  /// `HKWorkoutActivityTypeMixedCardio`, 73.
  public static var mixedCardio: Self { Self(index: 42) }
  /// `HKWorkoutActivityTypeMixedMetabolicCardioTraining`, 30.
  public static var mixedMetabolicCardioTraining: Self { Self(index: 43) }
  /// `HKWorkoutActivityTypeOther`, 3000.
  public static var other: Self { Self(index: 44) }
  /// `HKWorkoutActivityTypePaddleSports`, 31.
  public static var paddleSports: Self { Self(index: 45) }
  /// `HKWorkoutActivityTypePickleball`, 79.
  public static var pickleball: Self { Self(index: 46) }
  /// `HKWorkoutActivityTypePilates`, 66.
  public static var pilates: Self { Self(index: 47) }
  /// `HKWorkoutActivityTypePlay`, 32.
  public static var play: Self { Self(index: 48) }
  /// `HKWorkoutActivityTypePreparationAndRecovery`, 33.
  public static var preparationAndRecovery: Self { Self(index: 49) }
  /// `HKWorkoutActivityTypeRacquetball`, 34.
  public static var racquetball: Self { Self(index: 50) }
  /// `HKWorkoutActivityTypeRowing`, 35.
  public static var rowing: Self { Self(index: 51) }
  /// `HKWorkoutActivityTypeRugby`, 36.
  public static var rugby: Self { Self(index: 52) }
  /// `HKWorkoutActivityTypeRunning`, 37.
  public static var running: Self { Self(index: 53) }
  /// `HKWorkoutActivityTypeSailing`, 38.
  public static var sailing: Self { Self(index: 54) }
  /// `HKWorkoutActivityTypeSkatingSports`, 39.
  public static var skatingSports: Self { Self(index: 55) }
  /// `HKWorkoutActivityTypeSnowSports`, 40.
  public static var snowSports: Self { Self(index: 56) }
  /// `HKWorkoutActivityTypeSnowboarding`, 67.
  public static var snowboarding: Self { Self(index: 57) }
  /// `HKWorkoutActivityTypeSoccer`, 41.
  public static var soccer: Self { Self(index: 58) }
  /// `HKWorkoutActivityTypeSocialDance`, 78.
  public static var socialDance: Self { Self(index: 59) }
  /// `HKWorkoutActivityTypeSoftball`, 42.
  public static var softball: Self { Self(index: 60) }
  /// `HKWorkoutActivityTypeSquash`, 43.
  public static var squash: Self { Self(index: 61) }
  /// `HKWorkoutActivityTypeStairClimbing`, 44.
  public static var stairClimbing: Self { Self(index: 62) }
  /// `HKWorkoutActivityTypeStairs`, 68.
  public static var stairs: Self { Self(index: 63) }
  /// `HKWorkoutActivityTypeStepTraining`, 69.
  public static var stepTraining: Self { Self(index: 64) }
  /// `HKWorkoutActivityTypeSurfingSports`, 45.
  public static var surfingSports: Self { Self(index: 65) }
  /// `HKWorkoutActivityTypeSwimBikeRun`, 82.
  public static var swimBikeRun: Self { Self(index: 66) }
  /// `HKWorkoutActivityTypeSwimming`, 46.
  public static var swimming: Self { Self(index: 67) }
  /// `HKWorkoutActivityTypeTableTennis`, 47.
  public static var tableTennis: Self { Self(index: 68) }
  /// `HKWorkoutActivityTypeTaiChi`, 72.
  public static var taiChi: Self { Self(index: 69) }
  /// `HKWorkoutActivityTypeTennis`, 48.
  public static var tennis: Self { Self(index: 70) }
  /// `HKWorkoutActivityTypeTrackAndField`, 49.
  public static var trackAndField: Self { Self(index: 71) }
  /// `HKWorkoutActivityTypeTraditionalStrengthTraining`, 50.
  public static var traditionalStrengthTraining: Self { Self(index: 72) }
  /// `HKWorkoutActivityTypeTransition`, 83.
  public static var transition: Self { Self(index: 73) }
  /// `HKWorkoutActivityTypeUnderwaterDiving`, 84.
  public static var underwaterDiving: Self { Self(index: 74) }
  /// `HKWorkoutActivityTypeVolleyball`, 51.
  public static var volleyball: Self { Self(index: 75) }
  /// `HKWorkoutActivityTypeWalking`, 52.
  public static var walking: Self { Self(index: 76) }
  /// `HKWorkoutActivityTypeWaterFitness`, 53.
  public static var waterFitness: Self { Self(index: 77) }
  /// `HKWorkoutActivityTypeWaterPolo`, 54.
  public static var waterPolo: Self { Self(index: 78) }
  /// `HKWorkoutActivityTypeWaterSports`, 55.
  public static var waterSports: Self { Self(index: 79) }
  /// `HKWorkoutActivityTypeWheelchairRunPace`, 71.
  public static var wheelchairRunPace: Self { Self(index: 80) }
  /// `HKWorkoutActivityTypeWheelchairWalkPace`, 70.
  public static var wheelchairWalkPace: Self { Self(index: 81) }
  /// `HKWorkoutActivityTypeWrestling`, 56.
  public static var wrestling: Self { Self(index: 82) }
  /// `HKWorkoutActivityTypeYoga`, 57.
  public static var yoga: Self { Self(index: 83) }
}
