import type { AccessPath, DecidingStatement, PathHop } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Context } from '../context';
import type { Tx } from '../db/database';
import { notFound } from '../http/errors';
import { parsePolicyDocument } from './compile/policy-document';
import { statementInWords } from './compile/statement-words';
import type { GraphRows } from './evaluate/graph-rows';
import { SNAPSHOT_TABLES } from './store/snapshot-tables';
import { deleteSourceRows, writeSnapshot, type SnapshotOptions, type SnapshotResult } from './store/write-snapshot';
import type { AccessMode, GrantSource, ProfileHop } from './tables';

export interface Explanation {
  identity: PathHop;
  resource: PathHop;
  actions_str: string;
  paths: AccessPath[];
}

interface StoredEntity {
  uri: string;
  type: string;
  name: string;
  account_id: string;
  profile_id: string | null;
  class_id: string | null;
}

/** What other areas read of the graph. */
export class GraphService {
  constructor(private readonly ctx: Context) {}

  /** Every way from an identity to a resource, with the statements that decide. 404 where one of them is not known. */
  explain(tenantId: string, identityUri: string, resourceUri: string): Promise<Explanation> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const identity = await findEntity(tx, tenantId, identityUri);
      const resource = await findEntity(tx, tenantId, resourceUri);
      if (!identity || !resource) throw notFound('This identity or resource is not in the graph any more. Search again.');
      const ways = await readWays(tx, tenantId, identity.profile_id, resource.class_id);
      const documents = await readDocuments(tx, tenantId, [...new Set(ways.flatMap(({ via }) => via.map((source) => source.policy_id)))]);
      const paths = ways.map((way) => toPath(identity, resource, way, documents));
      return { identity: toHop(identity, ''), resource: toHop(resource, 'reaches'), actions_str: actionsOf(ways), paths };
    });
  }

  /**
   * Replaces what the graph holds of a source by a new evaluation: readers see the old graph until the new one is whole.
   * @returns null where `publish` said that the import was overtaken
   */
  async replaceSource(tenantId: string, sourceUid: string, rows: GraphRows, options: SnapshotOptions): Promise<SnapshotResult | null> {
    const result = await writeSnapshot(this.ctx.db, tenantId, sourceUid, rows, options);
    // Without fresh statistics the planner takes new tables for empty and walks them row by row.
    if (result?.snapshotId) await this.ctx.db.owner((tx) => sql`analyze ${sql.join(SNAPSHOT_TABLES.map((table) => sql.table(table)))}`.execute(tx));
    return result;
  }

  /** Removes everything that ever came from a source, in the caller's transaction. */
  async removeSource(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
    await deleteSourceRows(tx, tenantId, sourceUid);
  }

  /** Policy documents by id, of the accounts asked for; ids that are not known are left out. */
  policies(tenantId: string, ids: readonly string[], accountIds: readonly string[]): Promise<{ policy_name: string; policy_document: string }[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const documents = await readDocuments(tx, tenantId, ids, accountIds);
      return ids.flatMap((id) => {
        const found = documents.get(id);
        return found ? [{ policy_name: found.name, policy_document: found.document }] : [];
      });
    });
  }
}

interface Way {
  hops: ProfileHop[];
  conditional: boolean;
  read_mode: AccessMode;
  write_mode: AccessMode;
  admin_mode: AccessMode;
  via: GrantSource[];
  actions: string[];
  actions_total: number;
}

async function findEntity(tx: Tx, tenantId: string, uri: string): Promise<StoredEntity | undefined> {
  return tx
    .selectFrom('graph_entity')
    .select(['uri', 'type', 'name', 'account_id', 'profile_id', 'class_id'])
    .where('tenant_id', '=', tenantId)
    .where('uri', '=', uri)
    .where('valid_to', 'is', null)
    .executeTakeFirst();
}

