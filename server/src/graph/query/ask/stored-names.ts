import type { StageMap } from '@cam/contracts/server';
import { sql, type RawBuilder } from 'kysely';
import { matchesAccount } from '../../../platform/http/account-filter';
import type { Tx } from '../../../platform/db/database';
import type { ConnectedAccount } from '../bind-scope';
import { ROLE_GRANTS } from '../grant-places';
import { likeLiteral, TRUE } from '../sql-conditions';
import { stageOf } from '../stage-conditions';
import type { NameHit } from './chart';
import type { NameSource } from './names';

/** The most entities to read for the words of one question. */
const MAX_HITS = 200;
/** The most entities to offer for a part of a name. */
const MAX_OFFERED = 8;
/** The most people to offer: each of their accounts may have the same name. */
const MAX_PEOPLE = 3;

/** A stored entity with a name. */
export interface StoredName {
  name: string;
  type: string;
  uri: string;
  cloud_type: string;
  account_id: string;
}

interface NameScope {
  tx: Tx;
  tenantId: string;
  accountId: string | null;
  accounts: readonly ConnectedAccount[];
  /** How the names of accounts stand for stages. */
  map: StageMap;
}

/** The names of the stored graph, within the account filter. */
export class StoredNames implements NameSource {
  readonly accounts: ReadonlySet<string>;
  readonly stages: ReadonlySet<string>;
  readonly #accountNames: ReadonlyMap<string, string>;

  constructor(private readonly scope: NameScope) {
    this.#accountNames = new Map(scope.accounts.map(({ account_id: id, account_name: name }) => [id, name]));
    this.accounts = new Set(scope.accounts.map(({ account_name: name }) => name.toLowerCase()));
    this.stages = new Set(scope.accounts.flatMap(({ account_name: name }) => stageOf(name, 'accounts', scope.map) ?? []));
  }

  async exact(names: readonly string[]): Promise<(NameHit & { key: string })[]> {
    if (names.length === 0) return [];
    const keys = [...names];
    const ids = keys.filter((name) => /[:/]/.test(name));
    const addresses = keys.filter((name) => name.includes('@'));
    const { tenantId } = this.scope;
    const { rows } = await sql<StoredName & { key: string }>`
      select e.name, e.type, e.uri, e.cloud_type, e.account_id, e.name_key as key from graph_entity e
      where ${this.#current()} and e.name_key = any(${keys}::text[])
      union all
      select e.name, e.type, e.uri, e.cloud_type, e.account_id, lower(e.native_id) from graph_entity e
      where ${this.#current()} and ${ids.length > 0} and lower(e.native_id) = any(${ids}::text[])
      union all
      select e.name, e.type, e.uri, e.cloud_type, e.account_id, e.email_key from graph_entity e
      where ${this.#current()} and ${addresses.length > 0} and e.email_key = any(${addresses}::text[])
      union all
      select distinct g.name, 'ROLE_GRANT', '', '', '', lower(g.name) from graph_policy g
      where g.tenant_id = ${tenantId} and g.valid_to is null and g.kind in (${ROLE_GRANTS}) and lower(g.name) = any(${keys}::text[])
      limit ${MAX_HITS}`.execute(this.scope.tx);
    return rows.map(({ key, ...row }) => ({ ...this.#hit(row, true), key }));
  }

  async containing(text: string): Promise<NameHit[]> {
    return (await this.find(text)).map((row) => this.#hit(row, false));
  }

  /** Returns the entities whose name contains the text. The very name comes first, then names that begin with it, then short ones. */
  async find(text: string): Promise<StoredName[]> {
    const literal = likeLiteral(text);
    const { rows } = await sql<StoredName>`
      select e.name, e.type, e.uri, e.cloud_type, e.account_id from graph_entity e
      where ${this.#current()} and e.name_key like lower(${`%${literal}%`}) and e.type <> 'PRIV_ACTION'
      order by (e.name = ${text}) desc, (e.name_key like lower(${`${literal}%`})) desc, length(e.name), e.name, e.uri limit ${MAX_OFFERED}`.execute(
      this.scope.tx,
    );
    return rows;
  }

  /** Returns people whose name or e-mail address contains the text: whole names first, then beginnings. With an account filter, those with an account there. */
  async findPeople(text: string): Promise<{ person_id: string; name: string; email: string }[]> {
    const wanted = text.toLowerCase();
    const { rows } = await sql<{ person_id: string; name: string; email: string }>`
      select o.person_id, min(o.name) as name, min(o.email) as email from graph_person o join graph_entity e on e.uri = o.uri and ${this.#current()}
      where o.tenant_id = ${this.scope.tenantId} and (position(${wanted} in lower(o.name)) > 0 or position(${wanted} in o.email) > 0)
      group by o.person_id
      order by (min(lower(o.name)) = ${wanted}) desc, (position(${wanted} in min(lower(o.name))) = 1) desc, min(lower(o.name)), o.person_id
      limit ${MAX_PEOPLE}`.execute(this.scope.tx);
    return rows;
  }

  /** Returns names that begin like a text, for spelling suggestions. */
  async beginningLike(text: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select distinct e.name from graph_entity e
      where ${this.#current()} and e.name_key like lower(${`${likeLiteral(text.slice(0, 3))}%`}) limit ${MAX_HITS}`.execute(this.scope.tx);
    return rows.map(({ name }) => name);
  }

  accountName(id: string): string {
    return this.#accountNames.get(id) ?? '';
  }

  #hit({ name, type, uri, account_id: id }: StoredName, isExact: boolean): NameHit {
    return { name, type: type.toLowerCase(), uri, account: this.accountName(id) || id, isExact };
  }

  #current(): RawBuilder<boolean> {
    const { tenantId, accountId } = this.scope;
    return sql<boolean>`e.tenant_id = ${tenantId} and e.valid_to is null and ${accountId === null ? TRUE : matchesAccount(sql.ref('e.account_id'), accountId)}`;
  }
}
