import { sql } from 'kysely';
import type { Api, UnusedItem } from '@cam/contracts/server';
import { UNUSED_IDENTITY_TYPES } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import { USER_TYPES } from '../graph/inventory/count-privileges';
import { findEntity, policiesOf } from '../graph/inventory/read-entities';
import type { AccountNames, Asked } from './answers';
import type { IdentityFact, Section, UnusedFact, UnusedOf } from './facts';
import type { Overview } from './overview';
import { unusedQuery } from './queries';
import { countFacts, readFacts } from './store';

type Call = Api['GET /v1/graph-querymgr/unused-accesses'];
type IdentityType = Call['query']['identity_type'];
type RequestType = Call['query']['request_type'];
export type UnusedView = Pick<Call['query'], 'identity_type' | 'request_type' | 'uri' | 'role_uri' | 'service' | 'privilege' | 'source'>;

/** Rows of one answer. */
const MOST = 500;

const EMPTY: UnusedItem = {
  uri: '',
  name: '',
  type: '',
  account_id: '',
  account_name: '',
  policy_account_id: '',
  scope: '',
  policies: [],
  policies_count: 0,
  service: '',
  privilege: '',
  roles_count: 0,
  identities_count: 0,
  privileges_count: 0,
  role_name: '',
  role_uri: '',
  last_used: null,
};

const AREA = { UNUSED_ROLE: 'role', UNUSED_IDENTITY: 'identity', UNUSED_IDENTITY_WITHOUT_ROLE: 'own' } as const;

/** Which identities an area is about. */
const isOfArea = {
  UNUSED_ROLE: sql<boolean>`f.value ->> 'type' = 'ROLE'`,
  UNUSED_IDENTITY: sql<boolean>`f.value ->> 'type' in (${sql.join(USER_TYPES)}) and (f.value ->> 'roles_total')::int > 0`,
  UNUSED_IDENTITY_WITHOUT_ROLE: sql<boolean>`f.value ->> 'type' in (${sql.join(USER_TYPES)}) and (f.value ->> 'roles_total')::int = 0`,
};
const hasStatus = (status: string) => sql<boolean>`f.value ->> 'status' = ${status}`;

/** Access that nobody used for 90 days: roles, identities with and without roles, each also by service and by sensitive privilege. */
export class UnusedAccess {
  constructor(private readonly overview: Overview) {}

  read(asked: Asked, view: UnusedView): Promise<Call['answer']> {
    return this.overview.read(asked, async (tx, names, counted) => {
      const { items, total } = await this.#items(tx, asked, view, names);
      return {
        ...counted,
        items: items.slice(0, MOST),
        total,
        query:
          view.request_type === 'UNUSED_SUMMARY'
            ? unusedQuery(view.identity_type, counted.counted_at ? new Date(counted.counted_at) : new Date())
            : '',
        top_level_count_for_unused_access: await topLevelCounts(tx, asked),
        usage_onboarding_in_progress: names.accounts.some(({ last_snapshot_time }) => last_snapshot_time === null),
        not_judged: await countFacts(tx, asked.tenantId, 'identity', {
          accountId: asked.accountId,
          where: sql<boolean>`${isOfArea[view.identity_type]} and ${hasStatus('NOT_ENOUGH_DATA')} and (f.value ->> 'objects_total')::int > 0`,
        }),
      };
    });
  }

  async #items(tx: Tx, asked: Asked, view: UnusedView, names: AccountNames): Promise<{ items: UnusedItem[]; total: number }> {
    const all = await ITEMS[view.request_type](tx, asked, view, names);
    return { items: all, total: all.length };
  }
}

type ItemsOf = (tx: Tx, asked: Asked, view: UnusedView, names: AccountNames) => Promise<UnusedItem[]>;

