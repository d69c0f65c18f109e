import type { Tx } from '../../platform/db/database';
import { isActiveOn, isInScope } from './scope';
import { listExclusions, readUris } from './store';

/** An exclusion of a failed object. */
export interface RuleExclusion {
  owner: string;
  at: Date;
}

/** Returns a lookup of the active exclusion of a failed object. */
export async function readRuleExclusions(
  tx: Tx,
  tenantId: string,
): Promise<(ruleId: string, object: { uri: string; account_id: string }) => RuleExclusion | undefined> {
  const today = new Date().toISOString().slice(0, 10);
  const active = (await listExclusions(tx, tenantId, { kinds: ['RULE'] })).filter((one) => isActiveOn(one, today));
  const uris = await readUris(
    tx,
    tenantId,
    active.map(({ exclusion_id: id }) => id),
  );
  const scopes = active.map((one) => ({
    ...{ owner: one.owner, at: new Date(one.created_at) },
    scope: {
      ...(one.reference_id === null ? {} : { reference_id: one.reference_id }),
      ...(one.account_id === null ? {} : { account_id: one.account_id }),
      uris: one.query === null && one.uris === null ? null : (uris.get(one.exclusion_id) ?? new Set<string>()),
    },
  }));
  return (ruleId, { uri, account_id: accountId }) =>
    scopes.find(({ scope }) => isInScope(scope, { uri, name: '', referenceId: ruleId, referenceName: '', accountId }));
}
