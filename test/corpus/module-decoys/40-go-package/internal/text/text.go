package text

func Wrap(s string) {}
