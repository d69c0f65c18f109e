import type { HierarchyNode } from '../connector';
import { ProviderError } from '../http/provider-error';
import type { AwsClient } from './aws-client';

interface Named {
  Id: string;
  Name?: string;
  Status?: string;
  State?: string;
}

/** Error codes for an account outside any organization, or neither its management account nor a delegated administrator. */
const OUTSIDE = /^(?:AWSOrganizationsNotInUseException|AccessDeniedException|AccessDeniedForDependencyException)$/;

/** Reads the hierarchy of an organization, as its management account or a delegated administrator. */
export class AwsHierarchy {
  constructor(private readonly client: AwsClient) {}

  /** Returns the organization, or null if the account has none or may not describe it. */
  async identity(): Promise<{ id: string; managementId: string } | null> {
    try {
      const [, described] = await Promise.all([this.#call('ListRoots'), this.#call('DescribeOrganization')]);
      const { Id: id = '', MasterAccountId: managementId = '' } = (described.Organization ?? {}) as Record<string, string | undefined>;
      return { id, managementId };
    } catch (error) {
      if (error instanceof ProviderError && OUTSIDE.test(error.code)) return null;
      throw error;
    }
  }

  /** Returns the organization's id. Any account of the organization may read it. */
  async organizationId(): Promise<string> {
    const { Organization: organization } = await this.#call('DescribeOrganization');
    return ((organization ?? {}) as { Id?: string }).Id ?? '';
  }

  async root(): Promise<HierarchyNode> {
    const identity = await this.identity();
    if (!identity)
      throw new ProviderError(
        'denied',
        'The account is neither the management account of an organization nor a delegated administrator. Connect it as an account.',
      );
    const { id, managementId } = identity;
    const roots = await this.#all('ListRoots', 'Roots');
    const children = (await Promise.all(roots.map((root) => this.#below(root.Id, managementId)))).flat();
    return { type: 'ROOT', id, name: id, children };
  }

  async #below(parent: string, managementId: string): Promise<HierarchyNode[]> {
    const [units, accounts] = await Promise.all([
      this.#all('ListOrganizationalUnitsForParent', 'OrganizationalUnits', { ParentId: parent }),
      this.#all('ListAccountsForParent', 'Accounts', { ParentId: parent }),
    ]);
    const nodes = await Promise.all(
      units.map(async ({ Id: id, Name: name = id }): Promise<HierarchyNode> => ({
        type: 'ORGANIZATIONAL_UNIT',
        id,
        name,
        children: await this.#below(id, managementId),
      })),
    );
    const active = accounts.filter(({ Status: status, State: state = status }) => state === undefined || state === 'ACTIVE');
    return [
      ...nodes,
      ...active.map(({ Id: id, Name: name = id }): HierarchyNode => ({
        type: 'ACCOUNT',
        id,
        name,
        children: [],
        ...(id === managementId ? { isManagement: true } : {}),
      })),
    ];
  }

  async #all(operation: string, field: string, input: Record<string, string> = {}): Promise<Named[]> {
    const found: Named[] = [];
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const answer = await this.#call(operation, next === undefined ? input : { ...input, NextToken: next });
      found.push(...((answer[field] as Named[] | undefined) ?? []));
      next = (answer.NextToken as string | undefined) || undefined;
    }
    return found;
  }

  #call(operation: string, input: Record<string, string> = {}): Promise<Record<string, unknown>> {
    return this.client.call('organizations', '', operation, input);
  }
}
