import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { readRelations } from '../../store/read-facts';
import type { StoredEntity } from '../read-holders';
import type { PolicyKind } from '../../engine/source-facts';
import { holdsAt } from '../../store/validity';

export interface StoredDocument {
  kind: PolicyKind;
  policyId: string;
  name: string;
  sourceUid: string;
  /** Native id of the resource or scope with the assignment. */
  place: string;
  document: Record<string, unknown>;
}

/** Returns the names of an identity and its groups in cloud policies. */
export async function namesInPolicies(
  tx: Tx,
  tenantId: string,
  { nativeId, attributes }: StoredEntity,
): Promise<{ own: string[]; groups: string[] }> {
  const { rows } = await sql<{ native_id: string; email: string | null }>`
    with recursive above(id) as (
      select m.parent_id from graph_edge m where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of' and m.child_id = ${nativeId}
      union
      select m.parent_id from graph_edge m join above a on a.id = m.child_id where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of'
    )
    select distinct e.native_id, lower(e.attributes ->> 'email') email from above a join graph_entity e on e.native_id = a.id and ${holdsAt('e', tenantId, null)}`.execute(
    tx,
  );
  const email = typeof attributes.email === 'string' ? [attributes.email.toLowerCase()] : [];
  return {
    own: [...new Set([nativeId, nativeId.toLowerCase(), ...email])],
    groups: [...new Set(rows.flatMap(({ native_id: id, email: address }) => [id.toLowerCase(), ...(address ? [address] : [])]))],
  };
}

/** Returns the members of a group, including nested groups, by their names in logs. */
export async function membersInLogs(tx: Tx, tenantId: string, group: string): Promise<{ members: number; names: string[] }> {
  const { rows } = await sql<{ native_id: string; email: string | null }>`
    with recursive inside(id) as (
      select m.child_id from graph_edge m where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of' and m.parent_id = ${group}
      union
      select m.child_id from graph_edge m join inside n on n.id = m.parent_id where ${holdsAt('m', tenantId, null)} and m.kind = 'member_of'
    )
    select distinct e.native_id, lower(e.attributes ->> 'email') email from inside n join graph_entity e on e.native_id = n.id and ${holdsAt('e', tenantId, null)}
    where e.type not in ('GROUP', 'FEDERATED_GROUP')`.execute(tx);
  const people = new Set(rows.map(({ native_id: id }) => id));
  return { members: people.size, names: [...new Set(rows.flatMap(({ native_id: id, email }) => [id, id.toLowerCase(), ...(email ? [email] : [])]))] };
}

/** Returns the policies of some kinds whose text contains one of these names, or all of the kinds. */
export async function readDocuments(
  tx: Tx,
  tenantId: string,
  kinds: readonly PolicyKind[],
  names: readonly string[] | null,
): Promise<StoredDocument[]> {
  if (names?.length === 0) return [];
  const named = names === null ? sql`true` : sql`lower(d.document) like any(array[${sql.join(names.map((name) => `%${escaped(name)}%`))}]::text[])`;
  const { rows } = await sql<DocumentRow>`
    select p.kind, p.policy_id, p.name, p.source_uid, p.holder_id, d.document
    from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
    where ${holdsAt('p', tenantId, null)} and p.kind in (${sql.join([...kinds])}) and ${named} order by p.source_uid, p.policy_id`.execute(tx);
  return rows.map(toDocument);
}

interface DocumentRow {
  kind: PolicyKind;
  policy_id: string;
  name: string;
  source_uid: string;
  holder_id: string;
  document: string;
}

function toDocument({ kind, policy_id: policyId, name, source_uid: sourceUid, holder_id: place, document }: DocumentRow): StoredDocument {
  return { kind, policyId, name, sourceUid, place, document: JSON.parse(document) as Record<string, unknown> };
}

/** Returns the policies of some kinds that are attached to one of these native ids in a source. */
export async function readHeld(
  tx: Tx,
  tenantId: string,
  { kinds, holders, sourceUid }: { kinds: readonly PolicyKind[]; holders: readonly string[]; sourceUid: string },
): Promise<StoredDocument[]> {
  if (holders.length === 0) return [];
  const { rows } = await sql<DocumentRow>`
    select p.kind, p.policy_id, p.name, p.source_uid, p.holder_id, d.document
    from graph_policy p join graph_document d on d.tenant_id = p.tenant_id and d.hash = p.hash
    where ${holdsAt('p', tenantId, null)} and p.source_uid = ${sourceUid} and p.kind in (${sql.join([...kinds])})
      and p.holder_id in (${sql.join([...holders])}) order by p.policy_id`.execute(tx);
  return rows.map(toDocument);
}

/** Returns the containment relations of some sources, by child. */
export async function readParents(tx: Tx, tenantId: string, sourceUids: readonly string[]): Promise<Map<string, Record<string, string>>> {
  const parents = new Map<string, Record<string, string>>();
  for (const sourceUid of sourceUids) {
    const relations = await readRelations(tx, { tenantId, sourceUid }, ['contains']);
    parents.set(sourceUid, Object.fromEntries(relations.map(({ child, parent }) => [child.nativeId, parent.nativeId])));
  }
  return parents;
}

/** Escapes a text for `like`. */
function escaped(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`);
}
