export function dive() {}
