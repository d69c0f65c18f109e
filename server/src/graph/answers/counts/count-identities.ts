import { sql } from 'kysely';
import { groupBy } from '../../../platform/group-by';
import type { Tx } from '../../../platform/db/database';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { ProfilePath } from '../../engine/profile-paths';
import { purposeOf, type IdentityPurpose } from '../../store/identity-purpose';
import { ago, holdsNow, UNUSED_DAYS, usageParts, type InventoryScope } from './parts';
import { AccessOfProfiles } from './access-of-profiles';
import type { ProfileReach } from './profile-reach';
import type { ReadReach } from './tenant-reach';
import { readSessions, type IdentitySessions } from './identity-sessions';
import { logParts, showsUse } from './log-coverage';
import { usesBeside } from './read-uses';
import { UsedResources, type UsedSet } from './used-resources';

/** An identity as lists show it. */
export interface IdentityCount {
  entity_id: string;
  /** Shared by all identities that can assume the same; null: it has no principal class. */
  profile_id: string | null;
  uri: string;
  name: string;
  type: string;
  account_id: string;
  cloud_type: string;
  /** Resources with effective access, and those of them used within 90 days. */
  objects_total: number;
  objects_used: number;
  /** True when it used a resource itself, without assuming another identity. */
  acted: boolean;
  /** Resources with only conditional access. */
  objects_conditional: number;
  roles_total: number;
  roles_used: number;
  groups: number;
  members: number;
  policies: number;
  /** Last use by itself, by sessions that it started, or by its directory, ISO 8601; null: unknown. */
  last_used: string | null;
  /** An unknown user used a role or service account that it can assume within 90 days, so its disuse is unknown. */
  used_through: boolean;
  /** True when the directory or provider saw it within 90 days. */
  seen: boolean;
  privileged: boolean;
  purpose: IdentityPurpose;
  /** True when its age and the log coverage suffice to call access unused. */
  judged: boolean;
}

/** An identity with everything that a database counts well. Paths, sessions and sets of resources are counted elsewhere. */
interface RawIdentity extends Omit<
  IdentityCount,
  'objects_total' | 'objects_used' | 'acted' | 'objects_conditional' | 'roles_total' | 'roles_used' | 'used_through'
> {
  is_identity: boolean;
}

/**
 * Counts what identity lists show. Resources behind assumed identities are counted once per profile, which many identities share. Pairs of
 * identities and resources never exist.
 */
export async function countIdentities(tx: Tx, scope: InventoryScope, readReach: ReadReach): Promise<IdentityCount[]> {
  const day = ago(scope, UNUSED_DAYS).slice(0, 10);
  const { rows } = await sql<RawIdentity>`
    with ${usageParts(scope)},
    ${logParts(scope)},
    logged as materialized (
      select distinct a.pclass_id from graph_access a
        join logs l on l.source_uid = a.source_uid and l.type = a.type and l.covered <> ''
      where ${holdsNow('a', scope)} and a.valid_from not in (select snapshot_id from young) and ${showsUse('a', 'l')}
    ),
    judged as materialized (
      select distinct p.profile_id from graph_profile_class p
      where ${holdsNow('p', scope)} and p.pclass_id in (select pclass_id from logged) and p.valid_from not in (select snapshot_id from young)
    ),
    acted as materialized (select s.uri, max(s.last_at) last_at from uses s group by 1),
    parents as materialized (select m.child_id, count(distinct m.parent_id)::int n from graph_edge m where ${holdsNow('m', scope)} and m.kind = 'member_of' group by 1),
    children as materialized (select m.parent_id, count(distinct m.child_id)::int n from graph_edge m where ${holdsNow('m', scope)} and m.kind = 'member_of' group by 1),
    attached as materialized (
      select o.holder_id, count(distinct o.policy_id)::int n from graph_policy o where ${holdsNow('o', scope)} and o.kind not in ('trust', 'boundary') group by 1
    )
    select i.entity_id, i.profile_id, i.is_identity, i.uri, i.name, i.type, i.account_id, i.cloud_type,
      coalesce(g.n, 0) "groups", coalesce(m.n, 0) members, coalesce(o.n, 0) policies,
      greatest(d.last_at, i.attributes ->> 'lastused') last_used,
      coalesce(left(i.attributes ->> 'lastused', 10) > ${day}, false) seen,
      coalesce((i.attributes ->> 'privileged')::boolean, false) privileged, ${purposeOf('i')} purpose,
      j.profile_id is not null and coalesce(left(i.attributes ->> 'created', 10) <= ${day}, true) judged
    from graph_entity i left join parents g on g.child_id = i.native_id left join children m on m.parent_id = i.native_id
      left join attached o on o.holder_id = i.native_id left join acted d on d.uri = i.uri
      left join judged j on j.profile_id = i.profile_id
    where ${holdsNow('i', scope)} and (i.is_identity or i.type in ('ROLE', 'GROUP', 'USER', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP'))`.execute(
    tx,
  );
  const reach = await readReach(tx, scope);
  const usedResources = UsedResources.over(reach, await usesBeside(reach, tx, scope));
  const sessions = await readSessions(tx, scope);
  return runCooperatively(withAccess(rows, { reach, usedResources, sessions, day }));
}

