export function joinPaths() {}
