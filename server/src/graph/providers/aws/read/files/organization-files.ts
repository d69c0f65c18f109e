import type { AwsOrganizationShapes } from '../organization-shapes';
import { byNameOnly, firstOf, has, TEXTS, unread, type AwsFileKind } from './file-kind';

const account = {
  Id: 'text',
  Arn: 'text',
  Name: 'text',
  Email: 'text',
  Status: 'text',
  State: 'text',
  Paths: TEXTS,
  JoinedTimestamp: 'text',
  JoinedMethod: 'any',
} as const;
const unit = { Id: 'text', Arn: 'text', Name: 'text', Path: 'text', PolicyTypes: 'any' } as const;
const summary = { Id: 'text', Arn: 'text', Name: 'text', Description: 'text', Type: 'text', AwsManaged: 'flag' } as const;

/** The organization as its management account sees it, after AWS's API reference. */
export const ORGANIZATION_FILES: Readonly<Record<keyof AwsOrganizationShapes, AwsFileKind>> = {
  'organizations/describe-organization': {
    command: 'aws organizations describe-organization',
    gives: 'the organization above its root',
    at: 'Organization',
    fields: { Id: 'text', Arn: 'text', ...unread('FeatureSet MasterAccountId MasterAccountArn MasterAccountEmail AvailablePolicyTypes') },
  },
  'organizations/list-roots': {
    command: 'aws organizations list-roots',
    gives: 'the root of the organization',
    at: 'Roots',
    fields: unit,
  },
  'organizations/list-accounts': {
    command: 'aws organizations list-accounts',
    gives: 'all accounts of the organization, including those without a source',
    at: 'Accounts',
    fields: account,
    looksLike: ({ Accounts: list }) => has('Id', 'Arn')(firstOf(list)),
  },
  'organizations/list-accounts-for-parent': {
    command: 'aws organizations list-accounts-for-parent --parent-id PARENT',
    gives: 'the accounts in a root or organizational unit',
    at: 'Accounts',
    fields: account,
    looksLike: byNameOnly,
  },
  'organizations/list-organizational-units-for-parent': {
    command: 'aws organizations list-organizational-units-for-parent --parent-id PARENT',
    gives: 'organizational units and their parents',
    at: 'OrganizationalUnits',
    fields: unit,
  },
  'organizations/list-parents': {
    command: 'aws organizations list-parents --child-id CHILD',
    gives: 'the parent of an account or organizational unit',
    at: 'Parents',
    fields: { Id: 'text', Type: 'any' },
  },
  'organizations/list-policies': {
    command: 'aws organizations list-policies --filter SERVICE_CONTROL_POLICY (and RESOURCE_CONTROL_POLICY)',
    gives: 'service and resource control policies',
    at: 'Policies',
    fields: summary,
    looksLike: ({ Policies: list }) => has('Id', 'Type', 'AwsManaged')(firstOf(list)),
  },
  'organizations/list-policies-for-target': {
    command: 'aws organizations list-policies-for-target --target-id TARGET --filter SERVICE_CONTROL_POLICY',
    gives: 'policies attached to a root, organizational unit or account',
    at: 'Policies',
    fields: summary,
    looksLike: byNameOnly,
  },
  'organizations/list-targets-for-policy': {
    command: 'aws organizations list-targets-for-policy --policy-id POLICY',
    gives: 'the targets of one policy',
    at: 'Targets',
    fields: { TargetId: 'text', ...unread('Arn Name Type') },
  },
  'organizations/describe-policy': {
    command: 'aws organizations describe-policy --policy-id POLICY',
    gives: 'the document of one organization policy',
    at: 'Policy',
    fields: { PolicySummary: summary, Content: 'text' },
    looksLike: ({ Policy: policy }) => typeof policy === 'object' && policy !== null && 'PolicySummary' in policy,
  },
};
