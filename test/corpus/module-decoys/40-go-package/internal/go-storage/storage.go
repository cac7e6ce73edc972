package storage

func LoadThings(n int) {}
