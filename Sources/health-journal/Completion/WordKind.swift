import HealthProjections

/// What a word on the command line names. It follows from the word that help has for it: `TYPE`,
/// `FILE`, `start|pause`.
enum WordKind: Hashable {
  case words([String])
  case types, fields, orders, sources, bundles, views, commands, topics, units, activities
  case times, days, periods, formats, zones, files, folders

  /// What help calls by this word; nil: something that cannot be listed.
  init?(_ word: String) {
    let found: WordKind? =
      switch word {
      case "TYPE", "TYPES", "WORD": .types
      case "FIELD", "FIELD,FIELD": .fields
      case "SOURCE": .bundles
      case "VIEW": .views
      case "COMMAND": .commands
      case "TOPIC": .topics
      case "UNIT": .units
      case "ACTIVITY": .activities
      case "TIME", "SEQ|TIME", "A", "B": .times
      case "DAY": .days
      case "PERIOD": .periods
      case "FORMAT": .formats
      case "ZONE": .zones
      case "FILE", "PATH": .files
      case "DIR": .folders
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  /// What the value of an option names.
  init?(_ option: Option) {
    if !option.choices.isEmpty {
      self = .words(option.choices)
    } else if option.name == Option.sort.name {
      self = .orders
    } else if option.name == Option.source.name {
      self = .sources
    } else if let value = option.value, let kind = WordKind(value) {
      self = kind
    } else {
      return nil
    }
  }

  /// What the word at an index of a command names, by what help says of its words, as `A B [VIEW]`.
  static func kinds(at index: Int, of words: String) -> [WordKind] {
    let shape = words.split(separator: " ").prefix { $0 != "|" }.map { String($0) }
    guard index < shape.count else { return [] }
    // What is in brackets may be left out: then the next one stands there.
    let isOptional = shape[index].hasPrefix("[")
    return shape[index...].prefix(isOptional ? 2 : 1).flatMap { kinds(of: $0) }
  }

  private static func kinds(of shape: String) -> [WordKind] {
    let bare = shape.filter { !"[]…".contains($0) }
    return bare.split(separator: "|").compactMap { word in
      word.first?.isUppercase == true ? WordKind(String(word)) : .words([String(word)])
    }
  }

  /// Whether a word is several of them with commas between.
  var isList: Bool {
    switch self {
    case .types, .fields, .words, .activities: true
    default: false
    }
  }
}
