import { sql, type RawBuilder } from 'kysely';
import { currentAccountLimit } from '../../platform/db/account-limit';
import type { Tx } from '../../platform/db/database';
import { PERSON_TYPES } from '../engine/link-people';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { matchesAccount } from '../../platform/http/account-filter';
import type { Statement } from './ast';
import { bindScope, type ConnectedAccount } from './bind-scope';
import { AT_A_SCOPE, ROLE_GRANTS } from './grant-places';
import { likeLiteral, TRUE } from './sql-conditions';
import { STAGE } from './stage-conditions';
import { SHOWN, type FoundList, type SuggestionSource } from './suggest';
import type { TenantCache } from './tenant-cache';
import { countsAt } from '../store/tiers';
import { viaCounts } from './via-counts';
import { PERSON, TAG_PREFIX } from './vocabulary';

export interface SuggestionScope {
  tx: Tx;
  tenantId: string;
  accountId: string | null;
  accounts: readonly ConnectedAccount[];
  catalogue: Catalogue;
  /** Caches counts and values, which read the whole graph. */
  cache: TenantCache;
}

const COLUMNS: Record<string, string> = { cloudtype: 'cloud_type', region: 'region', name: 'name', type: 'type', uri: 'uri' };

/** Suggestions from the stored graph, within the account filter. */
export class StoredSuggestions implements SuggestionSource {
  constructor(private readonly scope: SuggestionScope) {}

  async typeCounts(): Promise<ReadonlyMap<string, number>> {
    const counts = await this.#counts('type');
    const { rows } = await sql<{ n: number | string }>`select count(distinct o.person_id) n from graph_person o where ${this.#ofPeople()}`.execute(
      this.scope.tx,
    );
    return new Map([...[...counts].map(([type, n]) => [type.toLowerCase(), n] as const), [PERSON, Number(rows[0]?.n ?? 0)]]);
  }

