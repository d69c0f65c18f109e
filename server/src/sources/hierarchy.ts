import type { OrganizationHierarchy, SubOrganization } from '@cam/contracts/server';
import type { HierarchyNode } from '../connectors/connector';

/** Every account of an organization, in the order of the hierarchy. */
export function accountsIn(node: HierarchyNode): { id: string; name: string; is_management?: boolean }[] {
  if (node.type !== 'ACCOUNT') return node.children.flatMap(accountsIn);
  const { id, name, isManagement } = node;
  return [{ id, name, ...(isManagement ? { is_management: true } : {}) }];
}

/** What is in an organization, as it is answered. */
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
