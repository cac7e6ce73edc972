func tap(cart: Cart) {
  cart.add() // possible Cart.add()
}