  tagKeys(types: readonly string[] | null): Promise<string[]> {
    return this.#cached(`tags ${types?.join() ?? ''}`, async () => {
      const { rows } = await sql<{ key: string }>`
        select distinct key from graph_entity e, jsonb_object_keys(e.attributes) key
        where ${this.#current(types)} and key like ${`${TAG_PREFIX}%`} order by key`.execute(this.scope.tx);
      return rows.map(({ key }) => key.slice(TAG_PREFIX.length));
    });
  }

  /** Finds names through an index that covers the query. Entities themselves are not read. A person has a name of its own. */
  async names(types: readonly string[], typed: string): Promise<FoundList> {
    if (types.includes(PERSON))
      return this.#found(sql`select distinct o.person_id, o.name v from graph_person o where ${this.#ofPeople()}`, typed, sql`v`);
    const begins = sql<boolean>`(e.name_key like lower(${`${likeLiteral(typed)}%`}))`;
    const { rows } = await sql<FoundRow>`
      select e.name as text, count(*) n, count(*) over () total, ${begins} begun from graph_entity e
      where ${this.#current(types)} and e.name_key like lower(${`%${likeLiteral(typed)}%`}) and e.name_key <> ''
      group by e.name, e.name_key order by ${begins} desc, e.name limit ${SHOWN}`.execute(this.scope.tx);
    return toList(rows);
  }

  roles(typed: string): Promise<FoundList> {
    const { tenantId } = this.scope;
    // An assigned or bound role has no entity of its own.
    return this.#found(
      sql`
        select e.name v from graph_entity e where ${this.#current(['role'])}
        union all
        select g.name v from graph_policy g where g.tenant_id = ${tenantId} and g.valid_to is null and ${this.#ofAccount('g')} and g.kind in (${ROLE_GRANTS})`,
      typed,
      sql`v`,
    );
  }

  scopes(typed: string): Promise<FoundList> {
    const { tenantId } = this.scope;
    // A grant keeps the id of a scope above the account, which a limited caller must not learn.
    const ofGrants =
      currentAccountLimit() !== null
        ? sql``
        : sql`union all
        select g.holder_id v from graph_policy g
        where g.tenant_id = ${tenantId} and g.valid_to is null and ${this.#ofAccount('g')} and g.kind in (${AT_A_SCOPE}) and g.kind <> 'resource'`;
    return this.#found(
      sql`
        select unnest(array[e.name, e.native_id]) v from graph_entity e where ${this.#current(['scope', 'account_data'])}
        ${ofGrants}`,
      typed,
      sql`v`,
    );
  }

  async viaCounts(statement: Statement): Promise<ReadonlyMap<string, number> | null> {
    // The counts are upper bounds over stored paths, which also lead through other accounts.
    if (currentAccountLimit() !== null) return null;
    const { tx, tenantId, accountId, accounts } = this.scope;
    const scope = await bindScope(tx, { tenantId, accountId, accounts }, { expression: statement, asOf: null, changedSince: null });
    return this.#cached(`via ${JSON.stringify([statement, scope.stages])}`, () => viaCounts(tx, scope, statement));
  }

  async values(attribute: string, types: readonly string[] | null, typed: string): Promise<FoundList> {
    if (attribute === 'accountid' || attribute === 'accountname') return this.#accounts(attribute, typed);
    if (attribute === 'port') return this.#cached(`values port ${types?.join() ?? ''} ${typed}`, () => this.#ports(types, typed));
    if (attribute === 'label') return this.#labels(typed);
    if (attribute === 'tier') return this.#tiers(types, typed);
    if (attribute === 'risk' || attribute === STAGE) return { found: [], total: 0 };
    const known = COLUMNS[attribute];
    const value = known ? sql.ref(`e.${known}`) : sql`(e.attributes ->> ${attribute})`;
    return this.#cached(`values ${attribute} ${types?.join() ?? ''} ${typed}`, () => this.#search(value, types, typed, sql`count(*) desc, v`));
  }

  /** Returns the tiers with the number of their entities. Everything without a rule is in the last one. */
  async #tiers(types: readonly string[] | null, typed: string): Promise<FoundList> {
    const { tx, tenantId } = this.scope;
    const { rows } = await sql<{ tier: number; n: number }>`
      select t.tier::int tier, count(*)::int n from graph_entity e
        join (select m.uri, min(m.tier) tier from tier_member m where ${countsAt('m', tenantId, null)} and m.tier is not null group by 1) t on t.uri = e.uri
      where ${this.#current(types)} group by 1`.execute(tx);
    const counts = new Map(rows.map(({ tier, n }) => [tier, n]));
    const all = [...(await this.typeCounts())].filter(([type]) => types === null || types.includes(type)).reduce((sum, [, n]) => sum + n, 0);
    const ruled = [0, 1, 2].reduce((sum, tier) => sum + (counts.get(tier) ?? 0), 0);
    const found = [0, 1, 2, 3]
      .map((tier) => ({ text: String(tier), count: tier === 3 ? all - ruled : (counts.get(tier) ?? 0) }))
      .filter(({ text }) => text.includes(typed));
    return { found, total: found.length };
  }

  /** Returns the labels in use with the number of their entities. They change between snapshots, so they are not cached. */
  #labels(typed: string): Promise<FoundList> {
    return this.#found(
      sql`
        select distinct m.uri, l.label v from tier_member m cross join lateral jsonb_array_elements_text(m.labels) l(label)
        where ${countsAt('m', this.scope.tenantId, null)}`,
      typed,
      sql`count(*) desc, v`,
    );
  }

  /** Returns single open ports and both ends of each open range. A search for a port in between finds the range too. */
  #ports(types: readonly string[] | null, typed: string): Promise<FoundList> {
    const opened = sql`case when jsonb_typeof(e.attributes -> 'openports') = 'array' then e.attributes -> 'openports' else '[]'::jsonb end`;
    return this.#found(
      sql`
        select distinct e.entity_id, p.v from graph_entity e cross join lateral (
          select e.attributes ->> 'port' v
          union all
          select regexp_split_to_table(o, '-') from jsonb_array_elements_text(${opened}) o where o <> '*') p
        where ${this.#current(types)} and p.v is not null`,
      typed,
      sql`count(*) desc, v`,
    );
  }

  async actions(typed: string): Promise<FoundList> {
    const { catalogue } = this.scope;
    const wanted = typed.toLowerCase();
    const services = [...catalogue.services].filter((service) => `${service}:*`.startsWith(wanted)).sort();
    const actions =
      wanted === ''
        ? []
        : catalogue.actions
            .filter(({ id }) => id.toLowerCase().includes(wanted))
            .map(({ id }) => id)
            .sort();
    const begun = actions.filter((id) => id.toLowerCase().startsWith(wanted));
    const inside = actions.filter((id) => !id.toLowerCase().startsWith(wanted));
    const all = [...services.map((service) => `${service}:*`), ...begun, ...inside];
    return { found: all.slice(0, SHOWN).map((text) => ({ text, count: null })), total: all.length };
  }

  snapshotDays(): Promise<string[]> {
    // Days on which only sources of other accounts were imported are not for a limited caller.
    const ofOwnSources = currentAccountLimit() === null ? TRUE : sql<boolean>`source_uid in (select s.source_uid from graph_source s)`;
    return this.#cached('days', async () => {
      const { rows } = await sql<{ day: string }>`
        select distinct to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD') as day from graph_snapshot
        where tenant_id = ${this.scope.tenantId} and state <> 'staging' and ${ofOwnSources} order by 1 desc limit ${SHOWN}`.execute(this.scope.tx);
      return rows.map(({ day }) => day);
    });
  }

  /** Returns the accounts of the graph, with the names of connected ones. */
  async #accounts(attribute: 'accountid' | 'accountname', typed: string): Promise<FoundList> {
    const counts = await this.#counts('account_id');
    const names = new Map(this.scope.accounts.map(({ account_id: id, account_name: name }) => [id, name]));
    const all = [...counts].flatMap(([id, count]) => {
      const name = names.get(id);
      if (attribute === 'accountid') return [{ text: id, count, description: name ?? 'not connected' }];
      return name === undefined ? [] : [{ text: name, count, description: id }];
    });
    const fitting = all.filter(({ text }) => text.toLowerCase().includes(typed.toLowerCase())).sort((a, b) => (a.text < b.text ? -1 : 1));
    return { found: fitting.slice(0, SHOWN), total: fitting.length };
  }

  /** Returns the number of entities by a column. */
  async #counts(by: 'type' | 'account_id'): Promise<ReadonlyMap<string, number>> {
    const { tenantId } = this.scope;
    const { rows } = await sql<{ by: string; n: number | string }>`
      select c.${sql.ref(by)} as by, sum(c.n) n from graph_count c where c.tenant_id = ${tenantId} and ${this.#ofAccount('c')} group by 1`.execute(
      this.scope.tx,
    );
    return new Map(rows.map(({ by: key, n }) => [key, Number(n)]));
  }

  /**
   * Returns distinct values that contain the typed text: values that begin with it first, each group in ascending order.
   * @param order selects the values when there are too many
   */
  async #search(value: RawBuilder<unknown>, types: readonly string[] | null, typed: string, order: RawBuilder<unknown>): Promise<FoundList> {
    return this.#found(sql`select ${value} v from graph_entity e where ${this.#current(types)}`, typed, order);
  }

  async #found(values: RawBuilder<unknown>, typed: string, order: RawBuilder<unknown>): Promise<FoundList> {
    const begins = sql<boolean>`(lower(v) like lower(${`${likeLiteral(typed)}%`}))`;
    const { rows } = await sql<FoundRow>`
      select v as text, count(*) n, count(*) over () total, ${begins} begun
      from (${values}) e
      where v <> '' and lower(v) like lower(${`%${likeLiteral(typed)}%`})
      group by v order by ${begins} desc, ${order} limit ${SHOWN}`.execute(this.scope.tx);
    return toList(rows);
  }

  /** Restricts people to those with an account within the account filter. */
  #ofPeople(): RawBuilder<boolean> {
    const { tenantId } = this.scope;
    return sql<boolean>`o.tenant_id = ${tenantId} and o.uri in (select e.uri from graph_entity e where ${this.#current(PERSON_TYPES)})`;
  }

  #current(types: readonly string[] | null = null): RawBuilder<boolean> {
    const { tenantId } = this.scope;
    const ofTypes = types ? sql`and e.type in (${sql.join(types.map((type) => type.toUpperCase()))})` : sql``;
    return sql<boolean>`e.tenant_id = ${tenantId} and e.valid_to is null ${ofTypes} and ${this.#ofAccount('e')}`;
  }

  /** Restricts rows to the account filter. */
  #ofAccount(alias: string): RawBuilder<boolean> {
    const { accountId } = this.scope;
    return accountId === null ? TRUE : matchesAccount(sql.ref(`${alias}.account_id`), accountId);
  }

  #cached<T>(key: string, read: () => Promise<T>): Promise<T> {
    const { cache, tenantId, accountId } = this.scope;
    return cache.get(tenantId, `${accountId ?? ''} ${key}`, read);
  }
}

interface FoundRow {
  text: string;
  n: number | string;
  total: number | string;
  /** True when it begins with the typed text. */
  begun: boolean;
}

function toList(rows: readonly FoundRow[]): FoundList {
  const sorted = [...rows].sort((a, b) => Number(b.begun) - Number(a.begun) || ascending(a.text, b.text));
  return { found: sorted.map(({ text, n }) => ({ text, count: Number(n) })), total: Number(rows[0]?.total ?? 0) };
}

/** Compares numbers by size and other texts by character. */
function ascending(a: string, b: string): number {
  const areNumbers = /^\d+$/.test(a) && /^\d+$/.test(b);
  return (areNumbers ? a.length - b.length : 0) || (a < b ? -1 : 1);
}
