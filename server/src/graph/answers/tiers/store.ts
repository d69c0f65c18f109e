import { sql } from 'kysely';
import { bulkInsert } from '../../../platform/db/bulk-insert';
import type { Tx } from '../../../platform/db/database';
import type { MemberState, Tier, TierDefinition, TierRuleKind } from '../../store/risk-rows';
import { growRevision } from '../../store/tiers';
import { BUILT_IN_PREFIX, BUILT_IN_RULES } from './built-in';

/** A rule as it is stored, with the number of its members and proposals. */
export interface StoredRule {
  rule_id: string;
  name: string;
  kind: TierRuleKind;
  definition: TierDefinition;
  tier: Tier | null;
  labels: string[];
  reason: string;
  owner: string;
  certify: boolean;
  enabled: boolean;
  version: number;
  matched: number | null;
  matched_before: number | null;
  error: string | null;
  /** When the rule was last evaluated, on which snapshot, and a fingerprint of what else decided. */
  evaluated_at: Date | string | null;
  evaluated_snapshot: number | null;
  evaluated_of: string | null;
  members: number;
  proposed: number;
}

/** Returns the rules by tier and name, after adding missing built-in ones. */
export async function listRules(tx: Tx, tenantId: string, ruleId: string | null = null): Promise<StoredRule[]> {
  await saveBuiltIns(tx, tenantId);
  const { rows } = await sql<StoredRule>`
    select r.rule_id, r.name, r.kind, r.definition, r.tier::int tier, r.labels, r.reason, r.owner, r.certify, r.enabled, r.version, r.matched, r.matched_before,
      r.error, r.evaluated_at, r.evaluated_snapshot::int evaluated_snapshot, r.evaluated_of, (select count(*)::int from tier_member m where m.tenant_id = r.tenant_id and m.rule_id = r.rule_id and m.until is null and m.state = 'MEMBER') members,
      (select count(*)::int from tier_member m where m.tenant_id = r.tenant_id and m.rule_id = r.rule_id and m.until is null and m.state = 'PROPOSED') proposed
    from tier_rule r where r.tenant_id = ${tenantId} and ${ruleId === null ? sql`true` : sql`r.rule_id = ${ruleId}`}
    order by r.tier nulls last, r.kind = 'BUILT_IN', lower(r.name), r.rule_id`.execute(tx);
  return rows;
}

async function saveBuiltIns(tx: Tx, tenantId: string): Promise<void> {
  const rows = BUILT_IN_RULES.map(({ id, name, tier, reason }) => ({
    tenant_id: tenantId,
    rule_id: BUILT_IN_PREFIX + id,
    name,
    kind: 'BUILT_IN' as const,
    definition: {},
    tier,
    labels: [],
    reason,
    owner: '',
    certify: false,
    enabled: true,
    version: 1,
    changed_at: new Date(),
  }));
  await bulkInsert(tx, 'tier_rule', rows, { onConflictDoNothing: true });
}

export type RuleFields = Pick<StoredRule, 'name' | 'kind' | 'definition' | 'tier' | 'labels' | 'reason' | 'certify' | 'enabled'>;

export async function insertRule(tx: Tx, tenantId: string, ruleId: string, fields: RuleFields, owner: string): Promise<void> {
  const { definition, labels, ...plain } = fields;
  await tx
    .insertInto('tier_rule')
    .values({
      tenant_id: tenantId,
      rule_id: ruleId,
      ...plain,
      definition: JSON.stringify(definition),
      labels: JSON.stringify(labels),
      owner,
      version: 1,
      changed_at: new Date(),
    })
    .execute();
}

