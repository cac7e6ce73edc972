export function second() {}
