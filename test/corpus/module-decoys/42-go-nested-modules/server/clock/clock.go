package clock

func Tick() {}
