public struct Config { public func apply() {} }
