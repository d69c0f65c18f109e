import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { organizationOf } from '../../engine/organization';
import { organizationLimits } from '../../providers/aws/evaluate/organization-limits';
import type { Attachment } from '../../providers/aws/account-model';
import { readOrganizations } from '../../store/read-facts';
import { readHolders, type StoredEntity } from '../read-holders';
import { holdsAt } from '../../store/validity';
import type { AwsSubject } from './aws-proposal';

/** Reads the policies of an AWS user or role, and everything else that decides calls on these resources. */
export async function readAwsSubject(tx: Tx, tenantId: string, entity: StoredEntity, resources: readonly string[]): Promise<AwsSubject> {
  const { nativeId: arn, name, accountId, sourceUid, uri } = entity;
  const moment = { tenantId, snapshotId: null };
  const { principals } = await readHolders(tx, { ...moment, sourceUid }, [uri]);
  const own = principals.get(uri);
  const held = [...(own?.policies ?? []), ...(own?.groups ?? []).flatMap((group) => principals.get(group)?.policies ?? [])];
  const { contains, policies: control } = await readOrganizations(tx, moment, []);
  const limits = organizationLimits(organizationOf(accountId, contains, control), accountId);
  const levels = (list: readonly Attachment[][]): { policies: string[] }[] =>
    list.map((level) => ({ policies: level.map(({ document }) => document.text) }));
  return {
    arn,
    name,
    accountId,
    policies: held.map(({ document }) => document.text),
    statements: held.flatMap(({ document }) => document.statements),
    boundary: own?.boundary?.document.text ?? null,
    scps: levels(limits.scps),
    rcps: levels(limits.rcps),
    ...(await readResources(tx, tenantId, resources)),
  };
}

async function readResources(tx: Tx, tenantId: string, resources: readonly string[]): Promise<Pick<AwsSubject, 'resourcePolicies' | 'owners'>> {
  if (resources.length === 0) return { resourcePolicies: new Map(), owners: new Map() };
  const among = sql.join([...resources]);
  const policies = await sql<{ holder_id: string; document: string }>`
    select p.holder_id, d.document from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
    where ${holdsAt('p', tenantId, null)} and p.kind in ('resource', 'trust') and p.holder_id in (${among})`.execute(tx);
  const owners = await sql<{ native_id: string; account_id: string }>`
    select e.native_id, e.account_id from graph_entity e where ${holdsAt('e', tenantId, null)} and e.native_id in (${among}) and e.source_uid <> ''`.execute(
    tx,
  );
  return {
    resourcePolicies: new Map(policies.rows.map(({ holder_id, document }) => [holder_id, document])),
    owners: new Map(owners.rows.map(({ native_id, account_id }) => [native_id, account_id])),
  };
}
