/// Glasses or contact lenses: HealthKit's HKVisionPrescription.
///
///     let glasses = try VisionPrescription(object)
///     glasses.leftEye?.sphere   // -1.25 dioptres
public struct VisionPrescription: DocumentValue {
  /// The kind of lenses.
  public enum PrescriptionType: Int, NamedEnumeration {
    /// The values of HKVisionPrescriptionType.
    case glasses = 1, contacts

    /// HealthKit's name for it.
    public static let enumeration = "HKVisionPrescriptionType"
  }

  /// The lens of one eye; each figure is nil if it is not prescribed: HealthKit's
  /// HKLensSpecification.
  public struct Lens: Hashable, Sendable {
    /// The power in dioptres, negative for the short-sighted.
    public var sphere: Double?
    /// For astigmatism, in dioptres.
    public var cylinder: Double?
    /// The direction of the cylinder, in degrees.
    public var axis: Double?
    /// The addition for reading, in dioptres.
    public var addPower: Double?
    /// The distance from eye to glass, in mm.
    public var vertexDistance: Double?
    /// The power of the prism, in prism dioptres.
    public var prismAmount: Double?
    /// The direction of the prism's base, in degrees.
    public var prismAngle: Double?
    /// The distance from the nose to the pupil that looks far, in mm.
    public var farPupillaryDistance: Double?
    /// The distance from the nose to the pupil that looks near, in mm.
    public var nearPupillaryDistance: Double?
    /// The radius of a contact lens, in mm.
    public var baseCurve: Double?
    /// The width of a contact lens, in mm.
    public var diameter: Double?

    /// Creates a lens with these powers.
    public init(
      sphere: Double? = nil, cylinder: Double? = nil, axis: Double? = nil, addPower: Double? = nil
    ) {
      self.sphere = sphere
      self.cylinder = cylinder
      self.axis = axis
      self.addPower = addPower
    }
  }

  /// The kind of the object that holds it: there is none of its own.
  public static let kind = Document.Kind.other
  /// HealthKit's identifier of its type.
  public static let type = "HKVisionPrescriptionTypeIdentifier"

  /// The time: an instant, unless the source gave an end.
  public var span: TimeSpan
  /// The kind of lenses.
  public var prescriptionType: PrescriptionType
  /// The time of issue.
  public var dateIssued: Timestamp
  /// The time until which it is valid.
  public var expirationDate: Timestamp?
  /// The brand of the contact lenses.
  public var brand: String?
  /// The right eye's lens.
  public var rightEye: Lens?
  /// The left eye's lens.
  public var leftEye: Lens?

  /// Creates a prescription of this day.
  public init(
    prescriptionType: PrescriptionType, dateIssued: Timestamp, expirationDate: Timestamp? = nil,
    brand: String? = nil, rightEye: Lens? = nil, leftEye: Lens? = nil
  ) {
    span = TimeSpan(dateIssued, dateIssued)
    self.prescriptionType = prescriptionType
    self.dateIssued = dateIssued
    self.expirationDate = expirationDate
    self.brand = brand
    self.rightEye = rightEye
    self.leftEye = leftEye
  }

  /// Reads an object, also the element of an export, which is kept whole.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    let element = Self.element(of: object.fields)
    let document = try element == nil ? Self.document(of: object) : nil
    let reader = DocumentReader(element ?? object.fields)
    prescriptionType = try reader.requiredNamed(element == nil ? "prescriptionType" : "type")
    guard let issued = try reader.time("dateIssued") ?? document?.span?.start else {
      throw reader.problem("dateIssued", "a time")
    }
    dateIssued = issued
    span = document?.span ?? TimeSpan(issued, issued)
    expirationDate = try reader.time("expirationDate")
    brand = try reader.text("brand")
    rightEye = try reader.part(element == nil ? "rightEye" : "RightEye").map(Lens.init)
    leftEye = try reader.part(element == nil ? "leftEye" : "LeftEye").map(Lens.init)
    if let expirationDate, expirationDate.instant < issued.instant {
      throw reader.problem("expirationDate", "no earlier than dateIssued")
    }
  }

  /// The fields of the journal's line, under Apple's names.
  public var fields: [Field] {
    var fields = [
      Field("prescriptionType", .text(prescriptionType.name)),
      Field("dateIssued", .text(dateIssued.description)),
    ]
    fields.add("expirationDate", ifAny: expirationDate?.description)
    fields.add("brand", ifAny: brand)
    if let rightEye { fields.append(Field("rightEye", .fields(rightEye.fields))) }
    if let leftEye { fields.append(Field("leftEye", .fields(leftEye.fields))) }
    return fields
  }

  /// Returns true if an object is a prescription, as saved or as imported.
  static func isHeld(by object: HealthObject, _ document: Document) -> Bool {
    document.type == type || object.fields["element"] == .text("VisionPrescription")
  }

  /// Returns the attributes of an export's element, and those of its children by their names.
  private static func element(of fields: [Field]) -> [Field]? {
    guard fields["element"] == .text("VisionPrescription") else { return nil }
    var found: [Field] = []
    if case .fields(let attributes)? = fields["attributes"] { found = attributes }
    guard case .list(let children)? = fields["children"] else { return found }
    for case .fields(let child) in children {
      guard case .text(let name)? = child["element"], found[name] == nil else { continue }
      found.append(Field(name, child["attributes"] ?? .fields([])))
    }
    return found
  }
}

extension VisionPrescription.Lens {
  private typealias Figure = (
    name: String, unit: String, path: any WritableKeyPath<Self, Double?> & Sendable
  )

  /// The names of the figures, Apple's, with their units.
  private static let figures: [Figure] = [
    ("sphere", "D", \.sphere), ("cylinder", "D", \.cylinder), ("axis", "deg", \.axis),
    ("add", "D", \.addPower), ("vertex", "mm", \.vertexDistance),
    ("prismAmount", "pD", \.prismAmount), ("prismAngle", "deg", \.prismAngle),
    ("farPD", "mm", \.farPupillaryDistance), ("nearPD", "mm", \.nearPupillaryDistance),
    ("baseCurve", "mm", \.baseCurve), ("diameter", "mm", \.diameter),
  ]

  fileprivate init(_ reader: DocumentReader) throws(DocumentProblem) {
    self.init()
    for figure in Self.figures {
      self[keyPath: figure.path] = try reader.number(figure.name, in: Unit(known: figure.unit))
    }
  }

  fileprivate var fields: [Field] {
    var fields: [Field] = []
    for figure in Self.figures { fields.add(figure.name, ifAny: self[keyPath: figure.path]) }
    return fields
  }
}
