package data

func LoadThings(n int) {}
