export function arrive() {}
export function depart() {}
