import type { AccessRow, Api } from '@cam/contracts';
import { api } from './client';
import { PATIENT, until } from './until';

/** A number that the console shows, and the query behind it. */
export interface ShownCount {
  what: string;
  count: number;
  query: string;
  /** The unit to count in the answer's rows. */
  of: 'identity' | 'resource' | 'entity' | 'accounts';
}

/** Returns the rows of all pages of an answer. */
export async function allRows(token: string, base: string, input: string): Promise<AccessRow[]> {
  const rows: AccessRow[] = [];
  let session: string | null = null;
  for (;;) {
    const props: { batch_size: number; session_id?: string; is_next?: boolean } = session
      ? { batch_size: 1000, session_id: session, is_next: true }
      : { batch_size: 1000 };
    const answer = await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input, session_props: props } }, token, base);
    if (answer.status !== 200) throw new Error(`${input}: ${answer.status} ${answer.error.user_message}`);
    if (answer.body.error) throw new Error(`${input}: ${answer.body.error.message}`);
    rows.push(...answer.body.result_table);
    session = answer.body.session_id;
    if (!answer.body.has_next) return rows;
  }
}

/** Counts an answer's distinct entities or pairs of accounts. An entity may stand on either side of a row, once for each of its sources. */
export function countOf(rows: readonly AccessRow[], of: ShownCount['of']): number {
  if (of === 'entity') return rows.length;
  if (of === 'accounts') return new Set(rows.map((row) => `${row.identityAccountID} ${row.resourceAccountID}`)).size;
  return new Set(rows.map((row) => (of === 'identity' ? row.identity_uri : row.resource_uri))).size;
}

