import { text } from '../../../../platform/json-values';
import type { AddedRow } from './resources';

const KEY = 'iam.googleapis.com/ServiceAccountKey';
const ACCOUNT = 'iam.googleapis.com/ServiceAccount';
const DAY = 86_400_000;

/**
 * How old the oldest key of each service account is that somebody made and that works, days. Keys that Google rotates itself are none of
 * them. Source: IAM API, "projects.serviceAccounts.keys".
 * @param takenAt when the provider was asked
 */
export function addKeyAges(rows: readonly AddedRow[], takenAt: Date): void {
  const accounts = new Map(rows.flatMap(({ entity, assetType, row }) => (assetType === ACCOUNT ? namesOf(text(row.name), entity) : [])));
  for (const { assetType, row, resource } of rows) {
    if (assetType !== KEY || text(resource.keyType) === 'SYSTEM_MANAGED' || resource.disabled === true) continue;
    const name = text(row.name);
    const account = accounts.get(accountIn(name)) ?? accounts.get(accountIn(text(row.parentFullResourceName)));
    const since = Date.parse(text(resource.validAfterTime) || text(row.createTime));
    const age = Math.floor((takenAt.getTime() - since) / DAY);
    if (!account || Number.isNaN(age) || age < 0 || Date.parse(text(resource.validBeforeTime)) < takenAt.getTime()) continue;
    const known = account.attributes.keyage;
    account.attributes.keyage = typeof known === 'number' ? Math.max(known, age) : age;
  }
}

/** An account is named by its number or by its address. */
function namesOf(name: string, entity: AddedRow['entity']): (readonly [string, AddedRow['entity']])[] {
  return [accountIn(name), text(entity.attributes.email)].filter(Boolean).map((key) => [key, entity] as const);
}

function accountIn(name: string): string {
  return /\/serviceAccounts\/([^/]+)/.exec(name)?.[1]?.toLowerCase() ?? '';
}