const ITEMS: Record<RequestType, ItemsOf> = {
  UNUSED_SUMMARY: async (tx, asked, { identity_type: type }, names) => {
    const unused = await readFacts(tx, asked.tenantId, 'identity', {
      accountId: asked.accountId,
      where: sql<boolean>`${isOfArea[type]} and ${hasStatus('UNUSED')}`,
    });
    const facts = await unusedFactsOf(
      tx,
      asked.tenantId,
      unused.map(({ uri }) => uri),
    );
    return unused.map((identity) => toItem(identity, facts.get(identity.uri) ?? [], names));
  },
  UNUSED_DETAIL: async (tx, asked, view, names) =>
    (view.identity_type === 'UNUSED_IDENTITY' && !view.role_uri ? rolesOfIdentity : actionsOf)(tx, asked, view, names),
  UNUSED_BY_SERVICE_SUMMARY: (tx, asked, view, names) => byName(tx, asked, view, names, 'service'),
  UNUSED_BY_PRIVILEGE_SUMMARY: (tx, asked, view, names) => byName(tx, asked, view, names, 'privilege'),
  UNUSED_BY_SERVICE_DETAIL: (tx, asked, view, names) => whoOf(tx, asked, view, names, 'services', view.service ?? ''),
  UNUSED_BY_PRIVILEGE_DETAIL: (tx, asked, view, names) => whoOf(tx, asked, view, names, 'privileges', view.privilege ?? ''),
};

/** Services or privileges, with of how many roles and identities they are not used. */
async function byName(
  tx: Tx,
  asked: Asked,
  { identity_type: type }: UnusedView,
  names: AccountNames,
  by: 'service' | 'privilege',
): Promise<UnusedItem[]> {
  const rows = await readFacts(tx, asked.tenantId, `${AREA[type]}_${by}` as const, {
    accountId: asked.accountId,
    orderBy: sql`(f.value ->> 'roles')::int + (f.value ->> 'identities')::int desc, f.name, f.key`,
  });
  return (rows as UnusedOf[]).map(({ account_id: id, name, roles, identities }) => ({
    ...EMPTY,
    ...names.of(id),
    [by]: name,
    name,
    policy_account_id: id,
    roles_count: roles,
    identities_count: identities,
  }));
}

/** Whose access to a service or by a privilege is not used; of identities with roles, by which role. */
async function whoOf(
  tx: Tx,
  asked: Asked,
  { identity_type: type, source, uri, service = '', privilege = '' }: UnusedView,
  names: AccountNames,
  list: 'services' | 'privileges',
  wanted: string,
): Promise<UnusedItem[]> {
  const holderTypes = type === 'UNUSED_IDENTITY_WITHOUT_ROLE' ? USER_TYPES : (['ROLE'] as const);
  const facts = await readFacts(tx, asked.tenantId, 'unused', {
    accountId: source ?? asked.accountId,
    where: sql<boolean>`jsonb_exists(f.value -> ${list}, ${wanted}) and f.value ->> 'type' in (${sql.join(holderTypes)})`,
  });
  const said = { service, privilege };
  const holders = await identitiesByUri(
    tx,
    asked.tenantId,
    facts.map((fact) => fact.uri),
  );
  if (type !== 'UNUSED_IDENTITY') {
    return facts.flatMap((fact) => {
      const holder = holders.get(fact.uri);
      if (!holder || (type === 'UNUSED_IDENTITY_WITHOUT_ROLE' && holder.roles_total > 0)) return [];
      return [{ ...toItem(holder, [fact], names), ...said, policy_account_id: fact.account_id }];
    });
  }
  const roles = [...new Set(facts.map((fact) => fact.uri))];
  const identities = await readFacts(tx, asked.tenantId, 'identity', {
    where: sql<boolean>`(f.value ->> 'judged')::boolean and ${uri ? sql`f.value ->> 'uri' = ${uri}` : sql`true`}
      and ${roles.length === 0 ? sql`false` : sql`jsonb_exists_any(f.value -> 'roles', array[${sql.join(roles)}]::text[])`}`,
  });
  const byRole = uri
    ? identities.flatMap((identity) => identity.roles.filter((role) => roles.includes(role)).map((role) => ({ identity, role, n: 1 })))
    : identities.map((identity) => ({ identity, role: null, n: identity.roles.filter((role) => roles.includes(role)).length }));
  return byRole.map(({ identity, role, n }) => {
    const item = { ...toItem(identity, [], names), ...said, policy_account_id: source ?? '', roles_count: n };
    const held = role === null ? undefined : holders.get(role);
    return held ? { ...item, role_uri: held.uri, role_name: held.name, last_used: held.last_used } : item;
  });
}

