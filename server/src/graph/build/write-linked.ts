import type { Db } from '../../db/database';
import type { LinkChanges, TenantLinks } from '../link/tenant-links';
import { entityPlan, profileRows, TENANT_WIDE, type SnapshotRow } from '../store/snapshot-tables';
import type { SnapshotWriter } from '../store/snapshot-writer';

const CHUNK = 2000;

const NOTHING_FOUND = { classOf: new Map<string, string>(), attributes: new Map<string, Record<string, unknown>>() };

/**
 * Stages what linking changed beyond the sources that were evaluated: the profiles of identities of other sources, the profiles
 * themselves, and who stands outside.
 * @param written sources whose entities are written already
 * @param connected ids of the accounts that are connected
 */
export async function writeLinked(
  { db, tenantId, writer }: { db: Db; tenantId: string; writer: SnapshotWriter },
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
    const fresh = stale.map(({ valid_from: _from, valid_to: _to, ...row }) => ({ ...row, profile_id: profiles.get(row.uri)?.profileId ?? null }));
    await writer.change('graph_entity', fresh, stale as unknown as SnapshotRow[]);
  }
  await writer.replace(entityPlan(tenantId, TENANT_WIDE, links.outsiders(connected), NOTHING_FOUND, links.profileOf));
  await writeProfiles({ db, tenantId, writer }, links, profiles, left);
}

/** Profiles that somebody takes up and nobody had, and those that the last one left. */
async function writeProfiles(
  { db, tenantId, writer }: { db: Db; tenantId: string; writer: SnapshotWriter },
  links: TenantLinks,
  profiles: LinkChanges['profiles'],
  left: ReadonlySet<string>,
): Promise<void> {
  const held = new Set(links.profileOf.values());
  const taken = new Map([...profiles.values()].flatMap((profile) => (profile ? [[profile.profileId, profile.ways] as const] : [])));
  const ids = [...new Set([...taken.keys(), ...[...left].filter((id) => !held.has(id))])];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const known = await db.tenant(tenantId, (tx) =>
      tx
        .selectFrom('graph_profile_class')
        .select(['source_uid', 'profile_id', 'pclass_id'])
        .where('tenant_id', '=', tenantId)
        .where('profile_id', 'in', chunk)
        .where('valid_to', 'is', null)
        .execute(),
    );
    const there = new Set(known.map(({ profile_id: id }) => id));
    const added = chunk.flatMap((id) => (there.has(id) ? [] : profileRows(tenantId, id, taken.get(id) ?? [])));
    await writer.change(
      'graph_profile_class',
      added,
      known.filter(({ profile_id: id }) => !held.has(id)),
    );
  }
}
