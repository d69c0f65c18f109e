import type { Organization, SubOrganization } from '@cam/contracts/server';
import type { SourceFolder } from '../graph';

/**
 * Every folder of a tenant, nested: those of its organizations as these were asked, and beside them what else sources told of. A folder or account that an
 * organization has stays where it says.
 */
export function allFolders(organizations: readonly Organization[], told: readonly SourceFolder[]): SubOrganization[] {
  const folders = new Map<string, SubOrganization>();
  const accounts = new Set<string>();
  const top: SubOrganization[] = [];
  const learn = (
    cloudType: string,
    { sub_organization: below, account_ids: ids }: Pick<SubOrganization, 'sub_organization' | 'account_ids'>,
  ): void => {
    for (const id of ids) accounts.add(keyOf(cloudType, id));
    for (const folder of below) {
      folders.set(keyOf(cloudType, folder.suborganization_id), folder);
      learn(cloudType, folder);
    }
  };
  for (const organization of organizations) {
    const { cloud_type: cloudType, sub_organization: below, account_ids: ids } = organization;
    const own = structuredClone({ sub_organization: below, account_ids: ids });
    learn(cloudType, own);
    top.push(...own.sub_organization);
  }
  const added = told.filter(({ cloudType, id }) => !folders.has(keyOf(cloudType, id)));
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
  for (const { cloudType, id, accounts: within } of told)
    for (const account of within) if (!accounts.has(keyOf(cloudType, account))) folders.get(keyOf(cloudType, id))?.account_ids.push(account);
  return top;
}

/** Azure writes its names in large and small letters alike. */
function keyOf(cloudType: string, id: string): string {
  return `${cloudType} ${id.toLowerCase()}`;
}
