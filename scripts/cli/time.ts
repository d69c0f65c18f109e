import { CliFailure } from './failure';

/** Returns a point in time as ISO text in UTC. Throws a CliFailure for text that is none. */
export function isoTime(text: string): string {
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new CliFailure(`Invalid time "${text}". Use for example 2027-01-04T06:00Z.`);
}
