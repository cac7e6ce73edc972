package main

import (
	"fmt"

	"example.com/app/internal/data"
	store "example.com/app/internal/go-storage"
	. "example.com/app/internal/text"
	"example.com/app/internal/go-queue"
	"github.com/other/data/v2"
)

func main() {
	data.LoadThings(3) // → LoadThings @ internal/data/data.go
	s := data.NewStore() // → NewStore
	s.Put(1) // → Store.Put
	store.LoadThings(4) // → LoadThings @ internal/go-storage/storage.go
	Wrap("x") // → Wrap
	queue.Enqueue(1) // → Enqueue
	fmt.Println("x") // none
	var w data.Writer = s
	w.WriteThing() // → Writer.WriteThing
	d := data.Decorated{}
	d.Put(2) // → Store.Put
	d.Shine() // → Decorated.Shine
	useIt(data.Defaults()) // → useIt → Defaults
}

func useIt(s *data.Store) {
	s.Put(3) // → Store.Put
}
