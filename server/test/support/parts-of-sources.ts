import { canonical, type Json, type Proof } from '@cam/checker';
import type { SourceTree } from '../../src/graph/answers/proofs/covered-facts';
import { ProofMaker } from '../../src/graph/answers/proofs/proof-maker';
import type { ProofRequest } from '../../src/graph/answers/proofs/request';
import type { Catalogue } from '../../src/graph/engine/catalogue/catalogue';
import { isGroupType, type Entity } from '../../src/graph/engine/model';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import type { Tx } from '../../src/platform/db/database';
import { TENANT } from './stored-snapshots';

export type Pair = Pick<ProofRequest, 'identityUri' | 'resourceUri'>;

const MOMENT = { snapshotId: null, madeAt: '2026-11-20T12:00:00.000Z', isPast: false };

/** Keeps what proofs read whole, as the service does, and tells which sources these were. */
export class Known extends Map<string, SourceTree> {
  readonly read: string[] = [];

  override set(key: string, tree: SourceTree): this {
    this.read.push(tree.source.sourceUid);
    return super.set(key, tree);
  }
}

/** Returns the proof in a transaction, or the code of the refusal. */
export async function madeIn(
  tx: Tx,
  catalogue: Catalogue,
  { kind = 'reaches', actions = null, ...pair }: Pair & Partial<ProofRequest>,
  known: Known,
): Promise<Proof | string> {
  try {
    return await (await ProofMaker.open(tx, catalogue, TENANT, MOMENT, known)).make({ kind, ...pair, actions });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return code;
  }
}

export function textOf(outcome: Proof | string): string {
  return typeof outcome === 'string' ? outcome : canonical(outcome as unknown as Json);
}

/** Returns all pairs of an identity that acts itself and a resource. */
export function pairsOf(facts: readonly SourceFacts[], isResource: (entity: Entity) => boolean): Pair[] {
  const identities = facts.flatMap(({ entities }) => entities.filter(({ isIdentity, type }) => isIdentity && !isGroupType(type)));
  const resources = facts.flatMap(({ entities }) => entities.filter((entity) => entity.isResource && isResource(entity)));
  return identities.flatMap(({ uri: identityUri }) => resources.map(({ uri: resourceUri }) => ({ identityUri, resourceUri })));
}
