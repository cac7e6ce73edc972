export function authenticate(user: string) {}
export class Session { expire() {} }
