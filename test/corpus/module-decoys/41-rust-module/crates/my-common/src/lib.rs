pub mod utils;
pub mod shapes;
pub use shapes::draw_shape;
pub use shapes::Circle as Round;
pub mod inline {
    pub fn inner_thing() {}
    pub mod deeper {
        pub fn deepest_thing() {
            super::inner_thing(); // → inline.inner_thing
        }
    }
}
