import type { AlertGroup, GroupKind, Severity } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { groupBy } from '../../platform/group-by';
import { importanceOf } from './alert-order';
import { coverGroups } from './cover-groups';
import { groupByCause } from './group-by-cause';
import { guardrailKey, placeOf, type Element, type Grouping, type Member } from './grouping';
import { listForGroups, listObjectsForGroups, type AlertFilter, type AlertReading } from './store';

/** Key of the group of alerts that no group of their kind takes. */
export const NO_GROUP = 'NONE';

/** How the tenant reads groups. */
export interface GroupReading extends AlertReading {
  /** Returns the ids of the people whose accounts these entities are, by URI. */
  peopleOf(uris: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

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
export async function readGroups(tx: Tx, tenantId: string, by: GroupKind, filter: AlertFilter, reading: GroupReading): Promise<GroupedAlerts> {
  const ofAll = { ...filter, severity: undefined };
  const { subjectsWithin: within } = filter;
  const found = await listForGroups(tx, tenantId, ofAll, reading.dueDays);
  // Causes and resources of other accounts form no group for a caller who is limited to accounts.
  const alerts = within ? found.map((alert) => ({ ...alert, causes: alert.causes?.filter(({ uri }) => isIn(uri, within)) ?? null })) : found;
  const objects = async (): Promise<Objects> => {
    const all = await listObjectsForGroups(tx, tenantId, ofAll, reading.dueDays);
    return within ? all.filter(({ object_uri: uri }) => isIn(uri, within)) : all;
  };
  const grouping = await groupingOf(by, alerts, reading, objects);
  const shown = filter.severity === undefined ? alerts : alerts.filter(({ severity }) => severity === filter.severity);
  const members = groupBy(shown, ({ alert_id: id }) => grouping.keyOf(id));
  const groups = [...members].map(([key, all]) => groupOf(key, grouping.elementOf(key, all), all));
  return {
    groups: groups.sort(isBefore),
    members: new Map([...members].map(([key, all]) => [key, all.map(({ alert_id: id }) => id)])),
    pending: by === 'CAUSE' ? shown.filter(({ causes }) => causes === null).length : 0,
  };
}

/** The third part of a URI is its account. */
function isIn(uri: string, accountIds: readonly string[]): boolean {
  return accountIds.includes(uri.split(':')[2] ?? '');
}

/** Some alerts of a group. */
export interface GroupPart extends Element {
  key: string;
  /** Open alerts of the whole group. */
  open: number;
  ids: string[];
}

/**
 * Distributes alerts over the groups by cause that the list shows for all open alerts. Alerts that are no longer open, or that an exclusion covers, go to
 * the group of their guardrail. Unknown alerts are left out.
 * @returns the most important group first
 */
export async function readCausesOf(tx: Tx, tenantId: string, ids: readonly string[], reading: GroupReading): Promise<GroupPart[]> {
  const everywhere = { accountIds: null, time: 'all' } as const;
  const rest = new Set(ids);
  const take = ({ groups, members }: GroupedAlerts, openOf: (group: AlertGroup) => number): GroupPart[] =>
    groups.flatMap((group) => {
      const taken = (members.get(group.key) ?? []).filter((id) => rest.delete(id));
      const { key, element, name, detail, uri } = group;
      return taken.length === 0 ? [] : [{ key, element, name, detail, uri, open: openOf(group), ids: taken }];
    });
  const open = take(await readGroups(tx, tenantId, 'CAUSE', { ...everywhere, show: 'ALERT_NOT_DISMISSED' }, reading), ({ count }) => count);
  if (rest.size === 0) return open;
  const others = await readGroups(tx, tenantId, 'GUARDRAIL', { ...everywhere, show: 'ALERT_ALL', ids: [...rest] }, reading);
  const parts = new Map(open.map((part) => [part.key, part]));
  for (const part of take(others, () => 0)) {
    const known = parts.get(part.key);
    if (known) known.ids.push(...part.ids);
    else parts.set(part.key, part);
  }
  return [...parts.values()];
}

async function groupingOf(by: GroupKind, alerts: readonly Member[], reading: GroupReading, objects: () => Promise<Objects>): Promise<Grouping> {
  if (by === 'RESOURCE') return byResource(alerts, await objects());
  if (by !== 'CAUSE') return BY_COLUMN[by](alerts, reading);
  const people = await reading.peopleOf([...new Set(alerts.map(({ subject_uri: uri }) => uri))]);
  return groupByCause(alerts, { accountNames: reading.accountNames, people });
}

type Objects = Awaited<ReturnType<typeof listObjectsForGroups>>;

const BY_COLUMN: Readonly<Record<Exclude<GroupKind, 'RESOURCE' | 'CAUSE'>, (alerts: readonly Member[], reading: AlertReading) => Grouping>> = {
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

function guardrailElement({ monitor_name: name }: Member): Element {
  return { element: 'GUARDRAIL', name, uri: '', detail: '' };
}

function byColumn(keyOf: (alert: Member) => string, elementOf: (alert: Member, reading: AlertReading) => Element) {
  return (alerts: readonly Member[], reading: AlertReading): Grouping => {
    const keys = new Map(alerts.map((alert) => [alert.alert_id, keyOf(alert) || NO_GROUP]));
    return {
      keyOf: (id) => keys.get(id) ?? NO_GROUP,
      elementOf: (key, [first]) =>
        key === NO_GROUP || !first ? { element: 'NONE', name: 'Global', detail: '', uri: '' } : elementOf(first, reading),
    };
  };
}

/** An alert without resources is about its subject, which is then the resource. */
function byResource(alerts: readonly Member[], objects: Objects): Grouping {
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
