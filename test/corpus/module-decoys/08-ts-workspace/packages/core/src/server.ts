export default function createServer() {}
export function boot() {}
