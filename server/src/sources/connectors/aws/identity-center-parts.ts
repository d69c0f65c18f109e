import { ProviderError } from '../http/provider-error';
import type { ReadPart } from '../pull';
import { inField } from '../staging';
import { fileOf, type AccountReader } from './account-reader';
import type { AwsResponse } from './responses';
import type { AwsInput } from './aws-client';
import type { RegionalList } from './regional-calls';

interface Instance {
  InstanceArn: string;
  IdentityStoreId: string;
  OwnerAccountId?: string;
}

const INSTANCES = 'sso-admin/list-instances';
const TOKEN = { request: 'NextToken', response: 'NextToken' };
const RESOURCES = 'PHASE_PULL_RESOURCES' as const;
/** The permissions to grant, and the accounts that can use the API. */
const GRANT =
  "Give the role AWS's policies AWSSSOReadOnly and AWSSSODirectoryReadOnly, or update its stack. Only the management account and the delegated administrator can read IAM Identity Center.";
/** Error code for a permission set without a boundary. */
const NO_BOUNDARY = /^ResourceNotFoundException$/;

/** Returns the parts that look for IAM Identity Center in every region, because only its home region lists the instance. */
export function identityCenterLists(reader: AccountReader, regions: readonly string[]): ReadPart[] {
  const read = async (region: string): Promise<void> => void (await instancesIn(reader, region));
  return regions.map((region) => ({ name: `${region}/${INSTANCES}`, region, phase: RESOURCES, grant: GRANT, read: () => read(region) }));
}

/** Returns the parts that read users, groups, permission sets and assignments, and then the group memberships. Covers the regions whose lists were read. */
export async function identityCenterParts(reader: AccountReader, regions: readonly string[]): Promise<{ first: ReadPart[]; then: ReadPart[] }> {
  const found: { region: string; instance: Instance }[] = [];
  for (const region of regions.filter((one) => reader.pull.outcome.read.includes(`${one}/${INSTANCES}`)))
    found.push(...(await instancesIn(reader, region)).map((instance) => ({ region, instance })));
  // A delegated administrator can also have an account instance, which grants no access to accounts.
  const ofOrganization = found.filter(({ instance }) => instance.OwnerAccountId !== reader.accountId);
  const centers = (ofOrganization.length > 0 ? ofOrganization : found).map(({ region, instance }) => new IdentityCenter(reader, region, instance));
  return { first: centers.flatMap((center) => center.lists()), then: centers.map((center) => center.members()) };
}

/** Returns the instances of a region from the staged response, or reads it. A region without the service has no endpoint for it. */
async function instancesIn(reader: AccountReader, region: string): Promise<Instance[]> {
  const answer = await reader.pull.staging.response(`${region}/${INSTANCES}`, async () => {
    try {
      return await reader.all('sso-admin', region, 'ListInstances', 'Instances', TOKEN, { MaxResults: 100 });
    } catch (error) {
      if (error instanceof ProviderError && error.code === 'ENOTFOUND') return { Instances: [] };
      throw error;
    }
  });
  return answer.Instances as Instance[];
}

class IdentityCenter {
  constructor(
    private readonly reader: AccountReader,
    private readonly region: string,
    private readonly instance: Instance,
  ) {}

