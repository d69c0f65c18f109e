import { sql, type RawBuilder } from 'kysely';
import type { Api, UnusedItem } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { USER_TYPES } from '../counts/count-privileges';
import { findEntity, policiesOf } from '../counts/read-entities';
import type { AccountNames, InventoryRequest } from './answers';
import type { IdentityFact, UnusedFact, UnusedOf } from './facts';
import type { HiddenTallies } from './hidden-tallies';
import { countFacts, readFacts } from './store';
import { countUnusedOf } from './unused-totals';

type Call = Api['GET /v1/graph-querymgr/unused-accesses'];
type RequestType = Call['query']['request_type'];
type Sort = NonNullable<Call['query']['sorted_field']>;
export type UnusedView = Pick<
  Call['query'],
  | 'identity_type'
  | 'request_type'
  | 'uri'
  | 'role_uri'
  | 'service'
  | 'privilege'
  | 'source'
  | 'search'
  | 'sorted_field'
  | 'sorted_asc'
  | 'include_idle'
  | 'show_excluded'
>;

/** The part of a view that exclusions hide. */
export interface Hidden {
  /** Hides identities; null hides none. */
  isHidden: RawBuilder<boolean> | null;
  /** The numbers that the services or privileges of the view lose. */
  tallies: HiddenTallies;
}
type ShownView = UnusedView & Hidden;

/** The rows of a view to return. */
export interface Slice {
  limit: number;
  offset: number;
}

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

export const AREA = { UNUSED_ROLE: 'role', UNUSED_IDENTITY: 'identity', UNUSED_IDENTITY_WITHOUT_ROLE: 'own' } as const;

/** The identity types of each area. */
const isOfArea = {
  UNUSED_ROLE: sql<boolean>`f.value ->> 'type' = 'ROLE'`,
  UNUSED_IDENTITY: sql<boolean>`f.value ->> 'type' in (${sql.join(USER_TYPES)}) and (f.value ->> 'roles_total')::int > 0`,
  UNUSED_IDENTITY_WITHOUT_ROLE: sql<boolean>`f.value ->> 'type' in (${sql.join(USER_TYPES)}) and (f.value ->> 'roles_total')::int = 0`,
};

/** Sort keys of identities, and of services and privileges. */
const IDENTITY_COLUMNS: Partial<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`f.name`,
  source: sql`f.account_id`,
  policies: sql`(f.value ->> 'policies')::int`,
  roles: sql`(f.value ->> 'roles_total')::int`,
  last_used: sql`f.value ->> 'last_used'`,
};
/** Returns the numbers of a service or privilege in a view without what exclusions hide, and the condition that the view lists it. */
export function tallyCounts({ include_idle: includesIdle = false }: Pick<UnusedView, 'include_idle'>, hidden: HiddenTallies) {
  const losses = Object.keys(hidden).length === 0 ? null : JSON.stringify(hidden);
  const count = (of: 'roles' | 'identities') => {
    const field = sql.lit(includesIdle ? `all_${of}` : of);
    const all = sql`(f.value ->> ${field})::int`;
    return losses === null ? all : sql`(${all} - coalesce((${losses}::jsonb -> f.key ->> ${field})::int, 0))`;
  };
  const sum = sql`${count('roles')} + ${count('identities')}`;
  const columns: Partial<Record<Sort, RawBuilder<unknown>>> = {
    name: sql`f.name`,
    source: sql`f.account_id`,
    roles: count('roles'),
    identities: count('identities'),
  };
  return { columns, sum, isListed: sql<boolean>`${sum} > 0` };
}

/** Written exactly as in the index. */
const IS_UNUSED = sql<boolean>`f.value ->> 'status' = 'UNUSED'`;

/** Keeps ordinary identities unless the view includes those that exist to stay idle. */
function isWanted({ include_idle: includesIdle = false }: Pick<UnusedView, 'include_idle'>): RawBuilder<boolean> {
  return includesIdle ? sql<boolean>`true` : sql<boolean>`f.value ->> 'purpose' = 'ordinary'`;
}

