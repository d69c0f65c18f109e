/** Returns a time span in whole minutes, at least one: "1 minute", "15 minutes". */
export function minutesIn(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
