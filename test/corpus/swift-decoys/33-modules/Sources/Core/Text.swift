public struct Text { public init(_ value: String) {} ; public func draw() {} }
