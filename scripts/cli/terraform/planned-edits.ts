import type { ChangeEdit } from '@cam/contracts';
import { AWS_ORGANIZATION_TYPES } from './aws-organization-types';
import { AWS_RESOURCE_TYPES } from './aws-resource-types';
import { AWS_TYPES, memberFact, type ReadType } from './aws-types';
import { editsBetween, type Fact } from './facts';
import type { Plan, ResourceChange } from './plan';
import { ResourceReader, type Fill, type Side } from './resource-reader';

/** The edits of a plan in one source, which is named by its AWS account, or by the product. */
export interface EditsOfSource {
  source: string;
  edits: ChangeEdit[];
}

export interface PlannedEdits {
  sources: EditsOfSource[];
  /** `address: attribute` of policies that the plan does not know, and that were filled. */
  filled: string[];
  /** One of them says who gets access: a trust policy, or the policy of a bucket. */
  admitsOthers: boolean;
  /** `address: reason` of changes of access that could not be read. */
  unread: string[];
}

/** The types of AWS. Their source is the account of the provider. */
const OF_AWS: Record<string, ReadType> = { ...AWS_TYPES, ...AWS_RESOURCE_TYPES, ...AWS_ORGANIZATION_TYPES };

/** Memberships of directories. Their resources name everything by the ids of the provider. */
const DIRECTORY_TYPES: Record<string, { source: string; read: ReadType }> = {
  okta_group_memberships: {
    source: 'Okta',
    read: (reader, side) => {
      const group = reader.text(side, 'group_id');
      return group === undefined ? [] : reader.texts(side, 'users').map((member) => memberFact(group, member));
    },
  },
  okta_user_group_memberships: {
    source: 'Okta',
    read: (reader, side) => {
      const member = reader.text(side, 'user_id');
      return member === undefined ? [] : reader.texts(side, 'groups').map((group) => memberFact(group, member));
    },
  },
  azuread_group_member: {
    source: 'Entra ID',
    read: (reader, side) => {
      const [group, member] = [reader.text(side, 'group_object_id'), reader.text(side, 'member_object_id')];
      return group === undefined || member === undefined ? [] : [memberFact(group, member)];
    },
  },
};

/** The resource types whose changes are read. */
export const READ_TYPES: readonly string[] = [...Object.keys(OF_AWS), ...Object.keys(DIRECTORY_TYPES)].sort();

/** Types that give nobody access, although their names sound like it. */
const HARMLESS = new Set([
  'aws_iam_access_key',
  'aws_iam_user_login_profile',
  'aws_iam_user_ssh_key',
  'aws_iam_account_alias',
  'aws_iam_virtual_mfa_device',
]);

/** Names of types that may give access, or take it away. */
const CONCERNS_ACCESS = /iam|polic|role|permission|grant|member|assignment|acl|trust|federat|access|organizations|ssoadmin|public/;

/**
 * Returns the edits that a plan makes.
 * @param account the AWS account of resources whose account the plan does not say; null: none
 * @throws CliFailure if an account is needed and unknown
 */
export function plannedEdits(plan: Plan, { fill, account }: { fill: Fill; account: string | null }): PlannedEdits {
  const reader = new ResourceReader(plan, fill, account);
  const facts = new Map<string, { before: Fact[]; after: Fact[] }>();
  for (const change of plan.changes) {
    const type = OF_AWS[change.type] ?? DIRECTORY_TYPES[change.type]?.read;
    if (!type) {
      if (isChanged(change) && CONCERNS_ACCESS.test(change.type) && !HARMLESS.has(change.type))
        reader.unread.add(`${change.address}: changes of ${change.type} are not read yet`);
      continue;
    }
    for (const when of ['before', 'after'] as const) {
      const side = sideOf(change, when);
      if (!side) continue;
      const source = DIRECTORY_TYPES[change.type]?.source ?? reader.accountOf(side.resource).account;
      const known = facts.get(source) ?? { before: [], after: [] };
      facts.set(source, known);
      known[when].push(...reader.orNothing(side, () => type(reader, side)));
    }
  }
  return {
    sources: [...facts]
      .map(([source, { before, after }]) => ({ source, edits: editsBetween(before, after) }))
      .filter(({ edits }) => edits.length > 0),
    filled: [...reader.filled].sort(),
    admitsOthers: reader.admitsOthers,
    unread: [...reader.unread].sort(),
  };
}

function sideOf({ address, type, provider, unknown, ...change }: ResourceChange, when: 'before' | 'after'): Side | null {
  const values = change[when];
  if (!values) return null;
  // A replaced or updated resource keeps what the plan does not know yet, such as its ARN.
  const known = when === 'after' && change.before && typeof change.before.arn === 'string' && !isRenamed(change.before, values);
  return {
    resource: { address, type, provider, values: known ? { arn: change.before?.arn, ...values } : values },
    unknown: when === 'after' ? unknown : {},
  };
}

function isRenamed(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return ['name', 'path'].some((attribute) => before[attribute] !== after[attribute]);
}

function isChanged({ before, after, unknown }: ResourceChange): boolean {
  return JSON.stringify(before) !== JSON.stringify(after) || JSON.stringify(unknown).includes('true');
}
