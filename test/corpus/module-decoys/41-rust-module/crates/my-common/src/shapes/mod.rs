mod round;
pub use self::round::Circle;

pub fn draw_shape() {
    round::measure(); // → measure
    self::round::measure(); // → measure
    super::utils::broken_thing(1); // → broken_thing @ crates/my-common/src/utils.rs
    crate::utils::broken_thing(1); // → broken_thing @ crates/my-common/src/utils.rs
    crate::inline::deeper::deepest_thing(); // → inline.deeper.deepest_thing
}

pub trait Paint {
    fn paint_it(&self);
}
