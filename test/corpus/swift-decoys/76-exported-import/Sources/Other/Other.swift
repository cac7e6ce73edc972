import Foundation
func check(ticket: Ticket) {
  _ = Ticket() // none
}
