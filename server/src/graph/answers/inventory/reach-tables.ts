import type { AccessRow, DetailRow } from '@cam/contracts/server';
import type { InventoryRequest } from './answers';
import type { DetailTable } from './detail-tables';
import type { EntityRequest } from './entity-request';
import { accessTo, typeWords } from './queries';

/** Who acts for a person or a program, and what they are in. */
const PEOPLE = ['USER', 'FEDERATED_USER', 'SERVICE_ACCOUNT'] as const;
const GROUPS = ['GROUP', 'FEDERATED_GROUP'] as const;

/** What inventories ask in the language of queries. */
export interface InventoryQueries {
  rows(tenantId: string, query: string, options: { accountId: string | null; fetched?: number }): AsyncIterable<AccessRow>;
  subjects(
    tenantId: string,
    query: string,
    accountId: string | null,
  ): Promise<{ uri: string; name: string; type: string; account_id: string; account_name: string }[]>;
}

/** Rows of a table, and so many are read at most to know how many there are. */
const MOST = 500;
const MOST_READ = 10_000;

export interface PageEntity {
  uri: string;
  type: string;
  /** What it reaches, or who reaches it; empty where the language has no word for it. */
  query: string;
}

/** A query, and what of its rows is listed: one of their sides, or whom it is about, where each has many rows. */
interface Side {
  query: string;
  of: 'identity' | 'resource' | 'subject';
}

/** Tables of what an entity reaches, and of who reaches it: each is the answer of a query. */
export class ReachTables {
  constructor(private readonly queries: InventoryQueries) {}

  /** @param acts the entity is looked at as somebody who reaches; null where the tile is no such table */
  async table(request: InventoryRequest, entity: PageEntity, wanted: EntityRequest, acts: boolean): Promise<DetailTable | null> {
    const side = wanted.data_type === 'TABLE_DATA' ? sideOf(entity, wanted, acts) : null;
    if (side === null) return null;
    const rows = new Map<string, DetailRow>();
    if (side.query === '') return { rows: [], total: 0 };
    if (side.of === 'subject') {
      const found = await this.queries.subjects(request.tenantId, side.query, request.accountId);
      return {
        rows: found
          .slice(0, MOST)
          .map(({ uri, name, type, account_id, account_name }) => ({ uri, name, type, account_id, account_name, values: {} })),
        total: found.length,
      };
    }
    for await (const row of this.queries.rows(request.tenantId, side.query, { accountId: request.accountId, fetched: MOST })) {
      const found = side.of === 'resource' ? resourceOf(row) : identityOf(row);
      if (!rows.has(found.uri)) rows.set(found.uri, found);
      if (rows.size >= MOST_READ) break;
    }
    return { rows: [...rows.values()].slice(0, MOST), total: rows.size };
  }
}

/** Which query answers with a table, and which side of its rows is listed; null: none does. */
function sideOf({ uri, type, query }: PageEntity, { tile, tableTab }: EntityRequest, acts: boolean): Side | null {
  const who = (types: readonly string[], more = ''): Side => {
    const reaching = accessTo(type, uri, types);
    return { query: reaching === '' ? '' : reaching + more, of: 'identity' };
  };
  if (tile === 'ADMIN') return who([], ' for admin');
  if (tile === 'USER' || tableTab === 'IAM_USER') {
    // Who is in a group is no question of access; of a role it is who may act as it.
    if (acts && type.endsWith('GROUP')) return null;
    const actingAs = `${typeWords(PEOPLE)} with-access any via role with-attribute uri ${JSON.stringify(uri)}`;
    return acts && type === 'ROLE' ? { query: actingAs, of: 'subject' } : who(PEOPLE);
  }
  if (!acts) {
    // Of somebody who acts these are the roles and groups of their own.
    if (tableTab === 'IAM_ROLE') return who(['ROLE']);
    if (tableTab === 'IAM_GROUP') return who(GROUPS);
    return tile === 'IDENTITY' || tile === 'ACCESS' ? who([]) : null;
  }
  if (tile === 'OBJECT' || tile === 'OBJECTS') return { query, of: 'resource' };
  if (tile === 'SCOPE') return { query: query.replace(/with-access any$/, 'with-access scope|account_data'), of: 'resource' };
  return null;
}

const values = ({ actions_str: access }: AccessRow): Record<string, string> => (access === '' ? {} : { Access: access });

function resourceOf(row: AccessRow): DetailRow {
  return {
    uri: row.resource_uri,
    name: row.resource,
    type: row.resource_type,
    account_id: row.resourceAccountID,
    account_name: row.resource_account_name || row.resourceAccountID,
    values: values(row),
  };
}

function identityOf(row: AccessRow): DetailRow {
  return {
    uri: row.identity_uri,
    name: row.identity,
    type: row.identity_type,
    account_id: row.identityAccountID,
    account_name: row.identity_account_name || row.identityAccountID,
    values: values(row),
  };
}
