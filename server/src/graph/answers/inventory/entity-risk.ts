import type { EntityRisk } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { logOf } from '../counts/read-entities';
import { sensitiveOfIdentity, sensitiveOnResource } from '../counts/read-risk';
import type { HolderFact, IdentityFact } from './facts';

type Entity = Parameters<typeof sensitiveOfIdentity>[2];

const DAY = 24 * 60 * 60 * 1000;

/** Returns the risk that an identity poses, and how certain it is. */
export async function riskOfIdentity(tx: Tx, tenantId: string, entity: Entity, fact: IdentityFact | undefined): Promise<EntityRisk> {
  const sensitive = await sensitiveOfIdentity(tx, { tenantId, now: new Date() }, entity);
  return {
    sensitive_held: sensitive.held,
    sensitive_unlogged: sensitive.unlogged,
    sensitive_used: sensitive.used,
    reached: fact?.objects_total ?? 0,
    conditional: fact?.objects_conditional ?? 0,
    becoming: 0,
    evidence: await evidenceOf(tx, tenantId, entity),
  };
}

/** Returns the risk to a resource, and how certain it is. */
export async function riskOfResource(tx: Tx, tenantId: string, entity: Entity, holder: HolderFact): Promise<EntityRisk> {
  const sensitive = await sensitiveOnResource(tx, { tenantId, now: new Date() }, entity);
  return {
    sensitive_held: sensitive.held,
    sensitive_unlogged: sensitive.unlogged,
    sensitive_used: sensitive.used,
    reached: holder.identities,
    conditional: holder.conditional,
    becoming: holder.becoming,
    evidence: await evidenceOf(tx, tenantId, entity),
  };
}

async function evidenceOf(tx: Tx, tenantId: string, { sourceUid }: Entity): Promise<EntityRisk['evidence']> {
  const log = await logOf(tx, tenantId, sourceUid);
  if (!log) return { since: null, days: null, silent: [] };
  return { since: log.since, days: Math.max(0, Math.floor((Date.now() - Date.parse(log.since)) / DAY)), silent: log.silent };
}
