import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database';
import type { ProfileHop } from '../engine/grant';
import type { ClassPath } from '../engine/paths';
import type { LinkChanges, Profile, TenantLinks } from '../engine/tenant-links';
import { difference } from '../store/difference';
import { hopsIdOf } from '../store/hops';
import { entityPlan, KEYS, profileRows, profilePathRows, TENANT_WIDE, type SnapshotRow } from '../store/snapshot-tables';
import type { SnapshotChanges } from '../store/snapshot-changes';

const CHUNK = 2000;

/** Paths that are compared at a time, unless a single profile has more. */
const MOST_PATHS = 20_000;

/** Profiles without identities that are ended at a time; each may have thousands of paths. */
const GONE = 50;

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

/** A profile whose paths may change, with both. */
interface ChangingProfile {
  profile: Profile;
  paths: ClassPath[];
  /** Null: only the store knows them. */
  previousPaths: ClassPath[] | null;
}

/** Stages profiles that are new or whose paths changed, and those without identities. */
async function writeProfiles(
  tools: { db: Db; tenantId: string; writer: SnapshotChanges },
  links: TenantLinks,
  profiles: LinkChanges['profiles'],
  left: ReadonlySet<string>,
): Promise<void> {
  const held = new Set(links.profileOf.values());
  const taken = new Map([...profiles.values()].flatMap((profile) => (profile ? [[profile.profileId, profile] as const] : [])));
  const gone = [...left].filter((id) => !held.has(id));
  for (let start = 0; start < gone.length; start += GONE) await writeBatch(tools, [], gone.slice(start, start + GONE));
  // An administrator of an organization has tens of thousands of paths: profiles with few come together, and those with many alone.
  let batch: ChangingProfile[] = [];
  let size = 0;
  for (const profile of taken.values()) {
    if (profile.isKnown || !held.has(profile.profileId)) continue;
    const [paths, previousPaths] = [profile.paths(), profile.previousPaths()];
    batch.push({ profile, paths, previousPaths });
    size += paths.length + (previousPaths?.length ?? paths.length);
    if (size < MOST_PATHS && batch.length < CHUNK) continue;
    await writeBatch(tools, batch, []);
    [batch, size] = [[], 0];
  }
  await writeBatch(tools, batch, []);
}

async function writeBatch(
  { db, tenantId, writer }: { db: Db; tenantId: string; writer: SnapshotChanges },
  changing: readonly ChangingProfile[],
  gone: readonly string[],
): Promise<void> {
  const idsOf = (some: readonly ChangingProfile[]): string[] => some.map(({ profile }) => profile.profileId);
  const unknown = changing.filter(({ previousPaths }) => previousPaths === null);
  const known = changing.flatMap(({ profile: { profileId }, paths, previousPaths }) =>
    previousPaths ? [{ profileId, ...withoutEqual(previousPaths, paths) }] : [],
  );
  const current = await db.tenant(tenantId, async (tx) => ({
    classPaths: await currentOf(tx, 'graph_profile_class', tenantId, [...idsOf(unknown), ...gone]),
    profiles: await currentOf(tx, 'graph_profile', tenantId, [...idsOf(changing), ...gone]),
  }));
  const before = [
    ...current.classPaths,
    ...profilePathRows(
      tenantId,
      known.map(({ profileId, before: paths }) => ({ profileId, paths })),
    ),
  ];
  const after = [
    ...unknown.map(({ profile: { profileId }, paths }) => ({ profileId, paths })),
    ...known.map(({ profileId, after: paths }) => ({ profileId, paths })),
  ];
  const classPaths = difference(before, profilePathRows(tenantId, after), KEYS.graph_profile_class);
  await writer.addHops(hopsOf(after, new Set(classPaths.added.map(({ hops_id: id }) => String(id)))));
  await writer.change('graph_profile_class', classPaths.added, classPaths.gone);
  const hashes = difference(
    current.profiles,
    profileRows(
      tenantId,
      changing.map(({ profile }) => profile),
    ),
    KEYS.graph_profile,
  );
  await writer.change('graph_profile', hashes.added, hashes.gone);
}

/** Returns the hops of paths by their ids, as far as these are wanted. */
function hopsOf(profiles: readonly Pick<ChangingProfile, 'paths'>[], wanted: ReadonlySet<string>): Map<string, readonly ProfileHop[]> {
  const found = new Map<string, readonly ProfileHop[]>();
  for (const { paths } of profiles)
    for (const { hops } of paths) {
      const id = hopsIdOf(hops);
      if (wanted.has(id)) found.set(id, hops);
    }
  return found;
}

/** Returns the paths that are not the same before and after: of an administrator's thousands, an import changes few. */
function withoutEqual(before: readonly ClassPath[], after: readonly ClassPath[]): { before: ClassPath[]; after: ClassPath[] } {
  const known = new Map(before.map((path) => [path.pclassId, path]));
  const changed = after.filter((path) => !isSame(known.get(path.pclassId), path));
  const kept = new Set(after.map(({ pclassId }) => pclassId));
  for (const { pclassId } of changed) kept.delete(pclassId);
  return { before: before.filter(({ pclassId }) => !kept.has(pclassId)), after: changed };
}

function isSame(one: ClassPath | undefined, other: ClassPath): boolean {
  if (one?.conditional !== other.conditional || one.hops.length !== other.hops.length) return false;
  return one.hops.every((hop, index) => isSameHop(hop, other.hops[index]));
}

function isSameHop(one: ProfileHop, other: ProfileHop | undefined): boolean {
  if (one.uri !== other?.uri || one.type !== other.type || one.name !== other.name) return false;
  if (one.account_id !== other.account_id || one.relation !== other.relation || one.conditions.length !== other.conditions.length) return false;
  return one.conditions.every((condition, index) => condition === other.conditions[index]);
}

async function currentOf(tx: Tx, table: 'graph_profile' | 'graph_profile_class', tenantId: string, ids: readonly string[]): Promise<SnapshotRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SnapshotRow>`
    select * from ${sql.table(table)} where tenant_id = ${tenantId} and profile_id in (${sql.join(ids)}) and valid_to is null`.execute(tx);
  return rows;
}
