package data

type Store struct{}

type Writer interface {
	WriteThing()
}

type Decorated struct {
	*Store
}

func (d Decorated) Shine() {}

func LoadThings(n int) {}

func NewStore() *Store { return &Store{} }

func Defaults() *Store { return NewStore() } // → NewStore

func (s *Store) Put(n int) {}

func (s *Store) WriteThing() {}
