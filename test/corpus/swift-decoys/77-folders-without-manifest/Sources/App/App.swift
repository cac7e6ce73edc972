func login(user: User) {
  user.authenticate() // possible User.authenticate()
  signOut() // possible signOut()
}
