import type { HeldActions, UnusedActions } from '../counts/count-unused';
import { USER_TYPES } from '../counts/count-privileges';
import type { Fact, IdentityFact, RolesFact, UnusedFact, UnusedOf } from './facts';

/** Returns the service of an action: s3 for `s3:GetObject`, Microsoft.Storage for `Microsoft.Storage/…/read`, storage for `storage.objects.get`. */
export function serviceOf(cloudType: string, action: string): string {
  if (cloudType === 'AWS') return action.split(':')[0] ?? action;
  if (cloudType === 'AZURE' || cloudType === 'IDP_AZURE_AD') return action.split('/')[0] ?? action;
  return action.split('.')[0] ?? action;
}

type Area = 'role' | 'identity' | 'own';

/** Sums by account and name the roles and identities that do not use something. */
class Tally {
  readonly #roles = new Map<string, Set<string>>();
  /** Sets of identities that are counted together, without duplicates. */
  readonly #identities = new Map<string, Map<string, number>>();

  add(accountId: string, name: string, role: string | null, identities: ReadonlyMap<string, number>): void {
    const key = `${accountId} ${name}`;
    if (role !== null) this.#roles.set(key, (this.#roles.get(key) ?? new Set()).add(role));
    const known = this.#identities.get(key) ?? new Map<string, number>();
    this.#identities.set(key, known);
    for (const [together, n] of identities) known.set(together, n);
  }

  /** @param ordinary the tally without identities and roles that exist to stay idle */
  values(ordinary: Tally): UnusedOf[] {
    return [...this.#identities.keys()].map((key) => {
      const [all, some] = [this.#counts(key), ordinary.#counts(key)];
      return {
        account_id: key.slice(0, key.indexOf(' ')),
        name: key.slice(key.indexOf(' ') + 1),
        roles: some.roles,
        identities: some.identities,
        all_roles: all.roles,
        all_identities: all.identities,
      };
    });
  }

  #counts(key: string): { roles: number; identities: number } {
    return { roles: this.#roles.get(key)?.size ?? 0, identities: [...(this.#identities.get(key)?.values() ?? [])].reduce((sum, n) => sum + n, 0) };
  }
}

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Counts what roles and identities hold and do not use, by service and by sensitive privilege. Only access with sufficient age and log
 * coverage counts. Identities of one profile have the same roles and are counted together.
 * @returns facts by section
 */
export function* countUnused(
  identities: readonly IdentityFact[],
  assumableRoles: readonly RolesFact[],
  { held, holders }: { held: readonly HeldActions[]; holders: readonly UnusedActions[] },
): Generator<number, Fact[][]> {
  const judged = new Map(identities.filter((identity) => identity.judged).map((identity) => [identity.uri, identity]));
  const sizes = sizesOf(judged.values());
  const ordinarySizes = sizesOf([...judged.values()].filter(({ purpose }) => purpose === 'ordinary'));
  const withRoles = new Set(assumableRoles.map(({ profile_id: profile }) => profile));
  /** For each role, the assessed profiles that may assume it, with their sizes. */
  const actingAs = new Map<string, Map<string, number>>();
  for (const { profile_id: profile, roles } of assumableRoles) {
    const n = sizes.get(profile);
    if (n !== undefined) for (const role of roles) actingAs.set(role, (actingAs.get(role) ?? new Map<string, number>()).set(profile, n));
  }
  const bundles = new Map(held.map((one) => [one.bundle, one]));
  const servicesIn = new Map<string, readonly string[]>();
  const servicesOf = (bundle: string, cloudType: string): readonly string[] => {
    const key = `${cloudType} ${bundle}`;
    const known = servicesIn.get(key) ?? [...new Set((bundles.get(bundle)?.actions ?? []).map((action) => serviceOf(cloudType, action)))].sort();
    servicesIn.set(key, known);
    return known;
  };

  const facts: UnusedFact[] = [];
  const emptyTallies = (): Record<Area, { service: Tally; privilege: Tally }> => ({
    role: { service: new Tally(), privilege: new Tally() },
    identity: { service: new Tally(), privilege: new Tally() },
    own: { service: new Tally(), privilege: new Tally() },
  });
  const [tallies, ordinary] = [emptyTallies(), emptyTallies()];
  for (const [done, { uri, account_id, cloud_type, bundle, used_actions, used_services }] of holders.entries()) {
    yield done / holders.length;
    const holder = judged.get(uri);
    if (!holder) continue;
    if (holder.type !== 'ROLE' && !isUserType(holder.type)) continue;
    const [usedServices, usedActions] = [new Set(used_services), new Set(used_actions)];
    const services = servicesOf(bundle, cloud_type).filter((service) => !usedServices.has(service.toLowerCase()));
    const privileges = (bundles.get(bundle)?.sensitive ?? []).filter((action) => !isAmong(usedActions, action));
    const isIdle = (bundles.get(bundle)?.actions ?? []).some((action) => !isAmong(usedActions, action));
    if (!isIdle) continue;
    facts.push({ uri, account_id, cloud_type, type: holder.type, services, privileges });
    const hasRoles = holder.profile_id !== null && withRoles.has(holder.profile_id);
    const areas: Area[] = holder.type === 'ROLE' ? ['role', 'identity'] : hasRoles ? [] : ['own'];
    for (const area of areas) {
      const who = area === 'own' ? new Map([[holder.entity_id, 1]]) : area === 'identity' ? (actingAs.get(uri) ?? NONE) : NONE;
      if (area === 'identity' && !actingAs.has(uri)) continue;
      const role = area === 'own' ? null : uri;
      const ordinaryWho =
        area === 'identity'
          ? new Map([...who.keys()].flatMap((id) => (ordinarySizes.has(id) ? [[id, ordinarySizes.get(id) ?? 0] as const] : [])))
          : who;
      for (const [tally, counted] of [[tallies, who], ...(holder.purpose === 'ordinary' ? [[ordinary, ordinaryWho] as const] : [])] as const) {
        for (const service of services) tally[area].service.add(account_id, service, role, counted);
        for (const privilege of privileges) tally[area].privilege.add(account_id, privilege, role, counted);
      }
    }
  }
  const found: Fact[][] = [
    facts.map((value) => ({
      section: 'unused',
      key: `${value.uri} ${value.cloud_type} ${value.account_id}`,
      account_id: value.account_id,
      name: value.uri,
      value,
    })),
  ];
  for (const area of ['role', 'identity', 'own'] as const) {
    for (const by of ['service', 'privilege'] as const) {
      yield 1;
      found.push(
        tallies[area][by].values(ordinary[area][by]).map((value) => ({
          section: `${area}_${by}` as const,
          key: `${value.account_id} ${value.name}`,
          account_id: value.account_id,
          name: value.name,
          value,
        })),
      );
    }
  }
  return found;
}

/** Counts the users with each profile. */
function sizesOf(identities: Iterable<IdentityFact>): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { profile_id: profile, type } of identities) {
    if (profile !== null && isUserType(type)) sizes.set(profile, (sizes.get(profile) ?? 0) + 1);
  }
  return sizes;
}

/** Returns whether an action was used, by name or through a log that names only its service. */
function isAmong(used: ReadonlySet<string>, action: string): boolean {
  const name = action.toLowerCase();
  return used.has(name) || used.has(`${name.split(':')[0] ?? name}:*`);
}

function isUserType(type: string): boolean {
  return USER_TYPES.some((one) => one === type);
}
