import Umbrella
func sell(ticket: Ticket) {
  ticket.stamp() // → Ticket.stamp()
  _ = Ticket() // → Ticket.init()
}
