import type { Organization, SubOrganization } from '@cam/contracts/server';
import type { SourceFolder } from '../graph';

/**
 * Returns all folders of a tenant as trees: those of connected organizations, and those that other sources reported. For a folder or account
 * of a connected organization, the organization's own hierarchy wins.
 * @param reported folders from the bundles of sources outside connected organizations
 */
export function allFolders(organizations: readonly Organization[], reported: readonly SourceFolder[]): SubOrganization[] {
  const folders = new Map<string, SubOrganization>();
  const accounts = new Set<string>();
  const top: SubOrganization[] = [];
  const register = (
    cloudType: string,
    { sub_organization: below, account_ids: ids }: Pick<SubOrganization, 'sub_organization' | 'account_ids'>,
  ): void => {
    for (const id of ids) accounts.add(keyOf(cloudType, id));
    for (const folder of below) {
      folders.set(keyOf(cloudType, folder.suborganization_id), folder);
      register(cloudType, folder);
    }
  };
  for (const organization of organizations) {
    const { cloud_type: cloudType, sub_organization: below, account_ids: ids } = organization;
    const own = structuredClone({ sub_organization: below, account_ids: ids });
    register(cloudType, own);
    top.push(...own.sub_organization);
  }
  const added = reported.filter(({ cloudType, id }) => !folders.has(keyOf(cloudType, id)));
  for (const { cloudType, id, name } of added)
    folders.set(keyOf(cloudType, id), {
      suborganization_uid: id,
      suborganization_id: id,
      suborganization_name: name,
      sub_organization: [],
      account_ids: [],
    });
  for (const { cloudType, id, parent } of added) {
    const folder = folders.get(keyOf(cloudType, id)) as SubOrganization;
    const above = parent === null ? undefined : folders.get(keyOf(cloudType, parent));
    (above?.sub_organization ?? top).push(folder);
  }
  for (const { cloudType, id, accounts: within } of reported)
    for (const account of within) if (!accounts.has(keyOf(cloudType, account))) folders.get(keyOf(cloudType, id))?.account_ids.push(account);
  return top;
}

/** Azure ids are case-insensitive. */
function keyOf(cloudType: string, id: string): string {
  return `${cloudType} ${id.toLowerCase()}`;
}
