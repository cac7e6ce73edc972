final class Cart { func add() {} }
