import type { CloudType, NotAssessed } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { includesAccount } from '../../../platform/http/account-filter';
import { UNUSED_DAYS } from '../counts/parts';
import { logsSince } from '../counts/read-entities';
import type { AccountNames, InventoryRequest } from './answers';

const DAY = 24 * 60 * 60 * 1000;

/** The step that gives a source of each cloud a log. */
const STEPS: Partial<Record<CloudType, string>> = {
  AWS: 'Enter the ARN of a CloudTrail trail in the source, or import its files as cloudtrail/*.json.gz.',
  AZURE: 'Allow the application to read the activity log of the subscription, or import it as activity-log.json.',
  GCP: 'Turn on audit logs and allow the service account to read them, or import them as audit-log.json.',
  IDP_AZURE_AD: 'Grant the application AuditLog.Read.All, or import the sign-ins as sign-ins.json.',
  IDP_OKTA: 'Use a token of an administrator who can read the System Log, or import it as logs.json.',
};

/** Returns the accounts whose use cannot be assessed because no log covers 90 days, with the step that helps, by name. */
export async function readNotAssessed(tx: Tx, { tenantId, accountId }: InventoryRequest, { accounts }: AccountNames): Promise<NotAssessed[]> {
  const logs = await logsSince(tx, tenantId);
  const first = new Date(Date.now() - UNUSED_DAYS * DAY).toISOString().slice(0, 10);
  return accounts
    .filter(({ account_id: id }) => includesAccount(accountId, id))
    .flatMap(({ account_id, account_name, cloud_type }): NotAssessed[] => {
      const since = logs.get(account_id) ?? null;
      if (since !== null && since <= first) return [];
      return [{ account_id, account_name, cloud_type, since, step: stepOf(cloud_type, since) }];
    })
    .sort((a, b) => a.account_name.localeCompare(b.account_name));
}

function stepOf(cloudType: CloudType, since: string | null): string {
  if (since === null) return STEPS[cloudType] ?? 'Import the log of the account with its bundle.';
  const day = new Date(Date.parse(since) + UNUSED_DAYS * DAY).toISOString().slice(0, 10);
  return `The log starts on ${since}. Unused access can be assessed from ${day}.`;
}
