import { parsePolicyDocument } from '../compile/policy-document';
import type { KnownKeys } from '../compile/request-context';
import type { OrganizationLevel } from '../../../engine/evaluation';
import type { Attachment } from '../account-model';

/** The organization policies that apply to one account. */
export interface OrganizationLimits {
  /** One list per level, from the root to the account. */
  scps: Attachment[][];
  rcps: Attachment[][];
  /** Id and path of the organization, where known. They are values of condition keys. */
  orgId: string | null;
  orgPath: string | null;
}

const NONE: OrganizationLimits = { scps: [], rcps: [], orgId: null, orgPath: null };

/**
 * Reads the organization levels above an account. The management account is not limited. A level without known policies does not limit: AWS keeps at
 * least one policy on each level while the policy type is enabled. A level without a known allow allows what it does not deny, because bundles often
 * lack the policy that AWS attaches by default.
 * @see AWS Organizations User Guide, "SCP evaluation" and "Resource control policies (RCPs)"
 */
export function organizationLimits(levels: readonly OrganizationLevel[] | null, accountId: string): OrganizationLimits {
  if (!levels) return NONE;
  const [, management, orgId = null] =
    levels.map(({ node }) => /:organizations::(\d{12}):[a-z]+\/(o-[a-z0-9]+)/.exec(node.nativeId)).find(Boolean) ?? [];
  const ids = levels.map(({ node }) => node.nativeId.split('/').at(-1) ?? '').filter((id) => /^(r|ou)-/.test(id));
  const known = { orgId, orgPath: orgId === null ? null : [orgId, ...ids, ''].join('/') };
  if (management === accountId) return { ...NONE, ...known };
  const ofKind = (kind: 'scp' | 'rcp'): Attachment[][] =>
    levels.map(({ policies }) => attachments(policies, kind)).filter((level) => level.length > 0);
  return { ...known, scps: ofKind('scp'), rcps: ofKind('rcp') };
}

function attachments(policies: OrganizationLevel['policies'], kind: 'scp' | 'rcp'): Attachment[] {
  const found = policies.flatMap((policy): Attachment[] => {
    const document = policy.kind === kind ? parsePolicyDocument(policy.document) : null;
    return document ? [{ policyId: policy.policyId, policyName: policy.name, policyUri: policy.uri, document }] : [];
  });
  const allows = found.some(({ document }) => document.statements.some(({ effect }) => effect === 'Allow'));
  return found.length === 0 || allows ? found : [...found, FULL_ACCESS];
}

/** The policy that AWS attaches to each level by default. */
const FULL_ACCESS: Attachment = {
  policyId: 'p-FullAWSAccess',
  policyName: 'FullAWSAccess',
  policyUri: 'arn:aws:organizations::aws:policy/service_control_policy/p-FullAWSAccess',
  document: parsePolicyDocument({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] }) as Attachment['document'],
};

/** Returns the organization as condition keys of one side of a request: `principal` or `resource`. */
export function organizationKeys(side: 'principal' | 'resource', { orgId, orgPath }: OrganizationLimits): KnownKeys {
  if (orgId === null) return {};
  return { [`aws:${side}orgid`]: orgId, [`aws:${side}orgpaths`]: orgPath };
}
