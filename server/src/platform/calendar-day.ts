/** Reports whether the text is an existing day, written yyyy-MM-dd, of the years 1 to 9999. Neither the calendar nor PostgreSQL has a year 0. */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Reports whether the text is a moment as RFC 3339 writes it, with its zone, in the years 1 to 9999. Leap seconds are none that a Date could hold. */
export function isMoment(text: string): boolean {
  const [day = '', time = ''] = text.split(/[Tt]/);
  if (!isDate(day) || !/^\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(time)) return false;
  const moment = Date.parse(text);
  // The zone may move it out of these years.
  return !Number.isNaN(moment) && isDate(new Date(moment).toISOString().split('T')[0] ?? '');
}
