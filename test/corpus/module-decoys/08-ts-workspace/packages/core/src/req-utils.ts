export function parseRequest() {}
