import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { readDocumentsByHash } from '../../store/read-documents';
import type { ListedChange } from './list-changes';

/** A logged call that may have caused a change. */
export interface ChangeAuthor {
  /** The name of the call in the log. */
  event: string;
  eventId: string;
  at: string;
  /** The caller: an identity of the graph, or the log's name for one outside the graph. */
  name: string;
  uri: string;
  type: string;
}

/** The most calls to show per change; the newest are kept. */
const MOST = 5;

/** Letters of actions that can change something: write, administer, grant or tag. */
const CHANGING = '[wapt]';

/**
 * Finds the likely authors of changes: successful changing calls on the entity between the previous snapshot and the one that shows the
 * change. For a relation, calls on its other end count too when their record names the entity.
 * @returns calls per change, newest first; empty when no log covers them
 */
export async function readChangeAuthors(tx: Tx, tenantId: string, changes: readonly ListedChange[]): Promise<ChangeAuthor[][]> {
  const requested = changes.map(({ uri, name, relation, at }, n) => ({ n, uri, name, parent: relation?.uri ?? '', at: at.toISOString() }));
  const { rows } = await sql<ChangeAuthor & { n: number }>`
    with requested as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) a(n int, uri text, name text, parent text, at text)
    ),
    ends as materialized (
      select distinct a.n, a.at, a.name, e.uri = a.uri is_own, e.native_id, e.source_uid
      from requested a join graph_entity e on e.tenant_id = ${tenantId} and (e.uri = a.uri or e.uri = a.parent)
    ),
    spans as materialized (
      select d.*, (select max(s.taken_at) from graph_snapshot s where s.tenant_id = ${tenantId} and s.source_uid = d.source_uid
        and s.state <> 'staging' and s.taken_at < d.at::timestamptz) since
      from ends d
    ),
    made as (
      select distinct on (s.n, v.event_id) s.n, v.name event, v.event_id, v.at, v.identity_id, v.session
      from spans s join graph_event v on v.tenant_id = ${tenantId} and v.resource_id = s.native_id and v.at <= s.at
        and v.at > to_char(s.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      where v.succeeded and v.letters ~ ${CHANGING} and (s.is_own or position('"' || s.name || '"' in v.raw) > 0)
    ),
    ranked as (select m.*, row_number() over (partition by n order by at desc, event_id) place from made m)
    select r.n, r.event, r.event_id "eventId", r.at, coalesce(nullif(r.session, ''), i.name, r.identity_id) "name", coalesce(i.uri, '') uri, coalesce(i.type, '') "type"
    from ranked r left join lateral (
      select e.name, e.uri, e.type from graph_entity e
      where e.tenant_id = ${tenantId} and e.native_id = r.identity_id and e.is_identity and e.valid_to is null limit 1
    ) i on true
    where r.place <= ${MOST} order by r.n, r.place`.execute(tx);
  const makers = await readRecordedAuthors(tx, tenantId, changes);
  for (const { n, ...maker } of rows) makers[n]?.push(maker);
  return makers;
}

/** Properties of a role assignment in which Azure records its author. */
interface RecordedAuthor {
  createdBy?: unknown;
  createdOn?: unknown;
  updatedBy?: unknown;
  updatedOn?: unknown;
}

/**
 * Returns the authors that added or modified role assignments record, with the time of the provider.
 * @see Azure role-based access control, "Role assignments - List": createdBy, createdOn, updatedBy and updatedOn
 */
async function readRecordedAuthors(tx: Tx, tenantId: string, changes: readonly ListedChange[]): Promise<ChangeAuthor[][]> {
  const hashes = changes.map(({ after }) => (after?.kind === 'azure_role_assignment' && typeof after.document === 'string' ? after.document : null));
  const documents = await readDocumentsByHash(
    tx,
    tenantId,
    hashes.filter((hash) => hash !== null),
  );
  const recorded = hashes.map((hash) => {
    const author = authorIn(documents.get(hash ?? '') ?? '{}');
    return author === null ? null : { id: hash ?? '', ...author };
  });
  const ids = [...new Set(recorded.flatMap((one) => (one ? [one.by] : [])))];
  if (ids.length === 0) return changes.map(() => []);
  const identities = await tx
    .selectFrom('graph_entity')
    .select(['native_id', 'name', 'uri', 'type'])
    .where('tenant_id', '=', tenantId)
    .where('native_id', 'in', ids)
    .where('is_identity', '=', true)
    .where('valid_to', 'is', null)
    .execute();
  const known = new Map(identities.map((identity) => [identity.native_id, identity]));
  return recorded.map((one) => {
    if (!one) return [];
    const { name = one.by, uri = '', type = '' } = known.get(one.by) ?? {};
    return [{ event: 'Microsoft.Authorization/roleAssignments/write', eventId: `assignment ${one.id}`, at: one.at, name, uri, type }];
  });
}

function authorIn(document: string): { by: string; at: string } | null {
  const { properties, ...own } = JSON.parse(document) as RecordedAuthor & { properties?: RecordedAuthor };
  const { createdBy, createdOn, updatedBy, updatedOn } = { ...own, ...properties };
  const [by, on] = typeof updatedBy === 'string' && updatedBy !== '' ? [updatedBy, updatedOn ?? createdOn] : [createdBy, createdOn];
  const time = typeof on === 'string' ? Date.parse(on) : NaN;
  return typeof by === 'string' && by !== '' && !Number.isNaN(time) ? { by, at: new Date(time).toISOString() } : null;
}
