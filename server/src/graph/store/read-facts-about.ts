import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { Relation, SourceFacts } from '../engine/source-facts';
import { readEntities, readPolicies, readRelations, withScopes, type FactsPlace } from './read-facts';
import { readScopes } from './scopes';

/** Some facts of a source. */
export interface FactsAbout {
  /** Everything that the source says about the native ids of `about`, and all its policies of endpoints, which lie beside what they limit. */
  facts: SourceFacts;
  /** The native ids that were asked for, and the groups that these are in. */
  about: ReadonlySet<string>;
}

/**
 * Reads what a source of AWS or a directory says now about native ids, and about the groups that these are in, directly or by another group. The result has
 * the order of `readFacts`.
 * @param nativeIds at least one
 */
export async function readFactsAbout(
  tx: Tx,
  { tenantId, sourceUid, cloudType, accountId }: Omit<FactsPlace, 'snapshotId'>,
  nativeIds: Iterable<string>,
): Promise<FactsAbout> {
  const place = { tenantId, sourceUid };
  const about = new Set(nativeIds);
  const relations: Relation[] = [];
  for (let next = [...about]; next.length > 0;) {
    const found = await readRelations(tx, place, undefined, sql<boolean>`child_id in (${sql.join(next)})`);
    relations.push(...found.map(({ child, parent, kind, detail }) => ({ child, parent, kind, detail })));
    const groups = found.filter(({ kind }) => kind === 'member_of').map(({ parent }) => parent.nativeId);
    next = [...new Set(groups)].filter((id) => !about.has(id));
    for (const id of next) about.add(id);
  }
  const ids = sql.join([...about]);
  const entities = withScopes(
    await readEntities(tx, place, { restriction: sql<boolean>`native_id in (${ids})` }),
    await readScopes(tx, tenantId, sourceUid),
  ).filter(({ nativeId }) => about.has(nativeId));
  const policies = [
    ...(await readPolicies(tx, place, undefined, sql<boolean>`p.holder_id in (${ids}) and p.kind <> 'vpc_endpoint'`)),
    ...(await readPolicies(tx, place, ['vpc_endpoint'])),
  ];
  return { facts: { cloudType, accountId, entities, relations, policies, usage: [], events: [], usageSince: null, warnings: [] }, about };
}
