import type { Account, SubOrganization } from '@cam/contracts';

/** Returns the folder names of each account, from the outermost. Accounts outside any folder have no entry. */
export function foldersOf(accounts: readonly Pick<Account, 'account_id'>[], folders: readonly SubOrganization[]): Map<string, string[]> {
  const wanted = new Map(accounts.map(({ account_id: id }) => [id.toLowerCase(), id]));
  const found = new Map<string, string[]>();
  const walk = (level: readonly SubOrganization[], above: readonly string[]): void => {
    for (const { suborganization_name: name, account_ids: ids, sub_organization: below } of level) {
      const path = [...above, name];
      for (const id of ids) {
        const account = wanted.get(id.toLowerCase());
        if (account !== undefined && !found.has(account)) found.set(account, path);
      }
      walk(below, path);
    }
  };
  walk(folders, []);
  return found;
}
