import type { HierarchyNode } from '../connector';
import { ProviderError } from '../http/provider-error';
import type { AwsClient } from './aws-client';

interface Named {
  Id: string;
  Name?: string;
  Status?: string;
  State?: string;
}

/** What an account is answered that is in no organization, or neither runs it nor has it delegated. */
const NOT_OURS = /^(?:AWSOrganizationsNotInUseException|AccessDeniedException|AccessDeniedForDependencyException)$/;

/** What is in an organization, asked by an account that may tell. */
export class AwsHierarchy {
  constructor(private readonly client: AwsClient) {}

  /** Null where the account may not tell of its organization, or has none. */
  async identity(): Promise<{ id: string; managementId: string } | null> {
    try {
      const [, described] = await Promise.all([this.#call('ListRoots'), this.#call('DescribeOrganization')]);
      const { Id: id = '', MasterAccountId: managementId = '' } = (described.Organization ?? {}) as Record<string, string | undefined>;
      return { id, managementId };
    } catch (error) {
      if (error instanceof ProviderError && NOT_OURS.test(error.code)) return null;
      throw error;
    }
  }

  /** Of any account of the organization. */
  async organizationId(): Promise<string> {
    const { Organization: organization } = await this.#call('DescribeOrganization');
    return ((organization ?? {}) as { Id?: string }).Id ?? '';
  }

  async root(): Promise<HierarchyNode> {
    const identity = await this.identity();
    if (!identity) throw new ProviderError('denied', 'The account does not run an organization, and none is delegated to it.');
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
