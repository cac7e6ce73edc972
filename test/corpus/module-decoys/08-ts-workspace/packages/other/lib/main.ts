export function joinPaths() {}
export function parseRequest() {}