function isShown(hidden: RawBuilder<boolean> | null): RawBuilder<boolean> {
  return hidden === null ? sql<boolean>`true` : sql<boolean>`not ${hidden}`;
}

/** Returns the condition that a view lists an identity. */
export function listed(view: Pick<UnusedView, 'identity_type' | 'include_idle'>): RawBuilder<boolean> {
  return sql<boolean>`${isOfArea[view.identity_type]} and ${IS_UNUSED} and ${isWanted(view)}`;
}

interface Items {
  items: UnusedItem[];
  total: number;
}

type ItemsOf = (tx: Tx, request: InventoryRequest, view: ShownView, names: AccountNames, slice: Slice) => Promise<Items>;
type AllItemsOf = (tx: Tx, request: InventoryRequest, view: ShownView, names: AccountNames) => Promise<UnusedItem[]>;

const VALUE: Record<Sort, (item: UnusedItem) => string | number | null> = {
  name: ({ name }) => name,
  source: ({ account_name }) => account_name,
  policies: ({ policies_count }) => policies_count,
  roles: ({ roles_count }) => roles_count,
  identities: ({ identities_count }) => identities_count,
  last_used: ({ last_used }) => last_used,
};

/** Views of one entity, service or privilege are short. They are built whole, then searched, sorted and cut. */
function slicing(all: AllItemsOf): ItemsOf {
  return async (tx, request, view, names, { limit, offset }) => {
    const search = (view.search ?? '').trim().toLowerCase();
    const found = (await all(tx, request, view, names)).filter(({ name, service, privilege }) =>
      [name, service, privilege].some((text) => text.toLowerCase().includes(search)),
    );
    const { sorted_field: sort, sorted_asc: ascending = true } = view;
    if (sort) found.sort((a, b) => compared(VALUE[sort](a), VALUE[sort](b)) * (ascending ? 1 : -1));
    return { items: found.slice(offset, offset + limit), total: found.length };
  };
}

function compared(a: string | number | null, b: string | number | null): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '').localeCompare(String(b ?? ''));
}

/** Undefined without a search. */
function isNamed({ search = '' }: Pick<UnusedView, 'search'>): RawBuilder<boolean> | undefined {
  return search.trim() === '' ? undefined : sql<boolean>`position(lower(${search.trim()}) in lower(f.name)) > 0`;
}

/** Returns the condition that the name of a row has the text of the search. */
export function namedLike(view: Pick<UnusedView, 'search'>): RawBuilder<boolean> {
  return isNamed(view) ?? sql<boolean>`true`;
}

function orderOf({ sorted_field: sort, sorted_asc: ascending = true }: UnusedView, columns: Partial<Record<Sort, RawBuilder<unknown>>>) {
  const by = sort && columns[sort];
  if (!by) return undefined;
  return ascending ? sql`${by} asc nulls last, f.name, f.key` : sql`${by} desc nulls last, f.name, f.key`;
}

export const ITEMS: Record<RequestType, ItemsOf> = {
  UNUSED_SUMMARY: async (tx, request, view, names, slice) => {
    const named = isNamed(view);
    const wanted = {
      accountId: view.source ?? request.accountId,
      where: sql<boolean>`${listed(view)} and ${named ?? sql`true`} and ${isShown(view.isHidden)}`,
    };
    const unused = await readFacts(tx, request.tenantId, 'identity', { ...wanted, orderBy: orderOf(view, IDENTITY_COLUMNS), ...slice });
    const facts = await unusedFactsOf(
      tx,
      request.tenantId,
      unused.map(({ uri }) => uri),
    );
    const items = unused.map((identity) => toItem(identity, facts.get(identity.uri) ?? [], names));
    const isCounted = named !== undefined || view.isHidden !== null;
    const sums = isCounted ? [] : await readFacts(tx, request.tenantId, 'identity_total', { accountId: wanted.accountId });
    const total = isCounted ? await countFacts(tx, request.tenantId, 'identity', wanted) : countUnusedOf(sums, view.identity_type, view.include_idle);
    return { items, total };
  },
  UNUSED_DETAIL: slicing(async (tx, request, view, names) =>
    (view.identity_type === 'UNUSED_IDENTITY' && !view.role_uri ? rolesOfIdentity : actionsOf)(tx, request, view, names),
  ),
  UNUSED_BY_SERVICE_SUMMARY: byName('service'),
  UNUSED_BY_PRIVILEGE_SUMMARY: byName('privilege'),
  UNUSED_BY_SERVICE_DETAIL: slicing((tx, request, view, names) => whoOf(tx, request, view, names, 'services', view.service ?? '')),
  UNUSED_BY_PRIVILEGE_DETAIL: slicing((tx, request, view, names) => whoOf(tx, request, view, names, 'privileges', view.privilege ?? '')),
};

