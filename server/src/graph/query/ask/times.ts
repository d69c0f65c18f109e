import { alt, map, opt, say, seq, type Chart, type Found, type Rule } from './chart';
import { NUMBERS, UNITS } from './lexicon';
import { phrase } from './phrases';

const DAY = 86_400_000;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

const unit = phrase(
  UNITS.map(([phrases, days]) => [phrases, days, `${days} days`] as const),
  'a length of time',
);

/** Reads one word that a function understands. */
export function wordThat<T>(read: (text: string, chart: Chart) => T | null, as: (value: T) => string, because: string): Rule<T> {
  return (chart, at) => {
    const word = chart.words[at];
    if (!word || word.quoted) return [];
    const value = read(word.text, chart);
    if (value === null) return [];
    chart.reach(at + 1);
    return [{ end: at + 1, value, marks: [{ from: word.from, to: word.to, as: as(value), because }], cost: 1 } satisfies Found<T>];
  };
}

export const wholeNumber = wordThat((text) => (/^\d{1,5}$/.test(text) ? Number(text) : (NUMBERS[text] ?? null)), String, 'a number');
const shortDays = wordThat(
  (text) => (/^\d{1,4}d$/.test(text) ? parseInt(text, 10) : null),
  (days) => `${days} days`,
  'a length of time',
);
const hours = seq([wholeNumber, say('hours|hour|h')] as const, (count) => Math.max(1, Math.ceil(count / 24)));
const hyphenated = wordThat(
  (text) => {
    const [, count = '', name = ''] = /^(\d{1,4}|[a-z]+)-(day|week|month|year)s?$/.exec(text) ?? [];
    const days = UNITS.find(([phrases]) => phrases.split('|').includes(name))?.[1];
    const number = /^\d+$/.test(count) ? Number(count) : NUMBERS[count];
    return days === undefined || number === undefined ? null : number * days;
  },
  (days) => `${days} days`,
  'a length of time',
);

/** A length of time in days: "90 days", "three months", "a week", "90d". */
export const duration: Rule<number> = alt(
  seq([wholeNumber, opt(say('of')), unit] as const, (count, _of, days) => count * days),
  seq([say('half'), say('year')] as const, () => 182),
  unit,
  shortDays,
  hyphenated,
  hours,
);

/** A past period up to now, in days: "in the last 30 days", "last week", "this month". */
export const recently: Rule<number> = alt(
  seq([opt(say('in|within|during|over|for')), say('last|past|previous'), duration] as const, (_in, _last, days) => days),
  seq([opt(say('in|within|during')), say('this'), unit] as const, (_in, _this, days) => days),
  map(say('within 24 hours|today|in last day'), () => 1),
  // Use is counted back from now, so yesterday is within the last day or the last two.
  map(say('yesterday'), () => 1),
  map(say('yesterday'), () => 2),
  seq([say('within|in'), duration] as const, (_in, days) => days),
);

/** A period without use, in days: "for 90 days", "in the last quarter", "for more than a month". */
export const forSoLong: Rule<number> = alt(
  seq(
    [opt(say('for|in|since|within|during|over')), opt(say('last|past|previous|over|more than|at least|longer than')), duration] as const,
    (_for, _last, days) => days,
  ),
  seq([say('in|for'), say('more than|over|at least|longer than'), say('last|past'), duration] as const, (_in, _more, _last, days) => days),
);

/** Returns a day as yyyy-MM-dd. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function daysBefore({ today }: Chart, days: number): string {
  return dayOf(new Date(today.getTime() - days * DAY));
}

const asDay = (day: string): string => day;
const isoDay = wordThat(
  (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text ? text : null),
  asDay,
  'a date',
);
const month = wordThat(
  (text) => {
    const index = MONTHS.findIndex((name) => name === text || (text.length >= 3 && text.length < 5 && name.startsWith(text)));
    return index < 0 ? null : index;
  },
  (index) => MONTHS[index] ?? '',
  'a month',
);
const dayOfMonth = wordThat(
  (text) => {
    const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? [];
    return digits !== undefined && Number(digits) >= 1 && Number(digits) <= 31 ? Number(digits) : null;
  },
  String,
  'a day',
);
const year = wordThat((text) => (/^20\d\d$/.test(text) ? Number(text) : null), String, 'a year');

/** Returns the day in a year, or in the latest year in which it lies in the past. */
function calendarDay(monthIndex: number, day: number, inYear: number | null) {
  return (today: Date): string | null => {
    const years = inYear === null ? [today.getUTCFullYear(), today.getUTCFullYear() - 1] : [inYear];
    for (const number of years) {
      const date = new Date(Date.UTC(number, monthIndex, day));
      if (date.getUTCMonth() === monthIndex && (inYear !== null || date <= today)) return dayOf(date);
    }
    return null;
  };
}

const calendar: Rule<(today: Date) => string | null> = alt(
  seq([dayOfMonth, opt(say('of')), month, opt(year)] as const, (day, _of, index, number) => calendarDay(index, day, number)),
  seq([month, dayOfMonth, opt(say(',')), opt(year)] as const, (index, day, _comma, number) => calendarDay(index, day, number)),
  seq([opt(say('start of|beginning of')), month, opt(year)] as const, (_start, index, number) => calendarDay(index, 1, number)),
);

const weekday = wordThat(
  (text) => (WEEKDAYS.includes(text) ? WEEKDAYS.indexOf(text) : null),
  (index) => WEEKDAYS[index] ?? '',
  'a day of the week',
);

/** A day of the past: "2026-06-01", "1 June", "Monday", "yesterday", "last week", "three days ago". */
export const day: Rule<string> = alt(
  isoDay,
  withChart(calendar, (make, chart) => make(chart.today)),
  withChart(
    seq([opt(say('last')), weekday] as const, (_last, index) => index),
    (index, chart) => daysBefore(chart, (chart.today.getUTCDay() - index + 7) % 7 || 7),
  ),
  withChart(say('yesterday'), (_text, chart) => daysBefore(chart, 1)),
  withChart(
    seq([say('last'), unit] as const, (_last, days) => days),
    (days, chart) => daysBefore(chart, days),
  ),
  withChart(
    seq([duration, say('ago')] as const, (days) => days),
    (days, chart) => daysBefore(chart, days),
  ),
);

function withChart<T, U>(rule: Rule<T>, make: (value: T, chart: Chart) => U | null): Rule<U> {
  return (chart, at) =>
    rule(chart, at).flatMap((found) => {
      const value = make(found.value, chart);
      return value === null ? [] : [{ ...found, value }];
    });
}

/** "As of" a day of the past. */
export const asOf: Rule<string> = seq([say('as of|as at|as it was on|as on|at end of|back on|on'), day] as const, (_as, value) => value);

/** "Since" a day: what changed after it. */
export const since: Rule<string> = alt(
  seq([say('since|after'), day] as const, (_since, value) => value),
  withChart(
    seq([opt(say('in|within|during|over')), say('last|past'), duration] as const, (_in, _last, days) => days),
    (days, chart) => daysBefore(chart, days),
  ),
  withChart(
    seq([say('this'), unit] as const, (_this, days) => days),
    (days, chart) => daysBefore(chart, days),
  ),
  withChart(say('yesterday|today'), (_text, chart) => daysBefore(chart, 1)),
);

/** "Since" a day, in days before the question. */
export const sinceDays: Rule<number> = withChart(
  seq([say('since|after'), day] as const, (_since, value) => value),
  (value, { today }) => {
    const days = Math.ceil((today.getTime() - Date.parse(value)) / DAY);
    return days < 1 ? null : days;
  },
);
