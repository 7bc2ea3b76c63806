import TouchEngine
import TouchModel
import YAML

extension Reader {
    mutating func size(_ node: YAMLNode) -> LayoutSize? {
        let field = Field(ScreenKey.size)
        guard let items = list(node, of: 2, for: field) else { return nil }
        let range = Double.leastNonzeroMagnitude...Bounds.length
        let sides = items.map { units($0, in: range, for: field) }
        guard let width = sides[0], let height = sides[1] else { return nil }
        return LayoutSize(width: width, height: height)
    }

    mutating func physical(_ node: YAMLNode) -> PhysicalSize? {
        let field = Field(ScreenKey.physical)
        guard let items = list(node, of: 2, for: field) else { return nil }
        let range = Double.leastNonzeroMagnitude...Bounds.physical
        let sides = items.map { number($0, in: range, for: field) }
        guard let width = sides[0], let height = sides[1] else { return nil }
        return PhysicalSize(width: width, height: height)
    }

    mutating func rotation(_ node: YAMLNode) -> Rotation? {
        let field = Field(ScreenKey.rotate)
        guard let value = number(node, in: -Bounds.length...Bounds.length, for: field) else { return nil }
        guard let rotation = Rotation.allCases.first(where: { Double($0.rawValue) == value }) else {
            refuse(node, for: field)
            return nil
        }
        return rotation
    }

    mutating func calibration(_ node: YAMLNode) -> Calibration? {
        let field = Field(ScreenKey.calibration)
        guard let items = list(node, of: 6, for: field) else { return nil }
        let values = items.map { number($0, in: -Bounds.calibration...Bounds.calibration, for: field) }
        let known = values.compactMap(\.self)
        guard known.count == 6 else { return nil }
        let matrix = Calibration(known[0], known[1], known[2], known[3], known[4], known[5])
        guard abs(matrix.a * matrix.e - matrix.b * matrix.d) >= Bounds.determinant else {
            error(
                .outOfRange, at: node.location,
                "calibration has no inverse: it maps the panel to a line; allowed is \(field.allowed)")
            return nil
        }
        return matrix
    }

    mutating func panel(_ node: YAMLNode) -> PanelMatch? {
        let field = Field(ScreenKey.panel)
        guard let fields = fields(node, as: PanelKey.self, for: field) else { return nil }
        if node.mapping?.isEmpty == true { refuse(node, for: field, Problem(reason: "is empty")) }
        return PanelMatch(
            name: fields[.name].flatMap { glob($0, for: Field(PanelKey.name)) },
            id: fields[.id].flatMap { panelID($0, for: Field(PanelKey.id)) },
            path: fields[.path].flatMap { glob($0, for: Field(PanelKey.path)) })
    }

    /// The name of the first page to show: the first in the file unless `start` names another.
    mutating func start(_ node: YAMLNode?, pages: [PageSettings]) -> String {
        let first = pages.first?.name ?? ""
        guard let node else { return first }
        return page(node, for: Field(ScreenKey.start)) ?? first
    }

    /// The name of one of the screen's pages.
    mutating func page(_ node: YAMLNode, for field: Field) -> String? {
        guard let name = name(node, for: field) else { return nil }
        guard screen.pageSet.contains(name) else {
            refuse(unknown: name, "page", at: node.location, known: screen.pages)
            return nil
        }
        return name
    }

    /// Millimetres without `physical` work only where the panel's driver tells its resolution.
    mutating func checkMillimetres(of name: String, hasPhysical: Bool) {
        guard !hasPhysical, let location = screen.locations.firstMillimetres else { return }
        warn(
            .needsMillimetres, at: location,
            "millimetres are used on the screen \(name.quoted), which has no 'physical' size; "
                + "give it, or the panel's own axis resolution will be needed")
    }
}
