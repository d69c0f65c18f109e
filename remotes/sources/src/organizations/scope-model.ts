import type { OrganizationHierarchy, SubOrganization } from '@cam/contracts';

type Level = Pick<OrganizationHierarchy, 'sub_organization' | 'account_ids'>;

/** Ids of the accounts of a folder, or of the organization, and of everything below. */
export function accountsBelow({ sub_organization: folders, account_ids: ids }: Level): string[] {
  return [...ids, ...folders.flatMap(accountsBelow)];
}

/** How much of a folder is in the scope. */
export function selectionState(level: Level, chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const ids = accountsBelow(level);
  const count = ids.filter((id) => chosen.has(id)).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

/** The scope with these accounts in it, or out of it. */
export function withAccounts(chosen: ReadonlySet<string>, ids: readonly string[], isIn: boolean): Set<string> {
  const changed = new Set(chosen);
  for (const id of ids) {
    if (isIn) changed.add(id);
    else changed.delete(id);
  }
  return changed;
}

/** The innermost folder that an account lies in; null: it lies in none. */
export function folderOf(level: Level, accountId: string): SubOrganization | null {
  for (const folder of level.sub_organization) {
    if (folder.account_ids.includes(accountId)) return folder;
    const inner = folderOf(folder, accountId);
    if (inner) return inner;
  }
  return null;
}

export type ScopeFilter = 'all' | 'chosen' | 'left';

/** Ids of the accounts that are shown: by name or id, and by whether they are in the scope. */
export function visibleAccounts(
  accounts: OrganizationHierarchy['scope_accounts'],
  search: string,
  filter: ScopeFilter,
  chosen: ReadonlySet<string>,
): Set<string> {
  const text = search.trim().toLowerCase();
  const shown = accounts.filter(({ id, name }) => {
    const isFound = text === '' || name.toLowerCase().includes(text) || id.toLowerCase().includes(text);
    return isFound && (filter === 'all' || chosen.has(id) === (filter === 'chosen'));
  });
  return new Set(shown.map(({ id }) => id));
}
