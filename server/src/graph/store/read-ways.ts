import type { Tx } from '../../db/database';
import type { ProfileHop } from '../tables';

/** A way of an identity, and who holds the policies at its end: itself, or the last role. */
export interface StoredWay {
  hops: ProfileHop[];
  holderUri: string;
}

/** The ways of an identity, the short ones first. */
export async function readWays(
  tx: Tx,
  place: { tenantId: string; sourceUid: string },
  identity: { uri: string; profileId: string | null },
): Promise<StoredWay[]> {
  if (identity.profileId === null) return [];
  const rows = await tx
    .selectFrom('graph_profile_class')
    .select('hops')
    .where('tenant_id', '=', place.tenantId)
    .where('source_uid', '=', place.sourceUid)
    .where('profile_id', '=', identity.profileId)
    .where('valid_to', 'is', null)
    .orderBy('depth')
    .orderBy('pclass_id')
    .execute();
  return rows.map(({ hops }) => ({ hops, holderUri: hops.at(-1)?.uri ?? identity.uri }));
}