/** Returns every number in the explorer's lists that has a query. */
export async function shownCounts(token: string, base: string): Promise<ShownCount[]> {
  const get = async <K extends Parameters<typeof api>[0]>(key: K, args: Parameters<typeof api<K>>[1] = {}): Promise<Api[K]['answer']> => {
    const answer = await api(key, args, token, base);
    if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.error.user_message}`);
    return answer.body;
  };
  const dashboard = await get('GET /v1/graph-querymgr/dashboard');
  const identities = await get('GET /v1/graph-querymgr/identity');
  const networks = await get('GET /v1/graph-querymgr/networks');
  const objects = await get('GET /v1/graph-querymgr/objects');
  const open = await get('GET /v1/graph-querymgr/public-objects');
  const shadow = await get('GET /v1/graph-querymgr/shadow-access');
  const tiles = dashboard.tile_queries;
  const tile = (name: string, count: number, of: ShownCount['of'] = 'entity'): ShownCount => ({
    what: `tile ${name}`,
    count,
    query: tiles[name] ?? '',
    of,
  });
  const types = [...dashboard.entity_counts, ...identities.identity_count, ...networks.network_count, ...objects.object_count];
  const accounts = [...identities.identity_summary_info, ...networks.network_summary_info];
  return [
    tile('users', dashboard.user_info.user_count),
    tile('objects', dashboard.data_info.object_count),
    tile('instances', dashboard.instance_info.instance_count),
    tile('roles', dashboard.role_info.role_count),
    tile('scopes', dashboard.scope_info.scope_count),
    tile('networks', dashboard.network_info.network_count),
    tile('active_users', dashboard.user_info.active_user_count ?? -1, 'identity'),
    tile('unused_roles', dashboard.role_info.unused_role_count ?? -1, 'identity'),
    tile('public_objects', dashboard.data_info.public_object_count),
    tile('public_instances', dashboard.instance_info.public_instance_count),
    tile('public_networks', dashboard.network_info.public_network_count),
    tile(
      'public',
      dashboard.public_objects_info.reduce((sum, { public_count: n }) => sum + n, 0),
    ),
    tile('shadow_accounts', dashboard.shadow_access_info.account_count, 'accounts'),
    tile('shadow_networks', dashboard.shadow_access_info.network_count, 'identity'),
    ...dashboard.public_by_region.map(({ region_info: { name }, count, query }): ShownCount => ({
      what: `public in ${name}`,
      count,
      query,
      of: 'entity',
    })),
    ...types.map(({ type, count, query }): ShownCount => ({ what: type, count, query, of: 'entity' })),
    ...accounts.map(({ type, account_name, scope_cnt, query }): ShownCount => ({
      what: `${type} of ${account_name}`,
      count: scope_cnt,
      query,
      of: 'entity',
    })),
    ...objects.object_summary_info.map(({ type, account_name, object_cnt: count, entities_query: query }): ShownCount => ({
      what: `${type} of ${account_name}`,
      count,
      query,
      of: 'entity',
    })),
    ...open.public_objects_info.map(({ source_type, public_count, query }): ShownCount => ({
      what: `public ${source_type}`,
      count: public_count,
      query,
      of: 'entity',
    })),
    ...[...shadow.unknown_account, ...shadow.known_account].map((row): ShownCount => ({
      what: `reached by ${row.shadow_account_id} in ${row.account_name}`,
      count: row.resources_available,
      query: row.query,
      of: 'resource',
    })),
    ...(['unknown', 'known'] as const).map((which): ShownCount => ({
      what: `${which} sources`,
      count: shadow[`${which}_account`].length,
      query: shadow.queries[`SHADOW_${which.toUpperCase() as 'KNOWN'}_ACCOUNT`],
      of: 'accounts',
    })),
    { what: 'shadow networks', count: shadow.shadow_network.length, query: shadow.queries.SHADOW_KNOWN_NETWORK, of: 'identity' as const },
    ...shadow.shadow_network.map((row): ShownCount => ({
      what: `reached by ${row.network_ip} in ${row.account_name}`,
      count: row.out_obj_store + row.out_sg,
      query: row.query,
      of: 'resource',
    })),
  ].filter(({ query }) => query !== '');
}

/** Returns numbers whose queries take longer: unused access, access to data by type, and the access of single entities. */
export async function deepCounts(token: string, base: string): Promise<ShownCount[]> {
  const counts: ShownCount[] = [];
  for (const identity_type of ['UNUSED_ROLE', 'UNUSED_IDENTITY', 'UNUSED_IDENTITY_WITHOUT_ROLE'] as const) {
    const { body } = await api('GET /v1/graph-querymgr/unused-accesses', { query: { identity_type, request_type: 'UNUSED_SUMMARY' } }, token, base);
    counts.push({ what: identity_type, count: body.total, query: body.query, of: 'identity' });
    const idle = { query: { identity_type, request_type: 'UNUSED_SUMMARY' as const, include_idle: true } };
    const all = (await api('GET /v1/graph-querymgr/unused-accesses', idle, token, base)).body;
    counts.push({ what: `${identity_type} with idle ones`, count: all.total, query: all.query, of: 'identity' });
  }
  const objects = (await api('GET /v1/graph-querymgr/objects', {}, token, base)).body.object_summary_info;
  for (const type of ['OBJECT_STORE', 'RELATIONAL_DB', 'KEYSTORE']) {
    const ofType = objects.filter((row) => row.type === type);
    const sum = (field: 'read_cnt' | 'write_cnt' | 'admin_cnt'): number => ofType.reduce((total, row) => total + row[field], 0);
    for (const kind of ['read', 'write', 'admin'] as const)
      counts.push({ what: `${type} ${kind}`, count: sum(`${kind}_cnt`), query: `any with-access ${type.toLowerCase()} for ${kind}`, of: 'resource' });
  }
  // For each source, by the links of its row.
  for (const row of objects.filter(({ type }, index) => type === 'OBJECT_STORE' || index % 9 === 0)) {
    if (row.query === '') continue;
    const what = `${row.type} of ${row.account_name}`;
    for (const kind of ['read', 'write', 'admin'] as const) {
      counts.push({ what: `${what} for ${kind}`, count: row[`${kind}_cnt`], query: `${row.query} for ${kind}`, of: 'resource' });
      const used = row[`used_${kind}_cnt`];
      if (used !== null)
        counts.push({ what: `${what} for ${kind}, used`, count: used, query: `${row.query} for ${kind} with-usage < 90`, of: 'resource' });
    }
  }
  const { privilege_summary: privileges } = (
    await api('GET /v1/graph-querymgr/privileges/{view_type}', { path: { view_type: 'ALL' }, query: { page_size: 500 } }, token, base)
  ).body;
  for (const { name, account_name, users_total: count, query } of privileges.filter((_row, index) => index % 60 === 0))
    counts.push({ what: `who has ${name} in ${account_name}`, count, query, of: 'identity' });
  counts.push(...(await unusedPrivileges(token, base)));
  const { rows } = (await api('GET /v1/graph-querymgr/entities', { query: { type: 'USER,ROLE,FEDERATED_USER', page_size: 500 } }, token, base)).body;
  const acting = rows.filter(({ objects_used: used }) => (used ?? 0) > 0);
  for (const { uri, name } of acting.filter((_row, index) => index % Math.ceil(acting.length / 4) === 0)) {
    const { identity_info: info } = (await api('GET /v1/graph-querymgr/identity-service', { query: { uri } }, token, base)).body;
    counts.push({ what: `objects of ${name}`, count: info.object_count, query: info.query, of: 'entity' });
    counts.push({ what: `used objects of ${name}`, count: info.used_object_count ?? 0, query: `${info.query} with-usage < 90`, of: 'entity' });
  }
  const stores = (await api('GET /v1/graph-querymgr/entities', { query: { type: 'OBJECT_STORE', page_size: 3 } }, token, base)).body.rows;
  for (const { uri, name } of stores) {
    const { object_detail_info: info } = (await api('GET /v1/graph-querymgr/objects-service', { query: { uri } }, token, base)).body;
    counts.push({ what: `who reaches ${name}`, count: info.identity_cnt, query: info.query, of: 'identity' });
    counts.push({ what: `who administers ${name}`, count: info.admin_cnt, query: `${info.query} for admin`, of: 'identity' });
    counts.push({ what: `roles that reach ${name}`, count: info.role_cnt, query: info.query.replace(/^any /, 'role '), of: 'identity' });
  }
  for (const { uri, name } of (await api('GET /v1/graph-querymgr/entities', { query: { type: 'VPC,SUBNET', page_size: 500 } }, token, base)).body
    .rows) {
    const { network_detail_info: info } = (await api('GET /v1/graph-querymgr/network-service', { query: { uri } }, token, base)).body;
    const tabs = { NETWORKING_INSTANCES: info.instances_count, NETWORKING_SECURITY_GROUPS: info.sg_count, NETWORKING_SUBNETS: info.subnets_count };
    for (const [tab, count] of Object.entries(tabs)) {
      const query = info.tab_queries[tab] ?? '';
      if (query !== '') counts.push({ what: `${tab} of ${name}`, count, query, of: 'entity' });
    }
  }
  return counts;
}

/** Returns, for unused privileges of each cloud, who does not use them; no one where no log covers the use. */
async function unusedPrivileges(token: string, base: string): Promise<ShownCount[]> {
  const counts: ShownCount[] = [];
  for (const search of ['s3:', 'Microsoft.Storage', 'storage.', 'microsoft.directory', 'okta.']) {
    const args = { path: { view_type: 'ALL' }, query: { page_size: 500, search } } as const;
    const { privilege_summary: rows } = (await api('GET /v1/graph-querymgr/privileges/{view_type}', args, token, base)).body;
    const some = [0, null].flatMap((used) => rows.filter((row) => row.used_90 === used).slice(0, UNUSED_ASKED));
    for (const { name, account_name, users_unused: unused, query } of some)
      counts.push({ what: `who does not use ${name} in ${account_name}`, count: unused ?? 0, query: `${query} with-usage > 90`, of: 'identity' });
  }
  return counts;
}

/** The number of privileges to check for each cloud. */
const UNUSED_ASKED = 3;

/** Waits until the inventory is counted from the current graph. */
export async function counted(token: string, base?: string): Promise<void> {
  await until(
    'the inventory is counted',
    async () => {
      const { body } = await api('GET /beta/healthStatus', {}, token, base);
      return !body.counting && body.counted_at !== null;
    },
    { ...PATIENT, every: 100 },
  );
}
