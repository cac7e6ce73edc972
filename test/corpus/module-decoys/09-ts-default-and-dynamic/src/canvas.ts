export default class Canvas {
  stroke() {}
}
export function erase() {}
