import { ProviderError } from '../http/provider-error';
import type { ReadPart } from '../pull';
import { inField, type Page } from '../staging';
import { fileOf, type AccountReader } from './account-reader';
import type { AwsInput } from './aws-client';

interface Named {
  Id: string;
  Name?: string;
}

const TOKEN = { request: 'NextToken', response: 'NextToken' };
const TYPES = ['SERVICE_CONTROL_POLICY', 'RESOURCE_CONTROL_POLICY'];

/** Error codes for an account outside any organization, or one that may not describe it. */
const OUTSIDE = /^(?:AWSOrganizationsNotInUseException|AccessDeniedException|AccessDeniedForDependencyException)$/;

/** Returns the parts that read the organization's units, accounts and control policies. Empty unless the account is the management account or a delegated administrator. */
export async function organizationParts(reader: AccountReader): Promise<ReadPart[]> {
  if (!(await seesOrganization(reader))) return [];
  const { client, pull, grant } = reader;
  const { staging } = pull;
  const identities = { phase: 'PHASE_PULL_IDENTITIES' as const, grant };
  const list = (name: string, operation: string, field: string, input: AwsInput = {}): AsyncGenerator<Named> =>
    staging.entries<Named>(
      name,
      async (next): Promise<Page<Named>> => {
        const answer = await client.call('organizations', '', operation, next === null ? input : { ...input, NextToken: next });
        return { items: (answer[field] as Named[] | undefined) ?? [], next: (answer.NextToken as string | undefined) ?? null };
      },
      inField(field),
    );
  const ofParent = async (call: string, operation: string, field: string, parent: string): Promise<Named[]> => {
    const file = fileOf(`organizations/${call}`, parent);
    const answer = await staging.response(file, () => reader.all('organizations', '', operation, field, TOKEN, { ParentId: parent }));
    return answer[field] as Named[];
  };
  const below = async (parent: string): Promise<void> => {
    await ofParent('list-accounts-for-parent', 'ListAccountsForParent', 'Accounts', parent);
    const units = await ofParent('list-organizational-units-for-parent', 'ListOrganizationalUnitsForParent', 'OrganizationalUnits', parent);
    await Promise.all(units.map(({ Id }) => below(Id)));
  };
  const read = async (entries: AsyncIterable<unknown>): Promise<void> => {
    for await (const _entry of entries);
  };
  return [
    {
      ...identities,
      name: 'organizations/describe-organization',
      read: async () =>
        void (await staging.response('organizations/describe-organization', () => client.call('organizations', '', 'DescribeOrganization'))),
    },
    { ...identities, name: 'organizations/list-accounts', read: () => read(list('organizations/list-accounts', 'ListAccounts', 'Accounts')) },
    {
      ...identities,
      name: 'organizations/list-roots',
      read: async () => {
        for await (const { Id } of list('organizations/list-roots', 'ListRoots', 'Roots')) await below(Id);
      },
    },
    {
      ...identities,
      name: 'organizations/list-policies',
      read: async () => {
        for (const Filter of TYPES) {
          const policies = list(fileOf('organizations/list-policies', Filter), 'ListPolicies', 'Policies', { Filter });
          await reader.forEach(
            'organizations/describe-policy',
            policies,
            ({ Name = '' }) => Name,
            async ({ Id: PolicyId }) => {
              const files = {
                content: fileOf('organizations/describe-policy', PolicyId),
                targets: fileOf('organizations/list-targets-for-policy', PolicyId),
              };
              await staging.response(files.content, () => client.call('organizations', '', 'DescribePolicy', { PolicyId }));
              await staging.response(files.targets, () => reader.all('organizations', '', 'ListTargetsForPolicy', 'Targets', TOKEN, { PolicyId }));
            },
          );
        }
      },
    },
  ];
}

async function seesOrganization({ client }: AccountReader): Promise<boolean> {
  try {
    await client.call('organizations', '', 'ListRoots');
    return true;
  } catch (error) {
    if (error instanceof ProviderError && OUTSIDE.test(error.code)) return false;
    throw error;
  }
}
