/** Reports whether the text is an existing day, written yyyy-MM-dd, of the years 1 to 9999. Neither the calendar nor PostgreSQL has a year 0. */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
