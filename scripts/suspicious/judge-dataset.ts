import { join } from 'node:path';
import { detectAll } from '../../server/src/areas/activity/detect';
import type { LoggedEvent, Suspicion } from '../../server/src/areas/activity/logged-event';
import { METHODS } from '../../server/src/areas/activity/methods';
import { runToCompletion } from '../../server/src/platform/async/cooperative-scheduler';
import { ATTACK_STEPS, type AttackStep } from './attack-steps';
import { counted } from './counted';
import { readTrail } from './read-logs';

/** Folder of the recorded attack (MIT, invictus-ir/aws_dataset), which is not in the repository. */
export const DATASET = process.env.CAM_ATTACK_DATA ?? join(process.cwd(), '../shared/data/invictus-aws_dataset/CloudTrail');
const ACCOUNT = '123837392027';
/** User agent of the attack tool. Terraform's preparation and cleanup do not have it. */
const ATTACKER = /^\[?stratus-red-team_/;
/** Minute at the end in which the tool reverts its changes. */
const CLEANUP_MINUTE = '2023-07-10T12:28:';

/** Returns the tables of known attack steps with their alerts, and of all alerts. */
export function judgeDataset(folder: string): string {
  const events = readTrail(folder, ACCOUNT);
  const raised = runToCompletion(detectAll(events));
  const attack = new Map(events.filter(isOfAttack).map((event) => [event.eventId, event]));
  const steps = ATTACK_STEPS.map((step) => ({ step, ...seenBy(step, attack, raised) }));
  const played = steps.filter(({ calls }) => calls > 0);
  const found = played.filter(({ by }) => by.length > 0);
  const beside = raised.filter(({ eventIds }) => !eventIds.some((id) => attack.has(id)));
  return [
    `${events.length} events of ${counted(new Set(events.map(({ at }) => at.slice(0, 10))).size, 'day')}, ${attack.size} of which belong to the attack: ${counted(raised.length, 'alert')}. ` +
      `${found.length} of ${played.length} attack steps raise an alert. Alerts without an event of the attack: ${beside.length}.`,
    '',
    '| Attack step | Calls | Alerts |',
    '| --- | --- | --- |',
    ...steps.map(({ step, calls, by }) => {
      const how =
        calls === 0
          ? 'not performed'
          : by.length > 0
            ? by.map((rule) => `\`${rule}\``).join(', ')
            : `**not raised**${step.remark ? `: ${step.remark}` : ''}`;
      return `| ${step.title} (${step.id}) | ${calls} | ${how} |`;
    }),
    '',
    '| Alert | Kind | Severity | Identity | Events | Attack events | Reasons |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...raised.map(({ rule, kind, severity, identity, count, eventIds, reasons }) => {
      const own = eventIds.filter((id) => attack.has(id)).length;
      return `| ${METHODS.get(rule)?.title ?? rule} (\`${rule}\`) | ${kind} | ${severity} | ${identity.split(/[:/]/).at(-1) ?? ''} | ${count} | ${own} | ${reasons.join('; ')} |`;
    }),
  ].join('\n');
}

/** Returns whether an event belongs to the attack. Another program than the tool uses the stolen credentials. */
function isOfAttack(event: LoggedEvent): boolean {
  return isTheft(event) || (ATTACKER.test(event.userAgent) && !event.at.startsWith(CLEANUP_MINUTE));
}

function isTheft({ instance, userAgent }: LoggedEvent): boolean {
  return instance !== '' && userAgent.startsWith('aws-sdk-go-v2');
}

/** Returns the number of calls of a step, and the methods that raise one of them. An unusual volume alone does not identify a step. */
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
