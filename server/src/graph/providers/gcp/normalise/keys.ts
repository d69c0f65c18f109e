import { text } from '../../../../platform/json-values';
import type { AddedRow } from './added-row';

const KEY = 'iam.googleapis.com/ServiceAccountKey';
const ACCOUNT = 'iam.googleapis.com/ServiceAccount';
const DAY = 86_400_000;

/**
 * Adds the age in days of the oldest active user-managed key of each service account. Keys that Google rotates do not count.
 * @param takenAt time of the export
 * @see IAM API, "projects.serviceAccounts.keys"
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

/** Key names contain the account's number or address. */
function namesOf(name: string, entity: AddedRow['entity']): (readonly [string, AddedRow['entity']])[] {
  return [accountIn(name), text(entity.attributes.email)].filter(Boolean).map((key) => [key, entity] as const);
}

function accountIn(name: string): string {
  return /\/serviceAccounts\/([^/]+)/.exec(name)?.[1]?.toLowerCase() ?? '';
}
