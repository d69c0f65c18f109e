import { GROUP_EFFECTS, groupPlace, SEVERITIES, type GroupElement, type Risk, type RiskFactor, type Severity } from '@cam/contracts/server';
import { plain } from './mail-text';

/** The fields of an alert in a message. */
export interface AlertBrief {
  alertId: string;
  monitorId: string;
  guardrail: string;
  severity: Severity;
  subject: { name: string; type: string; uri: string };
  accountId: string;
  accountName: string;
  /** Number of resources that it covers. */
  reached: number;
  at: Date;
  /** Null: not computed yet. */
  risk: Risk | null;
}

/** New alerts with the same cause. */
export interface GroupNews {
  /** Its key in the alert list. */
  key: string;
  element: GroupElement;
  name: string;
  detail: string;
  /** Open alerts of the group, older ones included; 0: not known. */
  open: number;
  /** The riskiest first; at least one. */
  alerts: readonly [AlertBrief, ...AlertBrief[]];
  /** The remediation of the guardrail of the riskiest alert; may be empty. */
  remediation: string;
}

/** The content of one message. */
export interface News {
  /** The name of the tenant. */
  tenant: string;
  /** The most important first; at least one. */
  groups: readonly [GroupNews, ...GroupNews[]];
  /** It collects the alerts of some time. */
  isDigest: boolean;
  /** Origin of the console. */
  console: string;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' };

/** Limit of a sentence in a message, characters. Guardrails may have long texts. */
const LONGEST_SENTENCE = 400;

export const TEST_TEXT = 'This is a test. Alerts of this severity will be sent here.';

export function alertLink(origin: string, alertId: string): string {
  return `${origin}/alerts?alert=${encodeURIComponent(alertId)}`;
}

/** Returns the page with the open alerts of a group. */
export function groupLink(origin: string, { key }: Pick<GroupNews, 'key'>): string {
  return `${origin}/alerts?by=CAUSE&group=${encodeURIComponent(key)}`;
}

/** Returns the page with the groups of all open alerts of these severities. */
export function groupsLink(origin: string, severities: readonly Severity[]): string {
  const [only, ...others] = severities;
  return `${origin}/alerts?by=CAUSE${only && others.length === 0 ? `&severity=${only}` : ''}`;
}

/** Returns what the buttons of a group are about, `ALERT id` or `GROUP key`, and its page. */
export function actedOn(group: GroupNews, origin: string): { value: string; url: string } {
  const [alert, ...others] = group.alerts;
  const isAlert = others.length === 0 && group.open <= 1;
  return isAlert
    ? { value: `ALERT ${alert.alertId}`, url: alertLink(origin, alert.alertId) }
    : { value: `GROUP ${group.key}`, url: groupLink(origin, group) };
}

export function alertsOf({ groups }: Pick<News, 'groups'>): AlertBrief[] {
  return groups.flatMap(({ alerts }) => alerts);
}

/** Returns the severities of the alerts in a message, the highest first. */
export function severitiesOf(news: Pick<News, 'groups'>): Severity[] {
  const found = new Set(alertsOf(news).map(({ severity }) => severity));
  return SEVERITIES.filter((severity) => found.has(severity));
}

/**
 * Returns the headline: "3 new High alerts: DeployPolicy", "New High alert: Anyone can read a bucket", "40 new High alerts in 12 groups",
 * "Digest: 3 new High alerts, 1 new Low alert in 2 groups".
 */
export function headline(news: News): string {
  const alerts = alertsOf(news);
  const [first, ...others] = alerts;
  if (first && others.length === 0 && !news.isDigest) return `New ${SEVERITY_WORDS[first.severity]} alert: ${plain(first.guardrail)}`;
  const counts = severitiesOf(news).map((severity) => {
    const count = alerts.filter((alert) => alert.severity === severity).length;
    return `${count} new ${SEVERITY_WORDS[severity]} ${count === 1 ? 'alert' : 'alerts'}`;
  });
  const [group, ...more] = news.groups;
  return `${news.isDigest ? 'Digest: ' : ''}${counts.join(', ')}${more.length === 0 ? `: ${plain(group.name)}` : ` in ${more.length + 1} groups`}`;
}

/** Returns the subject of an alert: "nora.lind in Production: 12 resources". */
export function about({ subject, accountName, accountId, reached }: AlertBrief): string {
  const where = plain(accountName || accountId);
  const what = reached === 0 ? '' : reached === 1 ? ': 1 resource' : `: ${reached} resources`;
  return `${plain(subject.name)}${where ? ` in ${where}` : ''}${what}`;
}

/** Returns the element that the alerts of a group share and its place; empty: they share only their guardrail. */
export function placeOf(group: GroupNews): string {
  return group.element === 'GUARDRAIL' || group.element === 'NONE' ? '' : plain(groupPlace(group));
}

/** Returns the number of alerts and the highest risk of a group: "12 alerts, highest risk 78". */
export function sizeOf({ alerts }: GroupNews): string {
  const risk = scoreOf(alerts[0]);
  return `${alerts.length === 1 ? '1 alert' : `${alerts.length} alerts`}${risk === null ? '' : `, ${alerts.length === 1 ? 'risk' : 'highest risk'} ${risk}`}`;
}

export function scoreOf({ risk }: AlertBrief): number | null {
  return risk?.score ?? null;
}

/** Returns a factor of a risk: "Exposure 0.60: It has no second factor." */
export function factorText({ name, value, known, reason }: RiskFactor): string {
  return `${name} ${value.toFixed(2)}${known ? '' : ' (not known)'}: ${plain(reason, LONGEST_SENTENCE)}`;
}

/** Returns the steps that end the findings of a group, at least one. */
export function firstSteps({ element, remediation }: GroupNews): string[] {
  const steps = [GROUP_EFFECTS[element] ?? '', plain(remediation, LONGEST_SENTENCE)].filter((step) => step !== '');
  return steps.length > 0 ? steps : ['Open the riskiest alert to see its access paths. Then remediate, assign or dismiss it.'];
}

/** Returns the log line of one alert. */
export function lineOf(alert: AlertBrief, origin: string): string {
  return `${plain(alert.guardrail)}: ${about(alert)} ${alertLink(origin, alert.alertId)}`;
}
