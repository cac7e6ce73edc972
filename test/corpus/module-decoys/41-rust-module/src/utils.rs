pub fn broken_thing(n: i32) {}
