const DAY_MS = 86_400_000;

/** Returns a day (YYYY-MM-DD, UTC) some days after another time. */
export function dayAfter(days: number, from = Date.now()): string {
  return new Date(from + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns how far a due date is, in words: "Today", "in 3 days" or "2 days ago". */
export function distanceOf(day: string, now = Date.now()): string {
  const days = Math.round((Date.parse(day) - Date.parse(dayAfter(0, now))) / DAY_MS);
  if (days === 0) return 'Today';
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days > 0 ? `In ${count}` : `${count} ago`;
}
