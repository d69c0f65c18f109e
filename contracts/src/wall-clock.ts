/** Returns the local time of a zone as if it were UTC. */
export function wallClock(at: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  } as Intl.DateTimeFormatOptions).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
}

/**
 * Returns the instant of a local time. A time that the change to summer time skips moves forward by the skipped span.
 * @param wanted the local time in ms, as if it were UTC
 */
export function instantOf(wanted: number, timeZone: string): Date {
  const offsetAt = (instant: number): number => wallClock(new Date(instant), timeZone).getTime() - Math.floor(instant / 1000) * 1000;
  const first = wanted - offsetAt(wanted);
  const offset = offsetAt(first);
  const second = wanted - offset;
  return new Date(offsetAt(second) === offset ? second : Math.max(first, second));
}
