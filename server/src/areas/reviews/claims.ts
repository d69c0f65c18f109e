import { MOST_EVIDENCE_ROWS, type Campaign, type ReviewItem } from '@cam/contracts/server';
import type { GraphService, ProofMoment } from '../../graph';
import type { Tx } from '../../platform/db/database';
import type { EvidenceClaim } from '../proofs';
import type { StoredItem } from './store';

interface ClaimsDependencies {
  graph: Pick<GraphService, 'resourcesOfUnits' | 'snapshotTime'>;
}

/** An item as it is stored and as users see it. */
export interface ReviewedItem {
  stored: StoredItem;
  item: ReviewItem;
}

const NO_RESOURCE = 'The graph of the start has no resource that this item gave access to.';
const TOO_MANY = `A review has proofs of ${MOST_EVIDENCE_ROWS.toLocaleString('en')} claims, those of its most important items. Prove this one by itself with cam proof --as-of.`;

/**
 * Returns the claims of a review: that each item gave access at the start, and that the access was gone in the snapshot that showed the item gone. A claim is
 * about the most important resource of the item, one that no other item of the identity gives if there is one. Runs inside the caller's transaction.
 */
export async function claimsOf(
  { graph }: ClaimsDependencies,
  tx: Tx,
  tenantId: string,
  campaign: Campaign,
  items: readonly ReviewedItem[],
): Promise<EvidenceClaim[]> {
  const start = campaign.snapshot_id ?? 0;
  const resources = await graph.resourcesOfUnits(tx, tenantId, start, [...new Set(items.map(({ item }) => item.identity.uri))]);
  const moments = new Map<number, ProofMoment>();
  const momentOf = async (snapshotId: number): Promise<ProofMoment> => {
    const madeAt = (await graph.snapshotTime(tx, tenantId, snapshotId)) ?? campaign.created_at;
    const known = moments.get(snapshotId) ?? { snapshotId, madeAt, isPast: true };
    moments.set(snapshotId, known);
    return known;
  };
  const claims: EvidenceClaim[] = [];
  for (const { stored, item } of items) {
    const resource = resources.get(`${stored.identity_uri} ${stored.unit_id}`);
    const base = {
      identity: item.identity,
      resource: resource ?? { name: '', uri: '' },
      row: `item ${item.item_id}: ${item.action}`,
      actions: null,
      ...(resource ? {} : { refused: NO_RESOURCE }),
    };
    claims.push({ kind: 'reaches', ...base, moment: await momentOf(start) });
    const isGone = item.state === 'DONE' || item.state === 'GONE';
    if (isGone && item.checked_snapshot !== null) claims.push({ kind: 'not-reaches', ...base, moment: await momentOf(item.checked_snapshot) });
  }
  const limited = claims.map((claim, index): EvidenceClaim => (index < MOST_EVIDENCE_ROWS ? claim : { ...claim, refused: TOO_MANY }));
  // Claims about one snapshot share what is read for them.
  return limited.sort((a, b) => (a.moment.snapshotId ?? 0) - (b.moment.snapshotId ?? 0));
}
