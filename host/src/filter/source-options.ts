import type { Account, Organization, Tenant } from '@cam/contracts';
import type { FilterOption } from '@cam/platform';

const byName = (a: FilterOption, b: FilterOption): number => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' });

/** What the source filter offers, by name: organizations with their accounts below them, and the accounts that stand alone. */
export function sourceOptions({ account_info, organization_info }: Pick<Tenant, 'account_info' | 'organization_info'>): FilterOption[] {
  const nested = new Set(organization_info.flatMap((organization) => organization.account_info.map(({ uid }) => uid)));
  const single = account_info.filter(({ uid }) => !nested.has(uid)).map((account) => accountOption(account, true));
  return [...organization_info.map(organizationOption), ...single].sort(byName);
}

/** Options whose name holds the text, whatever its case. An organization that matches keeps all its accounts, else those that match. */
export function searchOptions(options: readonly FilterOption[], search: string): FilterOption[] {
  const wanted = search.trim().toLowerCase();
  const holds = ({ name }: FilterOption): boolean => name.toLowerCase().includes(wanted);
  return options.flatMap((option) => {
    if (holds(option)) return option;
    const subItems = option.subItems.filter(holds);
    return subItems.length > 0 ? { ...option, subItems } : [];
  });
}

/** The option with this uid, at whatever depth. */
export function optionOf(options: readonly FilterOption[], uid: string | undefined): FilterOption | null {
  return options.flatMap((option) => [option, ...option.subItems]).find((option) => option.uid === uid) ?? null;
}

function organizationOption({ organization_id, organization_uid, organization_name, cloud_type, account_info }: Organization): FilterOption {
  return {
    id: organization_id,
    uid: organization_uid,
    name: organization_name,
    isOrganization: true,
    isSingle: false,
    cloud_type,
    subItems: account_info.map((account) => accountOption(account, false)).sort(byName),
  };
}

function accountOption({ account_id, uid, account_name, is_organization_account, cloud_type }: Account, isSingle: boolean): FilterOption {
  return { id: account_id, uid, name: account_name || account_id, isOrganization: is_organization_account, isSingle, cloud_type, subItems: [] };
}
