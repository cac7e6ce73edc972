export function localThing() {}
