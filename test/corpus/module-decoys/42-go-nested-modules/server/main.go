package main

import "example.com/shared/clock"

func main() {
	clock.Tick() // → Tick @ shared/clock/clock.go
}
