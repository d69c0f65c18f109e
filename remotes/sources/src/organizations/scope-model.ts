import type { OrganizationHierarchy, SubOrganization } from '@cam/contracts';

type Level = Pick<OrganizationHierarchy, 'sub_organization' | 'account_ids'>;

/** Returns the ids of all accounts in a folder or organization, at any depth. */
export function accountsBelow({ sub_organization: folders, account_ids: ids }: Level): string[] {
  return [...ids, ...folders.flatMap(accountsBelow)];
}

/** Reports how many accounts of a folder are in the scope. */
export function selectionState(level: Level, chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const ids = accountsBelow(level);
  const count = ids.filter((id) => chosen.has(id)).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

/** Returns the scope with the given accounts added or removed. */
export function withAccounts(chosen: ReadonlySet<string>, ids: readonly string[], isIn: boolean): Set<string> {
  const changed = new Set(chosen);
  for (const id of ids) {
    if (isIn) changed.add(id);
    else changed.delete(id);
  }
  return changed;
}

/** Returns the innermost folder of an account; null when it is in none. */
export function folderOf(level: Level, accountId: string): SubOrganization | null {
  for (const folder of level.sub_organization) {
    if (folder.account_ids.includes(accountId)) return folder;
    const inner = folderOf(folder, accountId);
    if (inner) return inner;
  }
  return null;
}

/** Filter of the scope editor by selection. */
export type ScopeFilter = 'all' | 'selected' | 'unselected';

/** Returns the ids of the accounts that match the search (name or id) and the filter. */
export function visibleAccounts(
  accounts: OrganizationHierarchy['scope_accounts'],
  search: string,
  filter: ScopeFilter,
  chosen: ReadonlySet<string>,
): Set<string> {
  const text = search.trim().toLowerCase();
  const shown = accounts.filter(({ id, name }) => {
    const isFound = text === '' || name.toLowerCase().includes(text) || id.toLowerCase().includes(text);
    return isFound && (filter === 'all' || chosen.has(id) === (filter === 'selected'));
  });
  return new Set(shown.map(({ id }) => id));
}
