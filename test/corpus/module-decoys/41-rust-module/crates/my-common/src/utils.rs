pub fn broken_thing(n: i32) -> i32 { n }

pub struct Site { pub name: String }

impl Site {
    pub fn new() -> Self { Site { name: String::new() } }
    pub fn build_everything(&self) -> i32 { 1 }
}