const NO_LOSS = { roles: 0, identities: 0, all_roles: 0, all_identities: 0 };

/** Returns services or privileges with the number of roles and identities that do not use them. */
function byName(by: 'service' | 'privilege'): ItemsOf {
  return async (tx, request, view, names, slice) => {
    const section = `${AREA[view.identity_type]}_${by}` as const;
    const named = isNamed(view);
    const counts = tallyCounts(view, view.tallies);
    const wanted = { accountId: view.source ?? request.accountId, where: sql<boolean>`${counts.isListed} and ${named ?? sql`true`}` };
    const orderBy = orderOf(view, counts.columns) ?? sql`${counts.sum} desc, f.name, f.key`;
    const rows = await readFacts(tx, request.tenantId, section, { ...wanted, orderBy, ...slice });
    const items = (rows as UnusedOf[]).map(({ account_id: id, name, ...row }) => {
      const lost = view.tallies[`${id} ${name}`] ?? NO_LOSS;
      return {
        ...EMPTY,
        ...names.of(id),
        [by]: name,
        name,
        policy_account_id: id,
        roles_count: view.include_idle ? row.all_roles - lost.all_roles : row.roles - lost.roles,
        identities_count: view.include_idle ? row.all_identities - lost.all_identities : row.identities - lost.identities,
      };
    });
    return { items, total: await countFacts(tx, request.tenantId, section, wanted) };
  };
}

/** Returns the identities that do not use a service or privilege; for identities with roles, by role. */
async function whoOf(
  tx: Tx,
  request: InventoryRequest,
  view: ShownView,
  names: AccountNames,
  list: 'services' | 'privileges',
  wanted: string,
): Promise<UnusedItem[]> {
  const { identity_type: type, source, uri, service = '', privilege = '', include_idle: includesIdle = false } = view;
  const holderTypes = type === 'UNUSED_IDENTITY_WITHOUT_ROLE' ? USER_TYPES : (['ROLE'] as const);
  const facts = await readFacts(tx, request.tenantId, 'unused', {
    accountId: source ?? request.accountId,
    where: sql<boolean>`jsonb_exists(f.value -> ${list}, ${wanted}) and f.value ->> 'type' in (${sql.join(holderTypes)})`,
  });
  const said = { service, privilege };
  const holders = await identitiesByUri(
    tx,
    request.tenantId,
    facts.map((fact) => fact.uri),
    view.isHidden,
  );
  if (type !== 'UNUSED_IDENTITY') {
    return facts.flatMap((fact) => {
      const holder = holders.get(fact.uri);
      if (!holder || (type === 'UNUSED_IDENTITY_WITHOUT_ROLE' && holder.roles_total > 0) || !(includesIdle || holder.purpose === 'ordinary'))
        return [];
      return [{ ...toItem(holder, [fact], names), ...said, policy_account_id: fact.account_id }];
    });
  }
  const roles = [...new Set(facts.map((fact) => fact.uri))].filter(
    (role) => holders.has(role) && (includesIdle || holders.get(role)?.purpose === 'ordinary'),
  );
  const assumableRoles = await assumableRolesOf(tx, request.tenantId, roles);
  const identities = await readFacts(tx, request.tenantId, 'identity', {
    where: sql<boolean>`(f.value ->> 'judged')::boolean and f.value ->> 'type' in (${sql.join(USER_TYPES)}) and ${isWanted(view)} and ${isShown(view.isHidden)} and ${uri ? sql`f.value ->> 'uri' = ${uri}` : sql`true`}
      and ${assumableRoles.size === 0 ? sql`false` : sql`f.value ->> 'profile_id' in (${sql.join([...assumableRoles.keys()])})`}`,
  });
  const rolesOf = ({ profile_id: profile }: IdentityFact): readonly string[] => assumableRoles.get(profile ?? '') ?? [];
  const byRole = uri
    ? identities.flatMap((identity) => rolesOf(identity).map((role) => ({ identity, role, n: 1 })))
    : identities.map((identity) => ({ identity, role: null, n: rolesOf(identity).length }));
  return byRole.map(({ identity, role, n }) => {
    const item = { ...toItem(identity, [], names), ...said, policy_account_id: source ?? '', roles_count: n };
    const held = role === null ? undefined : holders.get(role);
    return held ? { ...item, role_uri: held.uri, role_name: held.name, last_used: held.last_used } : item;
  });
}

