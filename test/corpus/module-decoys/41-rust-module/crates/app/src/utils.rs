pub fn broken_thing(n: i32) -> i32 { n }
