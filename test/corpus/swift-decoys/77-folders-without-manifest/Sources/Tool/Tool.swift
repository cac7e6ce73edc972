import Auth
func tool(user: User) {
  user.authenticate() // → User.authenticate()
}
