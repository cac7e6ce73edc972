export { first as second } from "./a";
export { outer } from "./a.js";
