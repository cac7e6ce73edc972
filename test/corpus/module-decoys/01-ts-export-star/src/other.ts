export function authenticate(user: string) {}
