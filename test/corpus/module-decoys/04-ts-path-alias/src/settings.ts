export function read() {}