export async function updateRule(tx: Tx, tenantId: string, ruleId: string, fields: RuleFields, owner: string): Promise<void> {
  const { definition, labels, kind: _kind, ...plain } = fields;
  await tx
    .updateTable('tier_rule')
    .set({
      ...plain,
      definition: JSON.stringify(definition),
      labels: JSON.stringify(labels),
      owner,
      changed_at: new Date(),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .execute();
}

/** Deletes a rule. The history of its members stays, so that queries about past days find them. */
export async function deleteRule(tx: Tx, tenantId: string, ruleId: string): Promise<void> {
  await endMembers(tx, tenantId, ruleId, null, new Date());
  await tx.deleteFrom('tier_rule').where('tenant_id', '=', tenantId).where('rule_id', '=', ruleId).execute();
  await growRevision(tx, tenantId);
}

/** Locks a rule, so that two evaluations of it do not run at once. Returns false when it is gone. */
export async function lockRule(tx: Tx, tenantId: string, ruleId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from tier_rule r where r.tenant_id = ${tenantId} and r.rule_id = ${ruleId} for update`.execute(tx);
  return rows.length > 0;
}

/** Notes the result of an evaluation. */
export async function noteEvaluation(
  tx: Tx,
  tenantId: string,
  ruleId: string,
  { matched, error, snapshotId, of }: { matched: number | null; error: string | null; snapshotId: number; of: string },
): Promise<void> {
  await sql`
    update tier_rule set error = ${error}, evaluated_at = now(), evaluated_snapshot = ${snapshotId}, evaluated_of = ${of},
      matched_before = case when ${matched}::int is distinct from matched then matched else matched_before end,
      matched = coalesce(${matched}::int, matched)
    where tenant_id = ${tenantId} and rule_id = ${ruleId}`.execute(tx);
}

/** Notes that rules would have the same result on a newer snapshot. */
export async function carryForward(tx: Tx, tenantId: string, ruleIds: readonly string[], snapshotId: number): Promise<void> {
  if (ruleIds.length === 0) return;
  await sql`
    update tier_rule set evaluated_snapshot = ${snapshotId}
    where tenant_id = ${tenantId} and rule_id = any(${[...ruleIds]}::text[]) and evaluated_snapshot < ${snapshotId}`.execute(tx);
}

interface CurrentMember {
  uri: string;
  state: MemberState;
  isSame: boolean;
  decided_by: string;
  note: string;
}

/**
 * Brings the members of a rule to the entities that it selects. Decisions stay while the rule still selects the entity.
 * @returns true when anything changed
 */
export async function replaceMembers(
  tx: Tx,
  tenantId: string,
  rule: Pick<StoredRule, 'rule_id' | 'tier' | 'labels' | 'certify' | 'kind'>,
  uris: ReadonlySet<string>,
): Promise<boolean> {
  const { rows } = await sql<CurrentMember>`
    select m.uri, m.state, m.decided_by, m.note, m.tier is not distinct from ${rule.tier}::smallint and m.labels = ${JSON.stringify(rule.labels)}::jsonb "isSame"
    from tier_member m where m.tenant_id = ${tenantId} and m.rule_id = ${rule.rule_id} and m.until is null`.execute(tx);
  const known = new Map(rows.map((row) => [row.uri, row]));
  const ended = rows.filter(({ uri, isSame }) => !isSame || !uris.has(uri));
  const begun = [...uris].filter((uri) => !known.get(uri)?.isSame);
  if (ended.length + begun.length === 0) return false;
  const now = new Date();
  await endMembers(
    tx,
    tenantId,
    rule.rule_id,
    ended.map(({ uri }) => uri),
    now,
  );
  const isProposal = rule.certify && rule.kind !== 'HAND';
  await bulkInsert(
    tx,
    'tier_member',
    begun.map((uri) => {
      const before = known.get(uri);
      return {
        tenant_id: tenantId,
        rule_id: rule.rule_id,
        uri,
        since: now,
        tier: rule.tier,
        labels: rule.labels,
        state: before?.state ?? (isProposal ? 'PROPOSED' : 'MEMBER'),
        decided_by: before?.decided_by ?? '',
        note: before?.note ?? '',
      };
    }),
  );
  await growRevision(tx, tenantId);
  return true;
}

/** @param uris null: all members of the rule */
async function endMembers(tx: Tx, tenantId: string, ruleId: string, uris: readonly string[] | null, now: Date): Promise<void> {
  if (uris?.length === 0) return;
  const some = uris === null ? sql`true` : sql`uri = any(${[...uris]}::text[])`;
  await sql`
    update tier_member set until = ${now.toISOString()}::timestamptz
    where tenant_id = ${tenantId} and rule_id = ${ruleId} and until is null and ${some}`.execute(tx);
}

/**
 * Decides about entities of a rule: each decision ends the row before it, so the history shows who decided when.
 * @returns the entities with their state before
 */
export async function decide(
  tx: Tx,
  tenantId: string,
  ruleId: string,
  uris: readonly string[],
  decision: { state: MemberState; by: string; note: string },
): Promise<{ uri: string; state: MemberState }[]> {
  const { rows } = await sql<{ uri: string; state: MemberState; tier: Tier | null; labels: string[] }>`
    select m.uri, m.state, m.tier::int tier, m.labels from tier_member m
    where m.tenant_id = ${tenantId} and m.rule_id = ${ruleId} and m.until is null and m.uri = any(${[...uris]}::text[]) and m.state <> ${decision.state}
    order by m.uri for update`.execute(tx);
  if (rows.length === 0) return [];
  const now = new Date();
  await endMembers(
    tx,
    tenantId,
    ruleId,
    rows.map(({ uri }) => uri),
    now,
  );
  const decided = rows.map(({ uri, tier, labels }) => ({
    tenant_id: tenantId,
    rule_id: ruleId,
    uri,
    since: now,
    tier,
    labels,
    state: decision.state,
    decided_by: decision.by,
    note: decision.note,
  }));
  await bulkInsert(tx, 'tier_member', decided);
  await growRevision(tx, tenantId);
  return rows.map(({ uri, state }) => ({ uri, state }));
}
