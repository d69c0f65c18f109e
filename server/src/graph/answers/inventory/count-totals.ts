import type { PrivilegeCount } from '../counts/count-privileges';
import type { Fact, IdentityFact, IdentityTotal, PrivilegeTotal } from './facts';

/** Sums identities by account and type. Pages read the sums instead of all identities. */
export function totalIdentities(identities: readonly IdentityFact[]): Fact<'identity_total'>[] {
  const totals = new Map<string, IdentityTotal>();
  for (const { account_id, type, status, roles_total: roles, objects_total: objects, groups, purpose } of identities) {
    const key = `${account_id} ${type}`;
    const total = totals.get(key) ?? {
      account_id,
      type,
      used: 0,
      unused: 0,
      unused_with_role: 0,
      idle: 0,
      idle_with_role: 0,
      unknown: 0,
      unknown_with_role: 0,
      judged: 0,
      in_groups: 0,
    };
    totals.set(key, total);
    if (status === 'USED') total.used += 1;
    if (status === 'UNUSED') {
      const kind = purpose === 'ordinary' ? 'unused' : 'idle';
      total[kind] += 1;
      if (roles > 0) total[`${kind}_with_role`] += 1;
    }
    if (status === 'NOT_ENOUGH_DATA' && objects > 0) total.unknown += 1;
    if (status === 'NOT_ENOUGH_DATA' && objects > 0 && roles > 0) total.unknown_with_role += 1;
    if (status !== 'NOT_ENOUGH_DATA') total.judged += 1;
    if (groups > 0) total.in_groups += 1;
  }
  return [...totals].map(([key, value]) => ({ section: 'identity_total', key, account_id: value.account_id, name: value.type, value }));
}

/** Sums privileges by account. */
export function totalPrivileges(privileges: readonly PrivilegeCount[]): Fact<'privilege_total'>[] {
  const totals = new Map<string, PrivilegeTotal>();
  for (const { account_id, sensitive, used_90: used } of privileges) {
    const total = totals.get(account_id) ?? { account_id, all: 0, used: 0, unused: 0, sensitive: { all: 0, used: 0, unused: 0 } };
    totals.set(account_id, total);
    for (const sums of sensitive ? [total, total.sensitive] : [total]) {
      sums.all += 1;
      if (used !== null) sums[used > 0 ? 'used' : 'unused'] += 1;
    }
  }
  return [...totals].map(([key, value]) => ({ section: 'privilege_total', key, account_id: value.account_id, name: value.account_id, value }));
}

/** Counts the facts per section and account as they arrive in parts, so that pages need not count them. */
export class RowTotals {
  readonly #totals = new Map<string, Fact<'rows'>>();
  all = 0;

  add(facts: readonly Fact[]): void {
    this.all += facts.length;
    for (const { section, account_id } of facts) {
      const key = `${section} ${account_id}`;
      const total = this.#totals.get(key);
      if (total) total.value.n += 1;
      else this.#totals.set(key, { section: 'rows', key, account_id, name: section, value: { n: 1 } });
    }
  }

  facts(): Fact<'rows'>[] {
    return [...this.#totals.values()];
  }
}