interface AccessFacts {
  reach: ProfileReach;
  usedResources: UsedResources;
  sessions: IdentitySessions;
  /** The day before the first that counts as recent, YYYY-MM-DD: a day counts as a whole, as in the query language. */
  day: string;
}

/** Adds the roles and resources that each identity can access and has used, one profile at a time. */
function* withAccess(rows: readonly RawIdentity[], { reach, usedResources, sessions, day }: AccessFacts): Generator<number, IdentityCount[]> {
  const counted = new Array<IdentityCount>(rows.length);
  let done = 0;
  for (const [id, identities] of groupBy([...rows.entries()], ([, row]) => row.profile_id ?? '')) {
    const profile = new ProfileResources(id, reach, usedResources);
    const { total, conditional } = profile.reached();
    const hops = [...reach.paths.hopsOf(id)];
    const roles = new Set(hops.flatMap(({ uri, type }) => (type === 'ROLE' ? [uri] : [])));
    const usedThrough = sessions.isUsedThrough(hops, day);
    for (const [index, { is_identity: isIdentity, ...row }] of identities) {
      const started = sessions.startedBy(row.uri, isIdentity ? roles : NO_ROLES);
      counted[index] = {
        ...row,
        last_used: started.last !== null && (row.last_used === null || started.last > row.last_used) ? started.last : row.last_used,
        roles_total: roles.size,
        roles_used: started.used,
        used_through: usedThrough,
        profile_id: isIdentity ? row.profile_id : null,
        objects_total: total,
        objects_used: isIdentity ? profile.usedBy(row.uri) : 0,
        acted: isIdentity && profile.actedAs(row.uri),
        objects_conditional: conditional,
      };
      yield done++ / rows.length;
    }
  }
  return counted;
}

const NO_ROLES: ReadonlySet<string> = new Set();

/** Resources of all identities with the same profile. */
export class ProfileResources {
  /** Principal classes of the identities themselves. */
  readonly #itself: readonly string[];
  #read: readonly ProfilePath[] | null = null;

  constructor(
    private readonly id: string,
    private readonly reach: ProfileReach,
    private readonly usedResources: UsedResources,
  ) {
    this.#itself = reach.paths.ownPrincipals(id);
  }

  /** Counts the resources that can be accessed, and those of them with conditional access only. */
  reached(): { total: number; conditional: number } {
    const { any, sure } = AccessOfProfiles.over(this.reach).of(this.id);
    const total = this.reach.count(any.read);
    return { total, conditional: total - this.reach.count(sure.read) };
  }

  /** Counts the resources that one identity used, itself or in the sessions that it started. */
  usedBy(uri: string): number {
    return this.usedResources.count(this.setUsedBy(uri));
  }

  /** Returns the resources that one identity used, itself or in the sessions that it started. */
  setUsedBy(uri: string): UsedSet {
    const roles = this.usedResources.sessionsOf(uri);
    const started = (roles.size === 0 ? [] : this.#paths()).flatMap(({ assumed, pclass_id: pclass }) =>
      assumed !== null && roles.has(assumed) ? [this.usedResources.by(assumed, pclass, uri)] : [],
    );
    return this.usedResources.union([...this.#ownUses(uri), ...started]);
  }

  /** Most identities start no sessions, so the paths are read when one does. */
  #paths(): readonly ProfilePath[] {
    this.#read ??= this.reach.paths.get(this.id) ?? [];
    return this.#read;
  }

  /** Reports whether one identity used a resource itself. */
  actedAs(uri: string): boolean {
    return this.#ownUses(uri).length > 0;
  }

  #ownUses(uri: string): UsedSet[] {
    if (!this.usedResources.isNamed(uri)) return [];
    return this.#itself.map((pclass) => this.usedResources.by(uri, pclass)).filter(({ groups, single }) => !groups.isEmpty || !single.isEmpty);
  }
}
