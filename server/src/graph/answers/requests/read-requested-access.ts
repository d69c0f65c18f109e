import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { isOneOf } from '../../../platform/db/is-one-of';
import { holdsAt } from '../../store/validity';
import type { Pair } from '../explain/read-pair-access';
import { readReviewUnits } from '../reviews/read-review-units';
import { pairKey, readHeldAccess, type HeldAccess } from './held-access';

/** A unit that gives an access. */
export interface GivingUnit {
  /** The same for all identities with the unit, such as `MEMBERSHIP` and the id of the group. */
  sharedKey: string;
  kind: string;
  name: string;
  sourceUid: string;
  /** Kinds of access to the resource, as bits. */
  kinds: number;
}

/** The access of a pair with what gives it. */
export interface RequestedAccess extends HeldAccess {
  units: GivingUnit[];
}

/**
 * Returns the present access of pairs with the units that give it, by the pair. Runs inside the caller's transaction.
 * @param now time to which the uses of units would count, which nobody asks here
 */
export async function readRequestedAccess(
  tx: Tx,
  tenantId: string,
  pairs: readonly Pair[],
  now = new Date(),
): Promise<(pair: Pair) => RequestedAccess> {
  const held = await readHeldAccess(tx, tenantId, pairs);
  const granted = pairs.filter((pair) => held(pair).levels.length > 0);
  const classes = await readClasses(
    tx,
    tenantId,
    granted.map(({ resourceUri }) => resourceUri),
  );
  const identities = [...new Set(granted.map(({ identityUri }) => identityUri))];
  const units = identities.length === 0 ? [] : await readReviewUnits(tx, tenantId, identities, now.toISOString());
  const byPair = new Map(
    granted.map((pair) => {
      const own = units.filter(({ identity }) => identity.uri === pair.identityUri);
      const classId = classes.get(pair.resourceUri) ?? '';
      const giving = own.flatMap(({ sharedKey, kind, name, sourceUid, classes: given }) => {
        const kinds = given.get(classId) ?? 0;
        return kinds === 0 ? [] : [{ sharedKey, kind, name, sourceUid, kinds }];
      });
      return [pairKey(pair), giving];
    }),
  );
  return (pair) => ({ ...held(pair), units: byPair.get(pairKey(pair)) ?? [] });
}

async function readClasses(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uri: string; classId: string }>`
    select k.uri, k.class_id "classId" from graph_entity k
    where ${holdsAt('k', tenantId, null)} and k.is_resource and k.class_id is not null
      and ${isOneOf('k.uri', uris)}`.execute(tx);
  return new Map(rows.map(({ uri, classId }) => [uri, classId]));
}
