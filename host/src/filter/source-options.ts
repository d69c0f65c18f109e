import type { Account, Organization, Tenant } from '@cam/contracts';
import type { FilterOption } from '@cam/platform';

const byName = (a: FilterOption, b: FilterOption): number => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' });

/** Returns the options of the source filter, sorted by name: organizations with their accounts nested, and single accounts. */
export function sourceOptions({ account_info, organization_info }: Pick<Tenant, 'account_info' | 'organization_info'>): FilterOption[] {
  const nested = new Set(organization_info.flatMap((organization) => organization.account_info.map(({ uid }) => uid)));
  const single = account_info.filter(({ uid }) => !nested.has(uid)).map((account) => accountOption(account, true));
  return [...organization_info.map(organizationOption), ...single].sort(byName);
}

/**
 * Returns the options whose name contains the text, ignoring case. A matching organization keeps all its accounts; any other keeps the matching ones.
 */
export function searchOptions(options: readonly FilterOption[], search: string): FilterOption[] {
  const wanted = search.trim().toLowerCase();
  const holds = ({ name }: FilterOption): boolean => name.toLowerCase().includes(wanted);
  return options.flatMap((option) => {
    if (holds(option)) return option;
    const subItems = option.subItems.filter(holds);
    return subItems.length > 0 ? { ...option, subItems } : [];
  });
}

/** Returns the option with the given uid at any depth; null when there is none. */
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

function accountOption({ account_id, uid, account_name, cloud_type }: Account, isSingle: boolean): FilterOption {
  return { id: account_id, uid, name: account_name || account_id, isOrganization: false, isSingle, cloud_type, subItems: [] };
}