/** Returns, by profile, those of these roles that the profile may assume. */
async function assumableRolesOf(tx: Tx, tenantId: string, roles: readonly string[]): Promise<Map<string, string[]>> {
  if (roles.length === 0) return new Map();
  const wanted = new Set(roles);
  const where = sql<boolean>`jsonb_exists_any(f.value -> 'roles', array[${sql.join([...roles])}]::text[])`;
  const found = await readFacts(tx, tenantId, 'profile_roles', { where });
  return new Map(found.map(({ profile_id: profile, roles: held }) => [profile, held.filter((role) => wanted.has(role))]));
}

/** Returns the roles of an unused identity, each with its unused access. */
const rolesOfIdentity: AllItemsOf = async (tx, request, { uri = '' }, names) => {
  const [identity] = await readFacts(tx, request.tenantId, 'identity', { where: sql<boolean>`f.value ->> 'uri' = ${uri}` });
  if (!identity || identity.profile_id === null) return [];
  const [held] = await readFacts(tx, request.tenantId, 'profile_roles', { keys: [identity.profile_id] });
  const roles = await identitiesByUri(tx, request.tenantId, held?.roles ?? []);
  const facts = await unusedFactsOf(tx, request.tenantId, held?.roles ?? []);
  return [...roles.values()].map((role) => ({ ...toItem(role, facts.get(role.uri) ?? [], names), role_uri: role.uri, role_name: role.name }));
};

/** Returns the services and sensitive privileges that a role or an identity itself does not use, with its policies. */
const actionsOf: AllItemsOf = async (tx, request, { uri = '', role_uri: roleUri }, names) => {
  const holder = roleUri ?? uri;
  const entity = await findEntity(tx, request.tenantId, holder);
  const facts = (await unusedFactsOf(tx, request.tenantId, [holder])).get(holder) ?? [];
  if (!entity) return [];
  const policies = (await policiesOf(tx, request.tenantId, entity)).filter(({ kind }) => kind !== 'trust').map(({ id, name }) => ({ id, name }));
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

async function identitiesByUri(
  tx: Tx,
  tenantId: string,
  uris: readonly string[],
  hidden: RawBuilder<boolean> | null = null,
): Promise<Map<string, IdentityFact>> {
  if (uris.length === 0) return new Map();
  const where = sql<boolean>`f.value ->> 'uri' in (${sql.join([...new Set(uris)])}) and ${isShown(hidden)}`;
  const found = await readFacts(tx, tenantId, 'identity', { where });
  return new Map(found.map((identity) => [identity.uri, identity]));
}

async function unusedFactsOf(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, UnusedFact[]>> {
  const byUri = new Map<string, UnusedFact[]>();
  if (uris.length === 0) return byUri;
  const facts = await readFacts(tx, tenantId, 'unused', { where: sql<boolean>`f.name in (${sql.join([...new Set(uris)])})` });
  for (const fact of facts) byUri.set(fact.uri, [...(byUri.get(fact.uri) ?? []), fact]);
  return byUri;
}
