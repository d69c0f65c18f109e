import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database';
import type { LinkChanges, TenantLinks } from '../engine/tenant-links';
import { difference } from '../store/difference';
import { entityPlan, KEYS, profileRows, profilePathRows, TENANT_WIDE, type SnapshotRow } from '../store/snapshot-tables';
import type { SnapshotChanges } from '../store/snapshot-changes';

const CHUNK = 2000;

const NOTHING_FOUND = { classOf: new Map<string, string>(), attributes: new Map<string, Record<string, unknown>>() };

/**
 * Stages what linking changed beyond the evaluated sources: profiles of identities in other sources, the profiles themselves, and external
 * principals.
 * @param written sources whose entities are already written
 * @param connected ids of the connected accounts
 */
export async function writeLinked(
  { db, tenantId, writer }: { db: Db; tenantId: string; writer: SnapshotChanges },
  links: TenantLinks,
  { profiles }: LinkChanges,
  { written, connected }: { written: ReadonlySet<string>; connected: ReadonlySet<string> },
): Promise<void> {
  const uris = [...profiles.keys()];
  const left = new Set<string>();
  for (let start = 0; start < uris.length; start += CHUNK) {
    const rows = await db.tenant(tenantId, (tx) =>
      tx
        .selectFrom('graph_entity')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('uri', 'in', uris.slice(start, start + CHUNK))
        .where('valid_to', 'is', null)
        .execute(),
    );
    for (const { profile_id } of rows) if (profile_id !== null) left.add(profile_id);
    const others = rows.filter((row) => row.is_identity && row.source_uid !== TENANT_WIDE && !written.has(row.source_uid));
    const stale = others.filter((row) => row.profile_id !== (profiles.get(row.uri)?.profileId ?? null));
    const fresh = stale.map(({ valid_from: _from, valid_to: _to, name_key: _name, email_key: _email, ...row }) => ({
      ...row,
      profile_id: profiles.get(row.uri)?.profileId ?? null,
    }));
    await writer.change('graph_entity', fresh, stale as unknown as SnapshotRow[]);
  }
  await writer.replace(entityPlan(tenantId, TENANT_WIDE, links.externalPrincipals(connected), NOTHING_FOUND, links.profileOf));
  await writeProfiles({ db, tenantId, writer }, links, profiles, left);
}

/** Stages profiles that are new or whose paths changed, and those without identities. */
async function writeProfiles(
  { db, tenantId, writer }: { db: Db; tenantId: string; writer: SnapshotChanges },
  links: TenantLinks,
  profiles: LinkChanges['profiles'],
  left: ReadonlySet<string>,
): Promise<void> {
  const held = new Set(links.profileOf.values());
  const taken = new Map([...profiles.values()].flatMap((profile) => (profile ? [[profile.profileId, profile] as const] : [])));
  const ids = [...new Set([...taken.keys(), ...left])];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const kept = chunk.filter((id) => held.has(id));
    const wanted = kept.flatMap((id) => taken.get(id) ?? []);
    const changing = chunk.filter((id) => taken.has(id) || !held.has(id));
    const known = wanted.flatMap(({ profileId, previousPaths }) => (previousPaths ? [{ profileId, paths: previousPaths }] : []));
    const alreadyKnown = new Set(known.map(({ profileId }) => profileId));
    const current = await db.tenant(tenantId, async (tx) => ({
      classPaths: await currentOf(
        tx,
        'graph_profile_class',
        tenantId,
        changing.filter((id) => !alreadyKnown.has(id)),
      ),
      profiles: await currentOf(tx, 'graph_profile', tenantId, changing),
    }));
    const before = [...current.classPaths, ...profilePathRows(tenantId, known)];
    const classPaths = difference(before, profilePathRows(tenantId, wanted), KEYS.graph_profile_class);
    await writer.change('graph_profile_class', classPaths.added, classPaths.gone);
    const hashes = difference(current.profiles, profileRows(tenantId, wanted), KEYS.graph_profile);
    await writer.change('graph_profile', hashes.added, hashes.gone);
  }
}

async function currentOf(tx: Tx, table: 'graph_profile' | 'graph_profile_class', tenantId: string, ids: readonly string[]): Promise<SnapshotRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SnapshotRow>`
    select * from ${sql.table(table)} where tenant_id = ${tenantId} and profile_id in (${sql.join(ids)}) and valid_to is null`.execute(tx);
  return rows;
}
