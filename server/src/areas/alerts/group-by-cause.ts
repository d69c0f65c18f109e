import { groupBy } from '../../platform/group-by';
import { importanceOf } from './alert-order';
import { coverGroups } from './cover-groups';
import { guardrailKey, placeOf, type Element, type Grouping, type Member } from './grouping';
import { joinNestedGuardrails } from './nested-guardrails';
import type { AlertCause } from './tables';

/** A cause of fewer alerts saves no work, so these join the others of their guardrail. */
const SMALLEST_CAUSE = 3;

/** Reports whether the log analysis raised an alert, and neither a guardrail nor a user. */
const isActivity = (type: Member['alert_type']): boolean => type !== 'ALERT_TYPE_GUARDRAIL' && type !== 'ALERT_TYPE_NONE';

const EVERYONE = 'everyone on the internet';

/** The key of an incident begins with this. */
const INCIDENT = 'INCIDENT ';

/** Other guardrails that the place of a group names. */
const NAMED = 2;

interface Names {
  accountNames: ReadonlyMap<string, string>;
  /** Ids of people by the URIs of their accounts. */
  people: ReadonlyMap<string, string>;
}

/** An element on the access paths of alerts, or several of the same name in different accounts. */
interface Cause extends Pick<AlertCause, 'kind' | 'name'> {
  /** URIs of the elements, in order. */
  uris: readonly string[];
}

/**
 * Groups alerts by the one element of their access paths that explains most of them. The same role or assignment in several accounts counts as one
 * element, because companies deploy it to all accounts from one template. Alerts without such an element are grouped by guardrail, and a guardrail
 * joins another one that found all of its entities. The alerts of the log analysis about one identity are one incident. All accounts of a person are one
 * entity.
 */
export function groupByCause(alerts: readonly Member[], { accountNames, people }: Names): Grouping {
  const assigned = coverGroups(
    alerts.map((alert) => ({ id: alert.alert_id, weight: importanceOf(alert), elements: elementsOf(alert) })),
    SMALLEST_CAUSE,
  );
  const unexplained = alerts.filter(({ alert_id: id }) => (assigned.get(id) ?? null) === null);
  // Guardrails do not find the problems that users raise alerts about.
  const ofGuardrails = unexplained.filter(({ alert_type: type }) => type === 'ALERT_TYPE_GUARDRAIL');
  const hosts = joinNestedGuardrails(ofGuardrails.map((alert) => ({ guardrail: guardrailKey(alert), entity: entityOf(alert, people) })));
  const keys = new Map(
    unexplained.map((alert) => [alert.alert_id, incidentKey(alert, people) ?? hosts.get(guardrailKey(alert)) ?? guardrailKey(alert)]),
  );
  const rest = groupBy(unexplained, ({ alert_id: id }) => keys.get(id) ?? '');
  return {
    keyOf: (id) => assigned.get(id) ?? keys.get(id) ?? '',
    elementOf: (key, members) => {
      const joined = rest.get(key);
      if (!joined) return elementOfCause(causeOf(key, members), accountNames);
      return key.startsWith(INCIDENT) ? elementOfIncident(joined, accountNames) : elementOfGuardrails(joined);
    },
  };
}

/** Returns the entity of an alert: its person, or everyone on the internet, who are the same in every account. */
function entityOf({ subject_uri: uri }: Member, people: Names['people']): string {
  return uri.includes(':PUBLIC_NODE:') ? EVERYONE : (people.get(uri) ?? uri);
}

/**
 * Returns the key of what the log analysis found about an identity; null for other alerts. A stolen password shows in several methods and accounts, and
 * asks for one decision. An identity that only the log names has no URI, so its alerts stay with their method.
 */
function incidentKey({ alert_type: type, subject_uri: uri }: Member, people: Names['people']): string | null {
  return isActivity(type) && uri !== '' ? INCIDENT + (people.get(uri) ?? uri) : null;
}

/** Names the identity of most of the importance. */
function elementOfIncident(alerts: readonly Member[], accountNames: ReadonlyMap<string, string>): Element {
  const [first] = [...alerts].sort((a, b) => importanceOf(b) - importanceOf(a) || (a.subject_uri < b.subject_uri ? -1 : 1));
  const { subject_name: name = '', subject_uri: uri = '' } = first ?? {};
  return { element: 'IDENTITY', name, uri, detail: placeOf(uri, accountNames) };
}

/** Returns the keys of the elements of an alert: each by itself, the narrowest first, then with those of the same name in other accounts. */
function elementsOf({ causes }: Member): string[] {
  const all = causes ?? [];
  return [...all.map(({ key }) => key), ...all.flatMap((cause) => nameKey(cause) ?? [])];
}

/**
 * Returns the key that elements of the same name share; null for elements whose name says nothing across accounts. A binding of Google Cloud
 * is named by a role that every project has, and statements and policies of the same name may allow different access.
 */
function nameKey({ kind, name, uri }: AlertCause): string | null {
  const cloud = uri.split(':')[1] ?? '';
  return kind === 'TRUST' || (kind === 'ASSIGNMENT' && cloud !== 'GCP') ? `EVERY ${kind} ${cloud} ${name}` : null;
}

function causeOf(key: string, members: readonly Member[]): Cause | null {
  const found = members.flatMap(({ causes }) => (causes ?? []).filter((cause) => cause.key === key || nameKey(cause) === key));
  const [first] = found;
  return first ? { kind: first.kind, name: first.name, uris: [...new Set(found.map(({ uri }) => uri))].sort() } : null;
}

function elementOfCause(cause: Cause | null, accountNames: ReadonlyMap<string, string>): Element {
  if (!cause) return { element: 'NONE', name: '', detail: '', uri: '' };
  const { kind, name, uris } = cause;
  const [uri = ''] = uris;
  if (uris.length === 1) return { element: kind, name, uri, detail: placeOf(uri, accountNames) };
  const accounts = new Set(uris.map((one) => one.split(':')[2]));
  return { element: kind, name, uri: '', detail: `in ${accounts.size} accounts` };
}

/** Names the guardrail of most of the importance, and in the detail the others. */
function elementOfGuardrails(alerts: readonly Member[]): Element {
  const importance = (of: readonly Member[]): number => of.reduce((sum, alert) => sum + importanceOf(alert), 0);
  const [first, ...others] = [...groupBy(alerts, guardrailKey).values()]
    .sort((a, b) => importance(b) - importance(a) || (guardrailKey(a[0] as Member) < guardrailKey(b[0] as Member) ? -1 : 1))
    .map(([alert]) => (alert as Member).monitor_name);
  const names = others.slice(0, NAMED).join(', ');
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return { element: 'GUARDRAIL', name: first ?? '', uri: '', detail: others.length === 0 ? 'No shared cause' : `Also: ${names}${more}` };
}
