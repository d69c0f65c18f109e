import { detecting } from '../../server/src/areas/activity/detect';
import { personOf } from '../../server/src/areas/activity/logged-event';
import { METHODS } from '../../server/src/areas/activity/methods';
import { atOnce } from '../../server/src/platform/async/cooperative-scheduler';
import { counted } from './counted';
import { readDemo } from './read-logs';

/** Always the same company and the same days. */
const END = '2026-01-31';

/** What is raised of the demo company, in which nobody attacks anybody: false alarms, by method. */
export function judgeDemo(): string {
  const events = readDemo(END);
  const raised = atOnce(detecting(events));
  const days = new Set(events.map((event) => `${personOf(event)} ${event.at.slice(0, 10)}`)).size;
  const counts = [...METHODS.values()].map(({ id, kind, title }) => ({ id, kind, title, count: raised.filter(({ rule }) => rule === id).length }));
  const share = ((100 * raised.length) / days).toFixed(2);
  return [
    `${events.length} events of 90 days, ${days} days of somebody at work, and nobody attacks: ${counted(raised.length, 'alert')}, ${share} for every 100 such days.`,
    '',
    '| method | kind | false alarms |',
    '| --- | --- | --- |',
    ...counts.map(({ id, kind, title, count }) => `| ${title} (\`${id}\`) | ${kind} | ${count} |`),
  ].join('\n');
}
