mod utils;

fn main() {
    utils::broken_thing(1); // possible broken_thing
}
