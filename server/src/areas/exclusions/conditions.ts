import { sql, type RawBuilder } from 'kysely';
import type { ExclusionKind } from '@cam/contracts/server';

/** The columns of a finding that exclusions compare. */
export interface FindingColumns {
  tenantId: RawBuilder<unknown>;
  uri: RawBuilder<unknown>;
  accountId: RawBuilder<unknown>;
  /** Guardrail of an alert; null for findings that have none. */
  referenceId: RawBuilder<unknown> | null;
}

/** The state at this moment: the calendar ends an exclusion and not a job. Written without a day, so that every read agrees. */
const IS_ACTIVE = sql<boolean>`(x.state = 'ACTIVE' and (x.ends_on is null or x.ends_on >= (now() at time zone 'UTC')::date))`;

/** Returns the condition that an exclusion `x` has a finding in its scope. */
function covers(kind: ExclusionKind, { tenantId, uri, accountId, referenceId }: FindingColumns): RawBuilder<boolean> {
  return sql<boolean>`x.tenant_id = ${tenantId} and x.kind = ${kind}
    and (x.account_id is null or x.account_id = ${accountId})
    and ${referenceId === null ? sql`true` : sql`(x.reference_id is null or x.reference_id = ${referenceId})`}
    and ((x.query is null and x.uris is null) or exists (
      select 1 from exclusion_uri u where u.tenant_id = x.tenant_id and u.exclusion_id = x.exclusion_id and u.uri = ${uri}))`;
}

/** Returns the condition that an active exclusion covers the finding in the row. */
export function isExcluded(kind: ExclusionKind, columns: FindingColumns): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from exclusion x where ${IS_ACTIVE} and ${covers(kind, columns)})`;
}

/** Returns the condition that an active exclusion covers the unused identity in a row. Without any exclusion, the database does not look at rows. */
export function isUnusedExcluded(tenantId: string, columns: Pick<FindingColumns, 'uri' | 'accountId'>): RawBuilder<boolean> {
  const tenant = sql`${tenantId}`;
  const isAny = sql`exists (select 1 from exclusion x where ${IS_ACTIVE} and x.tenant_id = ${tenant} and x.kind = 'UNUSED')`;
  return sql<boolean>`(${isAny} and ${isExcluded('UNUSED', { ...columns, tenantId: tenant, referenceId: null })})`;
}

/** An exclusion that covers a finding, or that did until its end. */
export interface CoveringExclusion {
  exclusion_id: string;
  reason: string;
  owner: string;
  ends_on: string | null;
  active: boolean;
}

/** Returns the exclusion of the finding in the row: the active one that ends last, else the one that ended last. */
export function exclusionOf(kind: ExclusionKind, columns: FindingColumns): RawBuilder<CoveringExclusion | null> {
  return sql<CoveringExclusion | null>`(
    select jsonb_build_object('exclusion_id', x.exclusion_id, 'reason', x.reason, 'owner', x.owner,
      'ends_on', to_char(x.ends_on, 'YYYY-MM-DD'), 'active', ${IS_ACTIVE})
    from exclusion x where x.state <> 'PROPOSED' and ${covers(kind, columns)}
    order by ${IS_ACTIVE} desc, x.ends_on desc nulls first, x.exclusion_id limit 1)`;
}
