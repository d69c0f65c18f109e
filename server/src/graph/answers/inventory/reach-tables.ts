import { accessLetters, type AccessRow, type DetailRow } from '@cam/contracts/server';
import type { InventoryRequest } from './answers';
import type { DetailTable } from './detail-tables';
import type { EntityRequest } from './entity-request';
import { accessTo } from './queries';

/** The types that count as people and as their groups. */
export const PEOPLE = ['USER', 'FEDERATED_USER', 'SERVICE_ACCOUNT'] as const;
export const GROUPS = ['GROUP', 'FEDERATED_GROUP'] as const;

/** The query language, as inventories call it. */
export interface InventoryQueries {
  rows(tenantId: string, query: string, options: { accountId: string | null; fetched?: number }): AsyncIterable<AccessRow>;
}

/** The most rows to show, and to read for the total. */
const MOST = 500;
const MOST_READ = 10_000;

export interface PageEntity {
  uri: string;
  type: string;
  /** The query for its access, or for access to it; empty when the query language has no word for its type. */
  query: string;
}

/** A query, and the side of its rows to list. */
interface Side {
  query: string;
  of: 'identity' | 'resource';
}

/** Tables of an entity's access and of access to an entity. Each is the result of a query. */
export class ReachTables {
  constructor(private readonly queries: InventoryQueries) {}

  /**
   * @param acts true to look at the entity as an identity
   * @returns null when the tile has no such table
   */
  async table(request: InventoryRequest, entity: PageEntity, wanted: EntityRequest, acts: boolean): Promise<DetailTable | null> {
    const side = wanted.data_type === 'TABLE_DATA' ? sideOf(entity, wanted, acts) : null;
    if (side === null) return null;
    const rows = new Map<string, DetailRow>();
    if (side.query === '') return { rows: [], total: 0 };
    for await (const row of this.queries.rows(request.tenantId, side.query, { accountId: request.accountId, fetched: MOST })) {
      const found = side.of === 'resource' ? resourceOf(row) : identityOf(row);
      if (!rows.has(found.uri)) rows.set(found.uri, found);
      if (rows.size >= MOST_READ) break;
    }
    return { rows: [...rows.values()].slice(0, MOST), total: rows.size };
  }
}

/** Returns the query and the side of its rows that fills a table; null: none. */
function sideOf({ uri, type, query }: PageEntity, { tile, tableTab }: EntityRequest, acts: boolean): Side | null {
  const who = (types: readonly string[], more = ''): Side => {
    const reaching = accessTo(type, uri, types);
    return { query: reaching === '' ? '' : reaching + more, of: 'identity' };
  };
  if (tile === 'ADMIN') return who([], ' for admin');
  if (tile === 'USER' || tableTab === 'IAM_USER') {
    // Group membership is not access. For a role, another table lists who may assume it.
    return acts && (type.endsWith('GROUP') || type === 'ROLE') ? null : who(PEOPLE);
  }
  if (!acts) {
    // For an identity, these are its own roles and groups.
    if (tableTab === 'IAM_ROLE') return who(['ROLE']);
    if (tableTab === 'IAM_GROUP') return who(GROUPS);
    return tile === 'IDENTITY' || tile === 'ACCESS' ? who([]) : null;
  }
  if (tile === 'OBJECT' || tile === 'OBJECTS') return { query, of: 'resource' };
  if (tile === 'SCOPE') return { query: query.replace(/with-access any$/, 'with-access scope|account_data'), of: 'resource' };
  return null;
}

function values({ actions_str: actions, conditional_actions_str: conditional }: AccessRow): Record<string, string> {
  return actions === '' ? {} : { Access: accessLetters(actions, conditional) };
}

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
