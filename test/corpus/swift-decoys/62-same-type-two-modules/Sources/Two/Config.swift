public struct Config { public func apply() {} }
func local(config: Config) {
  config.apply() // → Config.apply() @ Sources/Two/Config.swift
}
