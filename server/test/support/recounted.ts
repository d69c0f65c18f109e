import type { Api } from '@cam/contracts';
import { api } from './client';

/** A number that no query answers, and the same number counted in another way. */
export interface Recount {
  what: string;
  shown: number;
  counted: number;
}

const DAY = 24 * 60 * 60 * 1000;
const CLOUDS = ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] as const;

/** Returns every number of the explorer without a query, each with the count of another call's list. */
export async function recounted(token: string, base: string): Promise<Recount[]> {
  const get = async <K extends Parameters<typeof api>[0]>(key: K, args: Parameters<typeof api<K>>[1] = {}): Promise<Api[K]['answer']> => {
    const answer = await api(key, args, token, base);
    if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.error.user_message}`);
    return answer.body;
  };
  const entities = async (type: string) => {
    const rows: Api['GET /v1/graph-querymgr/entities']['answer']['rows'] = [];
    for (let page_number = 0; ; page_number++) {
      const page = await get('GET /v1/graph-querymgr/entities', { query: { type, page_number, page_size: 500 } });
      rows.push(...page.rows);
      if (page.rows.length === 0 || rows.length >= page.total) return rows;
    }
  };
  const identityTable = async (uri: string, table: { tile?: string; tableTab?: 'IAM_GROUP' }) =>
    (await get('GET /v1/graph-querymgr/identity-service', { query: { uri, data_type: 'TABLE_DATA', ...table } as never })).identity_info;
  const linesOf = async (view_type: 'ALL' | 'USED' | 'UNUSED', sensitive: boolean): Promise<number> => {
    const query = sensitive ? { sensitive: true } : {};
    return String(await get('GET /v1/graph-querymgr/privileges/{view_type}/export', { path: { view_type }, query })).split('\r\n').length - 1;
  };

  const dashboard = await get('GET /v1/graph-querymgr/dashboard');
  const found: Recount[] = [];
  const add = (what: string, shown: number | null, counted: number): void => void found.push({ what, shown: shown ?? -1, counted });

  let accounts = 0;
  for (const cloud_type of CLOUDS) accounts += (await get('GET /beta/accounts/{cloud_type}', { path: { cloud_type } })).account_list.length;
  add('accounts', dashboard.account_count, accounts);

  // Members of groups, by the tables of all groups.
  const groups = await entities('GROUP,FEDERATED_GROUP');
  const members = new Set<string>();
  for (const { uri, name, members_count: shown } of groups) {
    const { result_table: rows, result_total: total } = await identityTable(uri, { tile: 'MEMBER' });
    for (const row of rows) members.add(row.uri);
    add(`members of ${name}`, shown, total);
  }
  add('members', dashboard.member_info.member_count, members.size);

  // Groups and roles of identities, by the tables of some identities.
  const since = new Date(Date.now() - 90 * DAY).toISOString();
  for (const type of ['USER', 'FEDERATED_USER', 'SERVICE_ACCOUNT', 'ROLE']) {
    const rows = await entities(type);
    const some = rows.filter(({ roles_total: roles }, index) => (roles ?? 0) > 0 || index % 20 === 0);
    for (const row of some.filter((_row, index) => index % Math.ceil(some.length / 12) === 0)) {
      // For a role, this table lists the groups that can assume it.
      if (type !== 'ROLE') add(`groups of ${row.name}`, row.groups_count, (await identityTable(row.uri, { tableTab: 'IAM_GROUP' })).result_total);
      const { result_table: roles } = await identityTable(row.uri, { tile: 'ROLE' });
      add(`roles of ${row.name}`, row.roles_total, roles.length);
      if (row.roles_used !== null) {
        const used = roles.filter(({ values }) => (values['Last Used'] ?? '') > since).length;
        add(`used roles of ${row.name}`, row.roles_used, used);
      }
    }
  }

  // Privileges, by the lines of their exports.
  for (const sensitive of [false, true]) {
    const query = sensitive ? { sensitive } : {};
    const { views } = await get('GET /v1/graph-querymgr/privileges/{view_type}', { path: { view_type: 'ALL' }, query });
    for (const { view, count } of views) add(`${view} privileges${sensitive ? ', sensitive' : ''}`, count, await linesOf(view, sensitive));
    const info = sensitive ? dashboard.sensitive_privilege_info : dashboard.privilege_info;
    add(`tile of privileges${sensitive ? ', sensitive' : ''}`, info.privilege_count, await linesOf('ALL', sensitive));
    add(`tile of used privileges${sensitive ? ', sensitive' : ''}`, info.used_privilege_count, await linesOf('USED', sensitive));
  }
  const used = await get('GET /v1/graph-querymgr/privileges/{view_type}', { path: { view_type: 'USED' }, query: { page_size: 500 } });
  for (const row of used.privilege_summary.filter((_row, index) => index % Math.ceil(used.privilege_summary.length / 25) === 0)) {
    const query = { name: row.name, source: row.account_id, page_size: 500 };
    const { users, total } = await get('GET /v1/graph-querymgr/privilege-users', { query });
    add(`who has ${row.name} in ${row.account_name}`, row.users_total, total);
    const idle = users.filter(({ last_used: at, judged }) => at === null && judged).length;
    if (row.users_unused !== null && users.length === total) add(`who does not use ${row.name} in ${row.account_name}`, row.users_unused, idle);
    for (const days of [90, 30, 7] as const) {
      const recent = users.filter(({ last_used: at }) => at !== null && Date.parse(at) > Date.now() - days * DAY).length;
      add(`who used ${row.name} in ${row.account_name} within ${days} days`, row[`used_${days}`], recent);
    }
  }

  // Unused access by service and by privilege, by the page behind each row.
  for (const identity_type of ['UNUSED_ROLE', 'UNUSED_IDENTITY', 'UNUSED_IDENTITY_WITHOUT_ROLE'] as const) {
    for (const by of ['SERVICE', 'PRIVILEGE'] as const) {
      const request_type = `UNUSED_BY_${by}_SUMMARY` as const;
      const list = await get('GET /v1/graph-querymgr/unused-accesses', { query: { identity_type, request_type } });
      const tab = list.top_level_count_for_unused_access.find((one) => one.identity_type === identity_type && one.request_type === request_type);
      const file = String(await get('POST /v1/graph-querymgr/unused-accesses/report', { body: { identity_type, request_type } }));
      add(`tab ${identity_type} ${request_type}`, tab?.count ?? null, file.split('\r\n').length - 1);
      for (const row of list.items.filter((_row, index) => index % Math.ceil(list.items.length / 6) === 0)) {
        const detail = { identity_type, request_type: `UNUSED_BY_${by}_DETAIL` as const, source: row.account_id };
        const query = by === 'SERVICE' ? { ...detail, service: row.service } : { ...detail, privilege: row.privilege };
        const { total } = await get('GET /v1/graph-querymgr/unused-accesses', { query });
        add(`${identity_type} ${row.name} in ${row.account_name}`, identity_type === 'UNUSED_ROLE' ? row.roles_count : row.identities_count, total);
      }
    }
  }

  // Rules, routes and attachments of firewalls and route tables, by their tables.
  for (const { uri, name } of await entities('SECURITY_GROUP,ROUTE_TABLE,INSTANCE')) {
    const { network_detail_info: info } = await get('GET /v1/graph-querymgr/network-service', { query: { uri } });
    const tabs = {
      NETWORKING_INSTANCES: info.instances_count,
      NETWORKING_SECURITY_GROUPS: info.sg_count,
      NETWORKING_SUBNETS: info.subnets_count,
      NETWORKING_RULES: info.rules_count,
      NETWORKING_ROUTES: info.routes_count,
    } as const;
    for (const [tableTab, shown] of Object.entries(tabs).filter(([, n]) => n > 0)) {
      const query = { uri, data_type: 'TABLE_DATA' as const, tableTab: tableTab as keyof typeof tabs };
      add(`${tableTab} of ${name}`, shown, (await get('GET /v1/graph-querymgr/network-service', { query })).network_detail_info.result_table.length);
    }
  }

  // Types that the language has no word for, by their lists.
  for (const { type, count } of dashboard.entity_counts.filter(({ query }) => query === '')) add(type, count, (await entities(type)).length);
  return found;
}
