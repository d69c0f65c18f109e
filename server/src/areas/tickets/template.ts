import { createHash } from 'node:crypto';
import type { Ticket } from '@cam/contracts/server';
import type { TicketAbout } from './tables';
import { about, alertLink, factorText, firstSteps, groupLink, placeOf, plain, type AlertBrief, type GroupNews } from '../notifications';

/** A part of a ticket. Each product writes it in its own markup. */
export type Block =
  | { kind: 'heading' | 'text'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'list'; items: readonly { text: string; url?: string }[] };

/** Alerts or resources that a ticket lists; the console lists all. */
const MOST = 25;

/** Limit of a title, characters. ServiceNow allows 160, the others more. */
const LONGEST_TITLE = 150;

/** The facts of a ticket. */
export interface Subject {
  kind: Ticket['about']['kind'];
  group: GroupNews;
  /** Names of the first resources of a single alert. */
  resources: readonly string[];
  /** Origin of the console. */
  console: string;
}

/** Returns the label of an alert, group or request: the same whenever a ticket about it is made. */
export function labelOf(tenantId: string, kind: TicketAbout, thing: string): string {
  return `cam-${createHash('sha256').update(`${tenantId}\n${kind}\n${thing}`).digest('hex').slice(0, 16)}`;
}

/** Returns the title of a ticket: "Anyone can read a bucket: payroll in Production", "DeployPolicy: 12 alerts". */
export function titleOf({ kind, group }: Pick<Subject, 'kind' | 'group'>): string {
  const [first] = group.alerts;
  return plain(kind === 'ALERT' ? `${first.guardrail}: ${about(first)}` : `${group.name}: ${countOf(group.alerts.length)}`, LONGEST_TITLE);
}

/** Returns the content of a ticket: the cause, the risk, how to fix it, what is affected, and what CAM does with the ticket. */
export function blocksOf({ kind, group, resources, console: origin }: Subject): Block[] {
  const { alerts } = group;
  const [riskiest] = alerts;
  const shown = alerts.slice(0, MOST);
  const left = alerts.length - shown.length;
  return [
    { kind: 'text', text: causeOf(kind, group) },
    ...(kind === 'ALERT'
      ? ([{ kind: 'link', text: 'Open the alert in CAM', url: alertLink(origin, riskiest.alertId) }] as const)
      : ([{ kind: 'link', text: 'Open the group in CAM', url: groupLink(origin, group) }] as const)),
    ...riskOf(riskiest, alerts.length),
    { kind: 'heading', text: 'How to fix it' },
    { kind: 'list', items: firstSteps(group).map((text) => ({ text })) },
    { kind: 'heading', text: 'Affected' },
    {
      kind: 'list',
      items: shown.map((alert) => ({
        text: kind === 'ALERT' ? about(alert) : `${plain(alert.guardrail)}: ${about(alert)}`,
        url: alertLink(origin, alert.alertId),
      })),
    },
    ...(left > 0 ? ([{ kind: 'text', text: `And ${countOf(left)} more in CAM.` }] as const) : []),
    ...resourcesOf(riskiest, resources),
    {
      kind: 'text',
      text: `CAM closes this ticket when a snapshot no longer shows ${alerts.length === 1 ? 'the finding' : 'any of the findings'}. Closing it here marks ${alerts.length === 1 ? 'the alert' : 'the alerts'} as remediated until the next snapshot decides.`,
    },
  ];
}

function causeOf(kind: Subject['kind'], group: GroupNews): string {
  const [first] = group.alerts;
  if (kind === 'ALERT') return `The guardrail "${plain(first.guardrail)}" found ${about(first)}.`;
  const place = placeOf(group);
  return `${countOf(group.alerts.length)} ${group.alerts.length === 1 ? 'has' : 'have'} one cause: ${plain(group.name)}${place === '' ? '' : ` (${place})`}.`;
}

function riskOf({ risk }: AlertBrief, alerts: number): Block[] {
  if (!risk) return [];
  return [
    { kind: 'heading', text: `${alerts === 1 ? 'Risk' : 'Highest risk'}: ${risk.score} of 100` },
    { kind: 'list', items: risk.factors.map((factor) => ({ text: factorText(factor) })) },
  ];
}

function resourcesOf({ reached }: AlertBrief, names: readonly string[]): Block[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MOST);
  return [
    { kind: 'heading', text: 'Resources' },
    { kind: 'list', items: shown.map((name) => ({ text: plain(name) })) },
    ...(reached > shown.length ? ([{ kind: 'text', text: `And ${reached - shown.length} more in CAM.` }] as const) : []),
  ];
}

function countOf(alerts: number): string {
  return alerts === 1 ? '1 alert' : `${alerts} alerts`;
}
