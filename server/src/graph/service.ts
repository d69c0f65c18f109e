import { sql } from 'kysely';
import type { AccessPath, PathHop } from '@cam/contracts/server';
import type { Context } from '../context';
import type { Tx } from '../db/database';
import { notFound } from '../http/errors';
import type { Catalogue } from './catalogue/catalogue';
import type { GraphRows } from './evaluate/graph-rows';
import { AccessExplainer, type HeldWay } from './explain/explain-access';
import { hopTo } from './explain/path-hops';
import { readPolicyDocuments, type PolicyText } from './store/read-documents';
import { findEntities, readHolders, type StoredEntity, type StoredPolicy } from './store/read-holders';
import { readWays } from './store/read-ways';
import { SNAPSHOT_TABLES } from './store/snapshot-tables';
import { deleteSourceRows, writeSnapshot, type SnapshotOptions, type SnapshotResult } from './store/write-snapshot';

export interface Explanation {
  identity: PathHop;
  resource: PathHop;
  actions_str: string;
  paths: AccessPath[];
}

/** The access graph, for other areas. */
export class GraphService {
  readonly #explainer: AccessExplainer;

  constructor(
    private readonly ctx: Context,
    readonly catalogue: Catalogue,
  ) {
    this.#explainer = new AccessExplainer(catalogue);
  }

  /**
   * Every way from an identity to a resource, with the statements that grant and those that deny or limit. 404 where one of them is not
   * in the graph.
   */
  async explain(tenantId: string, identityUri: string, resourceUri: string): Promise<Explanation> {
    const { identity, resource, ways, policies } = await this.ctx.db.tenant(tenantId, (tx) => readPair(tx, tenantId, identityUri, resourceUri));
    const explained = this.#explainer.explain(hopTo(identity, ''), resource, ways, policies);
    return { identity: hopTo(identity, ''), resource: hopTo(resource, 'reaches'), ...explained };
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
  removeSource(tx: Tx, tenantId: string, sourceUid: string): Promise<void> {
    return deleteSourceRows(tx, tenantId, sourceUid);
  }

  /** Policy documents by id, of the accounts asked for (none: of all), in the order of the ids; unknown ones are left out. */
  policies(tenantId: string, ids: readonly string[], accountIds: readonly string[]): Promise<PolicyText[]> {
    return this.ctx.db.tenant(tenantId, (tx) => readPolicyDocuments(tx, tenantId, ids, accountIds));
  }
}

interface Pair {
  identity: StoredEntity;
  resource: StoredEntity;
  ways: HeldWay[];
  policies: Map<string, StoredPolicy>;
}

/** An identity that stands outside is known to each source that trusts it: what counts is the resource's own source. */
async function readPair(tx: Tx, tenantId: string, identityUri: string, resourceUri: string): Promise<Pair> {
  const found = await findEntities(tx, tenantId, [identityUri, resourceUri]);
  const resource = found.find(({ uri, isResource }) => uri === resourceUri && isResource);
  const identities = found.filter(({ uri, isIdentity }) => uri === identityUri && isIdentity);
  const identity = identities.find(({ sourceUid }) => sourceUid === resource?.sourceUid) ?? identities[0];
  if (!identity || !resource) throw notFound('This identity or resource is not in the graph any more. Search again.');
  if (identity.sourceUid !== resource.sourceUid) return { identity, resource, ways: [], policies: new Map() };
  const place = { tenantId, sourceUid: resource.sourceUid };
  const ways = await readWays(tx, place, identity);
  const { principals, policies } = await readHolders(tx, place, [...new Set(ways.map(({ holderUri }) => holderUri))]);
  const held = ways.flatMap(({ hops, holderUri }) => {
    const principal = principals.get(holderUri);
    return principal ? [{ hops, principal, groups: principals }] : [];
  });
  return { identity, resource, ways: held, policies };
}
