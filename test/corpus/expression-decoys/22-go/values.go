package values

type Lamp struct{ next *Lamp }
type Fire struct{}

func (l *Lamp) Light()      {}
func (f *Fire) Light()      {}
func (l *Lamp) Twin() *Lamp { return l }

func values(any interface{}) {
	lamp := &Lamp{}
	lamp.Light() // → Lamp.Light
	lamp.Twin().next.Light() // → Lamp.Twin → Lamp.Light
	(&Fire{}).Light() // → Fire.Light
	any.(*Fire).Light() // → Fire.Light
}
