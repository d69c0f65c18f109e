import type { AlertGroup, GroupKind, Severity } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { importanceOf } from './alert-order';
import { coverGroups } from './cover-groups';
import { listForGroups, listObjectsForGroups, type AlertFilter, type AlertReading } from './store';
import type { AlertCause } from './tables';

/** Key of the group of alerts that no group of their kind takes. */
export const NO_GROUP = 'NONE';

/** A cause that explains one alert alone saves no work, so that alert joins the others of its guardrail. */
const SMALLEST_CAUSE = 2;

type Member = Awaited<ReturnType<typeof listForGroups>>[number];

/** The element that the alerts of a group share. */
type Element = Pick<AlertGroup, 'element' | 'name' | 'detail' | 'uri'>;

export interface GroupedAlerts {
  /** The most important group first. */
  groups: AlertGroup[];
  /** Ids of the alerts of each group by its key. */
  members: ReadonlyMap<string, readonly string[]>;
  /** Alerts whose causes are not determined yet. */
  pending: number;
}

/**
 * Groups the alerts that match: each alert is in exactly one group. Alerts of other severities count when the groups are formed, so that a filter by
 * severity shows a part of each group and moves no alert to another one.
 */
export async function readGroups(tx: Tx, tenantId: string, by: GroupKind, filter: AlertFilter, reading: AlertReading): Promise<GroupedAlerts> {
  const ofAll = { ...filter, severity: undefined };
  const alerts = await listForGroups(tx, tenantId, ofAll, reading.dueDays);
  const grouping =
    by === 'RESOURCE' ? byResource(alerts, await listObjectsForGroups(tx, tenantId, ofAll, reading.dueDays)) : GROUPINGS[by](alerts, reading);
  const shown = filter.severity === undefined ? alerts : alerts.filter(({ severity }) => severity === filter.severity);
  const members = groupBy(shown, ({ alert_id: id }) => grouping.keyOf(id));
  const groups = [...members].map(([key, all]) => groupOf(key, grouping.elementOf(key, all[0] as Member), all));
  return {
    groups: groups.sort(isBefore),
    members: new Map([...members].map(([key, all]) => [key, all.map(({ alert_id: id }) => id)])),
    pending: by === 'CAUSE' ? shown.filter(({ causes }) => causes === null).length : 0,
  };
}

interface Grouping {
  keyOf: (alertId: string) => string;
  elementOf: (key: string, first: Member) => Element;
}

const GROUPINGS: Readonly<Record<Exclude<GroupKind, 'RESOURCE'>, (alerts: readonly Member[], reading: AlertReading) => Grouping>> = {
  // An alert without a shared cause is about the same problem as the others of its guardrail.
  CAUSE: (alerts, { accountNames }) => {
    const guardrails = new Map(alerts.map((alert) => [alert.alert_id, guardrailKey(alert)]));
    const causes = new Map<string, AlertCause>(alerts.flatMap((alert) => (alert.causes ?? []).map((cause) => [cause.key, cause] as const)));
    const assigned = coverGroups(
      alerts.map((alert) => ({ id: alert.alert_id, weight: importanceOf(alert), elements: (alert.causes ?? []).map(({ key }) => key) })),
      SMALLEST_CAUSE,
    );
    return {
      keyOf: (id) => assigned.get(id) ?? guardrails.get(id) ?? NO_GROUP,
      elementOf: (key, first) => {
        const cause = causes.get(key);
        if (!cause) return { ...guardrailElement(first), detail: 'No shared cause' };
        return { element: cause.kind, name: cause.name, uri: cause.uri, detail: placeOf(cause.uri, accountNames) };
      },
    };
  },
  IDENTITY: byColumn(
    ({ subject_uri: uri }) => uri,
    ({ subject_uri: uri, subject_name: name }, { accountNames }) => ({ element: 'IDENTITY', name, uri, detail: placeOf(uri, accountNames) }),
  ),
  ACCOUNT: byColumn(
    ({ account_id: id }) => id,
    ({ account_id: id }, { accountNames }) => ({
      element: 'ACCOUNT',
      name: accountNames.get(id) ?? id,
      uri: '',
      detail: accountNames.has(id) ? id : '',
    }),
  ),
  GUARDRAIL: byColumn(guardrailKey, guardrailElement),
};

