package main

import "example.com/app/internal/data"

func main() {
	data.LoadThings(3) // possible LoadThings
}
