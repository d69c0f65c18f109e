import type { AccountDraft } from '../account-draft';
import { accountOfArn } from '../facts';
import type { AwsEntryOf, AwsInventory } from '../../read/inventory';
import { definedFields } from './add-resource';
import type { OrganizationNodes } from './organization';
import type { AwsPolicySummary } from '../../read/organization-shapes';

/** Organization policy types that limit access. Other types, such as backup and tag policies, do not. */
const KINDS: Readonly<Record<string, 'scp' | 'rcp'>> = { SERVICE_CONTROL_POLICY: 'scp', RESOURCE_CONTROL_POLICY: 'rcp' };

/** Adds service and resource control policies and attaches them to roots, units and accounts. */
export function addControlPolicies(draft: AccountDraft, inventory: AwsInventory, nodes: OrganizationNodes): void {
  const targets = targetsOf(inventory);
  const described = new Set<string>();
  for (const entry of inventory.of('organizations/describe-policy')) {
    const { Id: id = '' } = entry.fields.PolicySummary ?? {};
    described.add(id);
    addPolicy(draft, entry, nodes, targets.get(id));
  }
  for (const { fields, origin } of inventory.of('organizations/list-policies')) {
    if (KINDS[fields.Type ?? ''] === undefined || described.has(fields.Id ?? '')) continue;
    const message = `The document of the policy ${fields.Name ?? fields.Id} is unknown, so the policy is not evaluated. Add organizations/describe-policy/${fields.Id}.json.`;
    draft.warn(origin, '', message);
  }
}

/** Returns the short ids of the targets of each policy, by policy id. */
function targetsOf(inventory: AwsInventory): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  const add = (policy: string, target: string | undefined): void => {
    const known = targets.get(policy) ?? new Set();
    targets.set(policy, known);
    if (target) known.add(target);
  };
  for (const { fields, subject } of inventory.of('organizations/list-targets-for-policy')) add(subject, fields.TargetId);
  for (const { fields, subject } of inventory.of('organizations/list-policies-for-target')) add(fields.Id ?? '', subject);
  return targets;
}

function addPolicy(
  draft: AccountDraft,
  { fields, origin }: AwsEntryOf<{ PolicySummary?: AwsPolicySummary; Content?: string }>,
  nodes: OrganizationNodes,
  targets: ReadonlySet<string> | undefined,
): void {
  const { Arn: arn, Name: name = arn ?? '', Type: type = '', Description: description, AwsManaged: isAws } = fields.PolicySummary ?? {};
  const kind = KINDS[type];
  if (kind === undefined) return;
  if (!arn) return draft.warn(origin, '/PolicySummary/Arn', 'A policy of the organization without Arn was left out.');
  const document = draft.document(fields.Content, origin, '/Content');
  if (!document) return;
  const policy = draft.add({
    type: 'POLICY',
    id: `${kind}/${arn.split('/').at(-1)}`,
    nativeId: arn,
    name,
    isIdentity: false,
    isResource: accountOfArn(arn) !== null,
    attributes: { policytype: kind, awsmanaged: isAws === true, attachments: targets?.size ?? 0, ...definedFields({ description }) },
  });
  if (!policy) return draft.warn(origin, '', `The policy ${name} appears twice in the bundle. The first entry is used.`);
  const draftPolicy = draft.addPolicy({ policyId: arn, policyName: name, policyUri: policy.uri, document });
  if (!targets) {
    const id = arn.split('/').at(-1);
    const message = `The targets of the policy ${name} are unknown, so the policy is not evaluated. Add organizations/list-targets-for-policy/${id}.json.`;
    return draft.warn(origin, '', message);
  }
  for (const target of targets) {
    const node = nodes.get(target);
    if (node) draft.attach(draftPolicy, node, kind);
    else draft.warn(origin, '', `The policy ${name} is attached to ${target}, which the bundle does not list.`);
  }
}
