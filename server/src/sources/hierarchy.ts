import type { Account, Organization, OrganizationHierarchy, OrganizationStatus, SubOrganization } from '@cam/contracts/server';
import type { HierarchyNode } from './connectors/connector';
import type { StoredConnection } from './connection-store';
import type { StoredOrganization } from './tables';

/** Returns every account of an organization, in the order of the hierarchy. */
export function accountsIn(node: HierarchyNode): { id: string; name: string; is_management?: boolean }[] {
  if (node.type !== 'ACCOUNT') return node.children.flatMap(accountsIn);
  const { id, name, isManagement } = node;
  return [{ id, name, ...(isManagement ? { is_management: true } : {}) }];
}

/** Returns the hierarchy of an organization in the form of the contract. */
export function toHierarchy(root: HierarchyNode): OrganizationHierarchy {
  return { organization_id: root.id, organization_name: root.name, ...contentOf(root), scope_accounts: accountsIn(root) };
}

function contentOf({ children }: HierarchyNode): { sub_organization: SubOrganization[]; account_ids: string[] } {
  return {
    sub_organization: children.filter(({ type }) => type !== 'ACCOUNT').map(toSubOrganization),
    account_ids: children.filter(({ type }) => type === 'ACCOUNT').map(({ id }) => id),
  };
}

function toSubOrganization(node: HierarchyNode): SubOrganization {
  return { suborganization_uid: node.id, suborganization_id: node.id, suborganization_name: node.name, ...contentOf(node) };
}

/** Returns an organization in the form of the contract, with the accounts that are pulled. */
export function toOrganization(connection: StoredConnection, accounts: Account[]): Organization {
  const { organization, uid, name, cloudType } = connection as typeof connection & { organization: StoredOrganization };
  return {
    ...toHierarchy(organization.hierarchy),
    organization_uid: uid,
    organization_id: organization.id,
    organization_name: name,
    cloud_type: cloudType,
    account_info: accounts,
    include_account_id_list: organization.included ?? {},
    status: organizationStatus(organization.error ?? '', accounts),
    internal_error: organization.error ?? '',
  };
}

/**
 * Returns the status of an organization: that of its worst account.
 * @param error why the hierarchy could not be read; empty if it could
 */
function organizationStatus(error: string, accounts: readonly Pick<Account, 'status'>[]): OrganizationStatus {
  const is = (status: Account['status']): boolean => accounts.some((account) => account.status === status);
  if (error !== '' || is('ACCOUNT_STATUS_ERROR')) return 'ORGANIZATION_STATUS_ERROR';
  if (is('ACCOUNT_STATUS_WARNING')) return 'ORGANIZATION_STATUS_WARNING';
  return is('ACCOUNT_STATUS_SUCCESS') ? 'ORGANIZATION_STATUS_SUCCESS' : 'ORGANIZATION_STATUS_UNKNOWN';
}
