public struct User { public func authenticate() {} }
public func signOut() {}
