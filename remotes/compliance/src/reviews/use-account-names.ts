import { useSession } from '@cam/platform';

/** Returns the function that names an account by its provider id; an unknown account keeps its id. */
export function useAccountNames(): (accountId: string) => string {
  const { tenant } = useSession();
  const names = new Map(tenant.account_info.map(({ account_id: id, account_name: name }) => [id, name]));
  return (accountId) => names.get(accountId) || accountId;
}
