export function route() {}
