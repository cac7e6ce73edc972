/** The date on the user's calendar as `YYYY-MM-DD`: local time, because that is the date that people mean. */
export function localDate(now: Date): string {
  const twoDigits = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
