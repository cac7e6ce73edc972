mod utils;

use my_common::utils::{self as common, Site};
use my_common::shapes::draw_shape as draw;
use my_common::{inline::{deeper, inner_thing}, Round, shapes::Paint};

fn main() {
    utils::broken_thing(1); // → broken_thing @ crates/app/src/utils.rs
    my_common::utils::broken_thing(2); // → broken_thing @ crates/my-common/src/utils.rs
    common::broken_thing(2); // → broken_thing @ crates/my-common/src/utils.rs
    assert_eq!(utils::broken_thing(3), 3); // → broken_thing @ crates/app/src/utils.rs
    draw(); // → draw_shape
    my_common::draw_shape(); // → draw_shape
    inner_thing(); // → inline.inner_thing
    deeper::deepest_thing(); // → inline.deeper.deepest_thing
    let s = Site::new(); // → Site.new
    println!("{}", s.build_everything()); // → Site.build_everything
    let all = vec![s.build_everything(), crate::utils::broken_thing(4)]; // → Site.build_everything → broken_thing @ crates/app/src/utils.rs
    let text = format!("{:?} {}", all, Site::new().build_everything()); // → Site.new → Site.build_everything
    let round = Round::unit(); // → Circle.unit
    round.paint_it(); // → Circle.paint_it
    std::mem::drop(text); // none
}
