export function first() {}
function inner() {}
export { inner as outer };