async function readWays(tx: Tx, tenantId: string, profileId: string | null, classId: string | null): Promise<Way[]> {
  if (!profileId || !classId) return [];
  const rows = await tx
    .selectFrom('graph_profile_class as p')
    .innerJoin('graph_access as a', (join) => join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.pclass_id', '=', 'p.pclass_id'))
    .select(['p.hops', 'p.conditional', 'a.read_mode', 'a.write_mode', 'a.admin_mode', 'a.via', 'a.actions', 'a.actions_total'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.profile_id', '=', profileId)
    .where('a.class_id', '=', classId)
    .where('p.valid_to', 'is', null)
    .where('a.valid_to', 'is', null)
    .orderBy('p.depth')
    .orderBy('p.pclass_id')
    .execute();
  return rows as Way[];
}

interface StoredDocument {
  name: string;
  uri: string;
  accountId: string;
  document: string;
}

async function readDocuments(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  accountIds: readonly string[] = [],
): Promise<Map<string, StoredDocument>> {
  if (ids.length === 0) return new Map();
  let query = tx
    .selectFrom('graph_policy as p')
    .innerJoin('graph_document as d', (join) => join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.hash', '=', 'p.hash'))
    .select(['p.policy_id', 'p.name', 'p.uri', 'p.account_id', 'd.document'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.policy_id', 'in', [...ids])
    .where('p.valid_to', 'is', null);
  if (accountIds.length > 0) query = query.where('p.account_id', 'in', [...accountIds]);
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.policy_id, { name: row.name, uri: row.uri, accountId: row.account_id, document: row.document }]));
}

function toPath(identity: StoredEntity, resource: StoredEntity, way: Way, documents: ReadonlyMap<string, StoredDocument>): AccessPath {
  const deciding = way.via.flatMap((source) => toDeciding(source, documents) ?? []);
  const grants = deciding.filter(({ effect }) => effect === 'Allow');
  const group = way.via.find(({ holder_type: type, effect }) => type === 'GROUP' && effect === 'Allow');
  const hops: PathHop[] = [
    toHop(identity, ''),
    ...way.hops.map((hop) => ({
      uri: hop.uri,
      type: hop.type,
      name: hop.name,
      account_id: identity.account_id,
      relation: hop.relation,
      conditions: hop.conditions,
    })),
    ...(group
      ? [{ uri: group.holder_uri, type: 'GROUP', name: group.holder_name, account_id: identity.account_id, relation: 'member of', conditions: [] }]
      : []),
    ...grants.slice(0, 1).map((grant) => ({
      uri: grant.policy_uri,
      type: 'POLICY',
      name: grant.policy_name,
      account_id: grant.policy_account_id,
      relation: 'is granted by',
      conditions: grant.conditions,
    })),
    toHop(resource, 'reaches'),
  ];
  const conditional = way.conditional || [way.read_mode, way.write_mode, way.admin_mode].every((mode) => mode < 2);
  return {
    hops,
    actions_str: actionsOf([way]),
    conditional,
    privileges: way.actions,
    privileges_total: way.actions_total,
    grants,
    limits: deciding.filter(({ effect }) => effect === 'Deny'),
    sentence: sentenceOf(hops, conditional),
  };
}

function toDeciding(source: GrantSource, documents: ReadonlyMap<string, StoredDocument>): DecidingStatement | null {
  const stored = documents.get(source.policy_id);
  const statement = stored ? parsePolicyDocument(stored.document)?.statements.find(({ index }) => index === source.statement_index) : undefined;
  if (!stored || !statement) return null;
  const all = (JSON.parse(stored.document) as { Statement: unknown }).Statement;
  return {
    effect: source.effect,
    policy_name: source.policy_name,
    policy_uri: source.policy_uri,
    policy_id: source.policy_id,
    policy_account_id: stored.accountId,
    statement_index: source.statement_index,
    statement: Array.isArray(all) ? all[source.statement_index] : all,
    document: stored.document,
    words: statementInWords(statement),
    conditions: source.conditions,
  };
}

function toHop(entity: StoredEntity, relation: string): PathHop {
  return { uri: entity.uri, type: entity.type, name: entity.name, account_id: entity.account_id, relation, conditions: [] };
}

/** "RWA" with "-" for what no way gives, then "C" where every way is under conditions. */
export function actionsOf(ways: readonly Pick<Way, 'read_mode' | 'write_mode' | 'admin_mode' | 'conditional'>[]): string {
  if (ways.length === 0) return '---';
  const has = (mode: 'read_mode' | 'write_mode' | 'admin_mode'): boolean => ways.some((way) => way[mode] > 0);
  const unconditional = ways.some((way) => !way.conditional && [way.read_mode, way.write_mode, way.admin_mode].some((mode) => mode === 2));
  return `${has('read_mode') ? 'R' : '-'}${has('write_mode') ? 'W' : '-'}${has('admin_mode') ? 'A' : '-'}${unconditional ? '' : 'C'}`;
}

function sentenceOf(hops: readonly PathHop[], conditional: boolean): string {
  const [first, ...rest] = hops;
  const words = rest.map(({ relation, name }) => `${relation} ${name}`).join(', ');
  return `${first?.name ?? ''} ${words}${conditional ? ', under conditions' : ''}.`;
}
