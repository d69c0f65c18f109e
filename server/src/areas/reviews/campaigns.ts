import type { Campaign } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { notFound, type ApiError } from '../../platform/http/errors';
import { toCampaign } from './rows';
import { readCampaigns, readNumbers, type StoredCampaign } from './store';

/** Returns a stored review. @throws ApiError 404 if it does not exist */
export async function requireCampaign(tx: Tx, tenantId: string, id: string, lock?: 'update' | 'share'): Promise<StoredCampaign> {
  const [stored] = await readCampaigns(tx, tenantId, { id, ...(lock ? { lock } : {}) });
  if (!stored) throw unknownCampaign();
  return stored;
}

/** Returns a review for a user. @param me the user's address @throws ApiError 404 if it does not exist */
export async function describeCampaign(tx: Tx, tenantId: string, id: string, me: string): Promise<Campaign> {
  const stored = await requireCampaign(tx, tenantId, id);
  return toCampaign(stored, (await readNumbers(tx, tenantId, [id], me))(id));
}

export function unknownCampaign(): ApiError {
  return notFound('This access review does not exist. Reload the list.');
}
