import { detectAll } from '../../server/src/areas/activity/detect';
import { personOf } from '../../server/src/areas/activity/logged-event';
import { METHODS } from '../../server/src/areas/activity/methods';
import { INTRUDER } from '../../server/demo/company/intruder';
import { runToCompletion } from '../../server/src/platform/async/cooperative-scheduler';
import { counted } from './counted';
import { readDemo } from './read-logs';

/** A fixed last day, so that the events are always the same. */
const END = '2026-01-31';

/** Returns the table of false alarms by method: the alerts about the demo company, without those about the calls of its intruder. */
export function judgeDemo(): string {
  const events = readDemo(END);
  const all = runToCompletion(detectAll(events));
  const intruder = new Set(events.filter(({ sourceIp }) => sourceIp === INTRUDER.address).map(({ eventId }) => eventId));
  const raised = all.filter(({ eventIds }) => !eventIds.some((id) => intruder.has(id)));
  const days = new Set(events.map((event) => `${personOf(event)} ${event.at.slice(0, 10)}`)).size;
  const counts = [...METHODS.values()].map(({ id, kind, title }) => ({ id, kind, title, count: raised.filter(({ rule }) => rule === id).length }));
  const share = ((100 * raised.length) / days).toFixed(2);
  return [
    `${events.length} events of 90 days with ${days} identity-days: ${counted(all.length - raised.length, 'alert')} about the intruder. All others are false alarms: ${counted(raised.length, 'alert')}, ${share} per 100 identity-days.`,
    '',
    '| Method | Kind | False alarms |',
    '| --- | --- | --- |',
    ...counts.map(({ id, kind, title, count }) => `| ${title} (\`${id}\`) | ${kind} | ${count} |`),
  ].join('\n');
}
