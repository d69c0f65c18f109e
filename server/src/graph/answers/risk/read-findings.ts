import { sql } from 'kysely';
import type { RiskWeights, Severity } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import { scoredAt } from '../../store/tiers';
import { holdsAt } from '../../store/validity';
import type { Tier } from '../../store/risk-rows';
import { scoreFinding, type FoundAccess, type ScoredFinding } from './score-finding';
import { columnsOfScore, type StoredScore } from './store';

/** A finding: an identity or resource, and the resources to which the finding says it has access. */
export interface FindingToScore {
  severity: Severity;
  subjectUri: string;
  /** None when the finding is not about access. */
  objectUris: readonly string[];
}

/** Returns the current access of the pairs of subjects and resources of findings; undefined: the graph does not have it. */
export type ReadFoundAccess = (
  tx: Tx,
  tenantId: string,
  findings: readonly FindingToScore[],
) => Promise<(subjectUri: string, objectUri: string) => FoundAccess | undefined>;

/**
 * Scores findings on the current graph, in their order. Runs inside the caller's transaction.
 * @param read absent: reads the access of each pair, which is fast for some hundred findings
 */
export async function scoreFindings(
  tx: Tx,
  tenantId: string,
  findings: readonly FindingToScore[],
  weights: RiskWeights,
  read: ReadFoundAccess = readAccess,
): Promise<ScoredFinding[]> {
  const subjects = await readSubjects(tx, tenantId, [...new Set(findings.map(({ subjectUri }) => subjectUri))]);
  const accessOf = await read(tx, tenantId, findings);
  return findings.map(({ severity, subjectUri, objectUris }) =>
    scoreFinding(
      {
        severity,
        subject: subjects.get(subjectUri) ?? null,
        access: objectUris.length === 0 ? null : objectUris.map((uri) => accessOf(subjectUri, uri) ?? withoutAccess(uri)),
      },
      weights,
    ),
  );
}

/** Returns the highest current score of each URI. */
async function readSubjects(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, StoredScore>> {
  const { rows } = await sql<StoredScore>`
    select distinct on (k.uri) ${columnsOfScore('k')}
    from jsonb_array_elements_text(${JSON.stringify(uris)}::jsonb) u(uri) join risk_score k on k.uri = u.uri and ${scoredAt('k', tenantId, null)}
    order by k.uri, k.score desc, k.entity_id`.execute(tx);
  return new Map(rows.map((row) => [row.uri, row]));
}

interface AccessRow {
  subject: string;
  uri: string;
  name: string;
  type: string;
  tier: Tier | null;
  read: number;
  write: number;
  admin: number;
}

async function readAccess(tx: Tx, tenantId: string, findings: readonly FindingToScore[]): ReturnType<ReadFoundAccess> {
  const pairs = findings.flatMap(({ subjectUri, objectUris }) => objectUris.map((object) => ({ subject: subjectUri, object })));
  if (pairs.length === 0) return () => undefined;
  // The planner cannot estimate the list of pairs, and took minutes for the largest. Entities come first, then the paths of each profile, then their edges by index.
  const { rows } = await sql<AccessRow>`
    with given as materialized (select distinct subject, object from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) g(subject text, object text)),
    found as materialized (
      select g.subject, o.uri, o.name, o.type, s.profile_id, o.class_id, k.tier::int tier
      from given g
      join graph_entity s on s.uri = g.subject and ${holdsAt('s', tenantId, null)} and s.profile_id is not null
      join graph_entity o on o.uri = g.object and ${holdsAt('o', tenantId, null)} and o.class_id is not null
      left join risk_score k on k.entity_id = o.entity_id and ${scoredAt('k', tenantId, null)}
    ),
    granted as materialized (
      select f.profile_id, f.class_id,
        max(case when p.conditional then least(a.read_mode, 1) else a.read_mode end) "read",
        max(case when p.conditional then least(a.write_mode, 1) else a.write_mode end) "write",
        max(case when p.conditional then least(a.admin_mode, 1) else a.admin_mode end) "admin"
      from (select distinct profile_id, class_id from found offset 0) f
      cross join lateral (
        select p.pclass_id, p.conditional from graph_profile_class p where p.profile_id = f.profile_id and ${holdsAt('p', tenantId, null)} offset 0) p
      cross join lateral (
        select a.read_mode, a.write_mode, a.admin_mode from graph_access a
        where a.pclass_id = p.pclass_id and a.class_id = f.class_id and ${holdsAt('a', tenantId, null)} offset 0) a
      group by 1, 2
    )
    select f.subject, f.uri, f.name, f.type, f.tier, coalesce(n.read, 0) "read", coalesce(n.write, 0) "write", coalesce(n.admin, 0) "admin"
    from found f left join granted n on n.profile_id = f.profile_id and n.class_id = f.class_id
    order by f.subject, f.uri, f.tier`.execute(tx);
  const found = new Map<string, FoundAccess>();
  for (const [key, all] of groupBy(rows, ({ subject, uri }) => keyOf(subject, uri))) {
    const [{ uri, name, type, tier }] = all as [AccessRow, ...AccessRow[]];
    const most = (mode: 'read' | 'write' | 'admin'): number => Math.max(...all.map((row) => row[mode]));
    found.set(key, { uri, name, type, tier: tier ?? 3, modes: { read: most('read'), write: most('write'), admin: most('admin') } });
  }
  return (subject, object) => found.get(keyOf(subject, object));
}

function keyOf(subject: string, object: string): string {
  return `${subject}\n${object}`;
}

/** Access that the graph no longer has: the next evaluation drops it from its alert. */
function withoutAccess(uri: string): FoundAccess {
  return { uri, name: uri, type: '', tier: 3, modes: { read: 0, write: 0, admin: 0 } };
}
