import One
func foreign(config: Config) {
  config.apply() // → Config.apply() @ Sources/One/Config.swift
}
