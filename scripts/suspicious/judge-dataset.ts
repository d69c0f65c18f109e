import { join } from 'node:path';
import { detecting } from '../../server/src/areas/activity/detect';
import type { LoggedEvent, Suspicion } from '../../server/src/areas/activity/logged-event';
import { METHODS } from '../../server/src/areas/activity/methods';
import { atOnce } from '../../server/src/platform/async/cooperative-scheduler';
import { ATTACK_STEPS, type AttackStep } from './attack-steps';
import { counted } from './counted';
import { readTrail } from './read-logs';

/** The recorded attack: MIT, invictus-ir/aws_dataset. It is kept outside the repository. */
export const DATASET = process.env.CAM_ATTACK_DATA ?? join(process.cwd(), '../shared/data/invictus-aws_dataset/CloudTrail');
const ACCOUNT = '123837392027';
/** Whoever plays the attack says so in the user agent; what Terraform prepares and clears away for it does not. */
const ATTACKER = /^\[?stratus-red-team_/;
/** In this minute, at the end, the tool takes back what it did. */
const CLEARING = '2023-07-10T12:28:';

/** The table of known attack steps, each with what raises it, and of all that is raised. */
export function judgeDataset(folder: string): string {
  const events = readTrail(folder, ACCOUNT);
  const raised = atOnce(detecting(events));
  const attack = new Map(events.filter(isOfAttack).map((event) => [event.eventId, event]));
  const steps = ATTACK_STEPS.map((step) => ({ step, ...seenBy(step, attack, raised) }));
  const played = steps.filter(({ calls }) => calls > 0);
  const found = played.filter(({ by }) => by.length > 0);
  const beside = raised.filter(({ eventIds }) => !eventIds.some((id) => attack.has(id)));
  return [
    `${events.length} events of ${counted(new Set(events.map(({ at }) => at.slice(0, 10))).size, 'day')}, ${attack.size} of them the attack's own: ${counted(raised.length, 'alert')}. ` +
      `Of ${played.length} attack steps ${found.length} are raised. Alerts without an event of the attack: ${beside.length}.`,
    '',
    '| attack step | calls | raised as |',
    '| --- | --- | --- |',
    ...steps.map(({ step, calls, by }) => {
      const how =
        calls === 0
          ? 'not played here'
          : by.length > 0
            ? by.map((rule) => `\`${rule}\``).join(', ')
            : `**not raised**${step.remark ? `: ${step.remark}` : ''}`;
      return `| ${step.title} (${step.id}) | ${calls} | ${how} |`;
    }),
    '',
    '| alert | kind | severity | who | events | of them the attack | why |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...raised.map(({ rule, kind, severity, identity, count, eventIds, reasons }) => {
      const own = eventIds.filter((id) => attack.has(id)).length;
      return `| ${METHODS.get(rule)?.title ?? rule} (\`${rule}\`) | ${kind} | ${severity} | ${identity.split(/[:/]/).at(-1) ?? ''} | ${count} | ${own} | ${reasons.join('; ')} |`;
    }),
  ].join('\n');
}

/** What is done with stolen credentials is done by another program than the tool's own. */
function isOfAttack(event: LoggedEvent): boolean {
  return isTheft(event) || (ATTACKER.test(event.userAgent) && !event.at.startsWith(CLEARING));
}

function isTheft({ instance, userAgent }: LoggedEvent): boolean {
  return instance !== '' && userAgent.startsWith('aws-sdk-go-v2');
}

/** How many calls of a step the attacker made, and the methods that raise one of them. That there were many calls at all tells of no step. */
function seenBy(
  { id, calls: names }: AttackStep,
  attack: ReadonlyMap<string, LoggedEvent>,
  raised: readonly Suspicion[],
): { calls: number; by: string[] } {
  const isStep = (event: LoggedEvent): boolean =>
    id.endsWith('steal-instance-credentials') ? isTheft(event) : names.includes(event.name) && !isTheft(event);
  const ids = new Set([...attack.values()].filter(isStep).map(({ eventId }) => eventId));
  const by = raised.filter(({ rule, eventIds }) => rule !== 'unusual-volume' && eventIds.some((eventId) => ids.has(eventId))).map(({ rule }) => rule);
  return { calls: ids.size, by: [...new Set(by)] };
}
