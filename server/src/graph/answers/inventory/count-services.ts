import type { PrivilegeCount } from '../counts/count-privileges';
import { serviceOf } from './count-unused';
import type { Fact, ServiceFact } from './facts';

/** Sums privileges by service. */
export function countServices(privileges: readonly PrivilegeCount[]): Fact<'service'>[] {
  const services = new Map<string, ServiceFact>();
  for (const { account_id, cloud_type, name: action, sensitive, used_90: used } of privileges) {
    const name = serviceOf(cloud_type, action);
    const key = `${cloud_type} ${account_id} ${name}`;
    const fact = services.get(key) ?? { account_id, cloud_type, name, privileges: 0, sensitive: 0, used: null };
    services.set(key, fact);
    fact.privileges += 1;
    if (sensitive) fact.sensitive += 1;
    if (used !== null) fact.used = (fact.used ?? 0) + (used > 0 ? 1 : 0);
  }
  return [...services].map(([key, value]) => ({ section: 'service', key, account_id: value.account_id, name: value.name, value }));
}