/** The roles that an unused identity has, each with what of it is not used. */
const rolesOfIdentity: ItemsOf = async (tx, asked, { uri = '' }, names) => {
  const [identity] = await readFacts(tx, asked.tenantId, 'identity', { where: sql<boolean>`f.value ->> 'uri' = ${uri}` });
  if (!identity) return [];
  const roles = await identitiesByUri(tx, asked.tenantId, identity.roles);
  const facts = await unusedFactsOf(tx, asked.tenantId, identity.roles);
  return [...roles.values()].map((role) => ({ ...toItem(role, facts.get(role.uri) ?? [], names), role_uri: role.uri, role_name: role.name }));
};

/** Services and sensitive privileges that a role, or an identity by itself, does not use, with its policies. */
const actionsOf: ItemsOf = async (tx, asked, { uri = '', role_uri: roleUri }, names) => {
  const holder = roleUri ?? uri;
  const entity = await findEntity(tx, asked.tenantId, holder);
  const facts = (await unusedFactsOf(tx, asked.tenantId, [holder])).get(holder) ?? [];
  if (!entity) return [];
  const policies = (await policiesOf(tx, asked.tenantId, entity)).filter(({ kind }) => kind !== 'trust').map(({ id, name }) => ({ id, name }));
  const base = { ...EMPTY, uri: entity.uri, name: entity.name, type: entity.type, policies, policies_count: policies.length };
  return facts.flatMap((fact) => [
    ...fact.services.map((service) => ({ ...base, ...names.of(fact.account_id), policy_account_id: entity.accountId, service })),
    ...fact.privileges.map((privilege) => ({ ...base, ...names.of(fact.account_id), policy_account_id: entity.accountId, privilege })),
  ]);
};

function toItem(identity: IdentityFact, facts: readonly UnusedFact[], names: AccountNames): UnusedItem {
  const accounts = [...new Set(facts.map(({ account_id: id }) => names.of(id).account_name))];
  return {
    ...EMPTY,
    uri: identity.uri,
    name: identity.name,
    type: identity.type,
    ...names.of(identity.account_id),
    policy_account_id: identity.account_id,
    scope: accounts.length > 3 ? `${accounts.length} accounts` : accounts.join(', '),
    policies_count: identity.policies,
    roles_count: identity.roles_total,
    privileges_count: new Set(facts.flatMap(({ privileges }) => privileges)).size,
    last_used: identity.last_used,
  };
}

async function identitiesByUri(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, IdentityFact>> {
  if (uris.length === 0) return new Map();
  const found = await readFacts(tx, tenantId, 'identity', { where: sql<boolean>`f.value ->> 'uri' in (${sql.join([...new Set(uris)])})` });
  return new Map(found.map((identity) => [identity.uri, identity]));
}

async function unusedFactsOf(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, UnusedFact[]>> {
  const byUri = new Map<string, UnusedFact[]>();
  if (uris.length === 0) return byUri;
  const facts = await readFacts(tx, tenantId, 'unused', { where: sql<boolean>`f.name in (${sql.join([...new Set(uris)])})` });
  for (const fact of facts) byUri.set(fact.uri, [...(byUri.get(fact.uri) ?? []), fact]);
  return byUri;
}

async function topLevelCounts(tx: Tx, { tenantId, accountId }: Asked): Promise<Call['answer']['top_level_count_for_unused_access']> {
  const counts: Call['answer']['top_level_count_for_unused_access'] = [];
  for (const identity_type of UNUSED_IDENTITY_TYPES as readonly IdentityType[]) {
    const summary = await countFacts(tx, tenantId, 'identity', {
      accountId,
      where: sql<boolean>`${isOfArea[identity_type]} and ${hasStatus('UNUSED')}`,
    });
    const of = (by: string): Promise<number> => countFacts(tx, tenantId, `${AREA[identity_type]}_${by}` as Section, { accountId });
    counts.push(
      { identity_type, request_type: 'UNUSED_SUMMARY', count: summary },
      { identity_type, request_type: 'UNUSED_BY_SERVICE_SUMMARY', count: await of('service') },
      { identity_type, request_type: 'UNUSED_BY_PRIVILEGE_SUMMARY', count: await of('privilege') },
    );
  }
  return counts;
}