  lists(): ReadPart[] {
    const users = async (): Promise<void> => {
      for await (const _user of this.#stored('identitystore/list-users', 'ListUsers', 'Users'));
    };
    const groups = async (): Promise<void> => {
      for await (const _group of this.#groups());
    };
    return [
      this.#part('sso-admin/list-permission-sets', () => this.#permissionSets()),
      this.#part('identitystore/list-users', users),
      this.#part('identitystore/list-groups', groups),
    ];
  }

  members(): ReadPart {
    const part = this.#part('identitystore/list-group-memberships', () => this.#memberships());
    return { ...part, dependsOn: `${this.region}/identitystore/list-groups` };
  }

  #part(call: string, read: () => Promise<void>): ReadPart {
    const { region } = this;
    return { name: `${region}/${call}`, region, phase: RESOURCES, grant: GRANT, read };
  }

  /** Reads each permission set with its policies, and its assignments in the accounts to which it is provisioned. */
  async #permissionSets(): Promise<void> {
    const { reader, instance } = this;
    const input = { InstanceArn: instance.InstanceArn, MaxResults: 100 };
    const sets = this.#entries<string>({
      call: 'sso-admin/list-permission-sets',
      service: 'sso-admin',
      operation: 'ListPermissionSets',
      field: 'PermissionSets',
      input,
    });
    await reader.forEach('sso-admin/describe-permission-set', sets, shortId, (arn) => this.#permissionSet(arn));
  }

  async #permissionSet(arn: string): Promise<void> {
    const { reader, region, instance } = this;
    const { staging } = reader.pull;
    const permissionSetInput = { InstanceArn: instance.InstanceArn, PermissionSetArn: arn };
    const file = (call: string, subject = shortId(arn)): string => fileOf(`${region}/sso-admin/${call}`, subject);
    const one = (operation: string): Promise<AwsResponse> => reader.client.call('sso-admin', region, operation, permissionSetInput);
    const all = (operation: string, field: string, input: AwsInput = permissionSetInput): Promise<AwsResponse> =>
      reader.all('sso-admin', region, operation, field, TOKEN, input);
    await staging.response(file('describe-permission-set'), () => one('DescribePermissionSet'));
    await staging.response(file('get-inline-policy-for-permission-set'), async () => ({
      InlinePolicy: '',
      ...(await one('GetInlinePolicyForPermissionSet')),
    }));
    await staging.response(file('list-managed-policies-in-permission-set'), () =>
      all('ListManagedPoliciesInPermissionSet', 'AttachedManagedPolicies'),
    );
    await staging.response(file('list-customer-managed-policy-references-in-permission-set'), () =>
      all('ListCustomerManagedPolicyReferencesInPermissionSet', 'CustomerManagedPolicyReferences'),
    );
    await reader.detail(file('get-permissions-boundary-for-permission-set'), NO_BOUNDARY, () => one('GetPermissionsBoundaryForPermissionSet'));
    const { AccountIds: accounts } = await staging.response(`.accounts-of-${shortId(arn)}`, () =>
      all('ListAccountsForProvisionedPermissionSet', 'AccountIds'),
    );
    for (const AccountId of accounts as string[]) {
      await staging.response(file('list-account-assignments', `${shortId(arn)}-${AccountId}`), () =>
        all('ListAccountAssignments', 'AccountAssignments', { ...permissionSetInput, AccountId }),
      );
    }
  }

  async #memberships(): Promise<void> {
    const { reader, region, instance } = this;
    const call = 'identitystore/list-group-memberships';
    const subject = ({ GroupId }: { GroupId: string }): string => GroupId;
    await reader.forEach(call, this.#groups(), subject, async ({ GroupId }) => {
      const input = { IdentityStoreId: instance.IdentityStoreId, GroupId, MaxResults: 100 };
      const read = reader.pages(region, {
        service: 'identitystore',
        operation: 'ListGroupMemberships',
        field: 'GroupMemberships',
        input,
        paging: TOKEN,
      });
      await reader.pull.staging.list(fileOf(`${region}/${call}`, GroupId), read, inField('GroupMemberships'));
    });
  }

  #groups(): AsyncGenerator<{ GroupId: string }> {
    return this.#stored('identitystore/list-groups', 'ListGroups', 'Groups');
  }

  #stored<T>(call: RegionalList['call'], operation: string, field: string): AsyncGenerator<T> {
    const input = { IdentityStoreId: this.instance.IdentityStoreId, MaxResults: 100 };
    return this.#entries<T>({ call, service: 'identitystore', operation, field, input });
  }

  #entries<T>(list: RegionalList): AsyncGenerator<T> {
    return this.reader.entries<T>(`${this.region}/`, this.region, { ...list, paging: TOKEN });
  }
}

/** Returns `ps-0123456789abcdef`. */
function shortId(arn: string): string {
  return arn.split('/').at(-1) ?? arn;
}