function guardrailKey({ monitor_id: id, monitor_name: name }: Member): string {
  return `GUARDRAIL ${id} ${name}`;
}

function guardrailElement({ monitor_name: name }: Member): Element {
  return { element: 'GUARDRAIL', name, uri: '', detail: '' };
}

function byColumn(keyOf: (alert: Member) => string, elementOf: (alert: Member, reading: AlertReading) => Element) {
  return (alerts: readonly Member[], reading: AlertReading): Grouping => {
    const keys = new Map(alerts.map((alert) => [alert.alert_id, keyOf(alert) || NO_GROUP]));
    return {
      keyOf: (id) => keys.get(id) ?? NO_GROUP,
      elementOf: (key, first) => (key === NO_GROUP ? { element: 'NONE', name: 'Global', detail: '', uri: '' } : elementOf(first, reading)),
    };
  };
}

/** An alert without resources is about its subject, which is then the resource. */
function byResource(alerts: readonly Member[], objects: Awaited<ReturnType<typeof listObjectsForGroups>>): Grouping {
  const objectsOf = groupBy(objects, ({ alert_id: id }) => id);
  const names = new Map(objects.map(({ object_uri: uri, object_name: name }) => [uri, name]));
  for (const { subject_uri: uri, subject_name: name } of alerts) names.set(uri, names.get(uri) ?? name);
  const assigned = coverGroups(
    alerts.map((alert) => ({
      id: alert.alert_id,
      weight: importanceOf(alert),
      elements: objectsOf.get(alert.alert_id)?.map(({ object_uri: uri }) => uri) ?? (alert.subject_uri === '' ? [] : [alert.subject_uri]),
    })),
  );
  return {
    keyOf: (id) => assigned.get(id) ?? NO_GROUP,
    elementOf: (key) =>
      key === NO_GROUP
        ? { element: 'NONE', name: 'No resource', detail: '', uri: '' }
        : { element: 'RESOURCE', name: names.get(key) ?? key, detail: placeOf(key, new Map()), uri: key },
  };
}

/** Returns the account of a URI, by its name if it is connected. */
function placeOf(uri: string, accountNames: ReadonlyMap<string, string>): string {
  const accountId = uri.split(':')[2] ?? '';
  return accountNames.get(accountId) ?? accountId;
}

function groupOf(key: string, element: Element, alerts: readonly Member[]): AlertGroup {
  const count = (severity: Severity): number => alerts.filter((alert) => alert.severity === severity).length;
  const [high, medium, low] = [count('HIGH'), count('MEDIUM'), count('LOW')];
  return {
    key,
    ...element,
    severity: high > 0 ? 'HIGH' : medium > 0 ? 'MEDIUM' : 'LOW',
    count: alerts.length,
    high_count: high,
    medium_count: medium,
    low_count: low,
    risk: alerts.reduce((sum, { risk }) => sum + (risk ?? 0), 0),
    identities_count: new Set(alerts.map(({ subject_uri: uri }) => uri)).size,
    newest_time: new Date(Math.max(...alerts.map(({ alert_time: at }) => new Date(at).getTime()))).toISOString(),
  };
}

/** Orders groups by the risk of their alerts; the group without an element is last. */
function isBefore(a: AlertGroup, b: AlertGroup): number {
  const isLast = ({ element }: AlertGroup): number => (element === 'NONE' ? 1 : 0);
  return isLast(a) - isLast(b) || b.risk - a.risk || b.count - a.count || b.newest_time.localeCompare(a.newest_time) || a.key.localeCompare(b.key);
}
