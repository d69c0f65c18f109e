import type { UnusedActions } from '../graph/inventory/count-unused';
import { USER_TYPES } from '../graph/inventory/count-privileges';
import type { Fact, IdentityFact, UnusedFact, UnusedOf } from './facts';

/** The service of an action: `s3:GetObject` is of s3, `Microsoft.Storage/…/read` of Microsoft.Storage, `storage.objects.get` of storage. */
export function serviceOf(cloudType: string, action: string): string {
  if (cloudType === 'AWS') return action.split(':')[0] ?? action;
  if (cloudType === 'AZURE' || cloudType === 'IDP_AZURE_AD') return action.split('/')[0] ?? action;
  return action.split('.')[0] ?? action;
}

type Area = 'role' | 'identity' | 'own';

/** Adds up by account and name: of which roles and of which identities something is not used. */
class Tally {
  readonly #roles = new Map<string, Set<string>>();
  readonly #identities = new Map<string, Set<string>>();

  add(accountId: string, name: string, role: string | null, identities: Iterable<string>): void {
    const key = `${accountId} ${name}`;
    if (role !== null) put(this.#roles, key, role);
    for (const identity of identities) put(this.#identities, key, identity);
  }

  values(): UnusedOf[] {
    return [...new Set([...this.#roles.keys(), ...this.#identities.keys()])].map((key) => ({
      account_id: key.slice(0, key.indexOf(' ')),
      name: key.slice(key.indexOf(' ') + 1),
      roles: this.#roles.get(key)?.size ?? 0,
      identities: this.#identities.get(key)?.size ?? 0,
    }));
  }
}

function put(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}

/**
 * What roles and identities have and do not use, by service and by sensitive privilege. Only of those is anything said of which logs and age
 * are enough to say it.
 */
export function* countUnused(identities: readonly IdentityFact[], unused: readonly UnusedActions[]): Generator<Fact[]> {
  const judged = new Map(identities.filter((identity) => identity.judged).map((identity) => [identity.uri, identity]));
  const actingAs = new Map<string, Set<string>>();
  for (const identity of judged.values()) for (const role of identity.roles) put(actingAs, role, identity.entity_id);

  const facts: UnusedFact[] = [];
  const tallies: Record<Area, { service: Tally; privilege: Tally }> = {
    role: { service: new Tally(), privilege: new Tally() },
    identity: { service: new Tally(), privilege: new Tally() },
    own: { service: new Tally(), privilege: new Tally() },
  };
  for (const { uri, account_id, cloud_type, actions, sensitive: privileges, used_services } of unused) {
    const holder = judged.get(uri);
    if (!holder) continue;
    const isUser = USER_TYPES.some((type) => type === holder.type);
    if (holder.type !== 'ROLE' && !isUser) continue;
    const used = new Set(used_services);
    const services = [...new Set(actions.map((action) => serviceOf(cloud_type, action)))]
      .filter((service) => !used.has(service.toLowerCase()))
      .sort();
    facts.push({ uri, account_id, cloud_type, type: holder.type, services, privileges });
    const areas: Area[] = holder.type === 'ROLE' ? ['role', 'identity'] : holder.roles.length === 0 ? ['own'] : [];
    for (const area of areas) {
      const who = area === 'own' ? [holder.entity_id] : area === 'identity' ? (actingAs.get(uri) ?? []) : [];
      if (area === 'identity' && !actingAs.has(uri)) continue;
      const role = area === 'own' ? null : uri;
      for (const service of services) tallies[area].service.add(account_id, service, role, who);
      for (const privilege of privileges) tallies[area].privilege.add(account_id, privilege, role, who);
    }
  }
  yield facts.map((value) => ({
    section: 'unused',
    key: `${value.uri} ${value.cloud_type} ${value.account_id}`,
    account_id: value.account_id,
    name: value.uri,
    value,
  }));
  for (const area of ['role', 'identity', 'own'] as const) {
    for (const by of ['service', 'privilege'] as const) {
      yield tallies[area][by].values().map((value) => ({
        section: `${area}_${by}` as const,
        key: `${value.account_id} ${value.name}`,
        account_id: value.account_id,
        name: value.name,
        value,
      }));
    }
  }
}
