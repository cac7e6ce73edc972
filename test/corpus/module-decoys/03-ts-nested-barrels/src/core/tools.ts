export function sharpen() {}
