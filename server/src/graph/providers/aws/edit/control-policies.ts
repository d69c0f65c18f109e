import { EditFailure } from '../../../engine/bundle/bundle-edit';
import { accountOfArn } from '../normalise/facts';
import type { AwsEntryOf, AwsInventory } from '../read/inventory';
import type { AwsOrganizationShapes } from '../read/organization-shapes';
import { changeEntries, entryOf, withEntry, withoutEntries } from './edited-list';

const POLICY = /^arn:[^:]+:organizations::(?:\d{12}|aws):policy\/(?:[^/]+\/)?(service|resource)_control_policy\/(p-[\w-]+)$/;

/** Reports whether an ARN is that of a service or resource control policy. */
export function isControlPolicy(arn: string): boolean {
  return /^arn:[^:]+:organizations:/.test(arn);
}

/** Sets the document of a service or resource control policy, creates the policy, or deletes it. */
export function setControlPolicy(inventory: AwsInventory, { policy: arn, document }: { policy: string; document: unknown }): AwsInventory {
  const { kind, id } = parsed(arn);
  if (accountOfArn(arn) === null) throw new EditFailure('AWS owns this policy, so nobody else can change it. Detach it instead.');
  const isIt = ({ fields }: Described): boolean => idOf(fields) === id;
  const isKnown = inventory.of('organizations/describe-policy').some(isIt);
  if (document === null) {
    if (!isKnown) throw new EditFailure('The organization has no policy with this id to delete.');
    // AWS deletes no policy that is attached.
    if (targetsOf(inventory, id).length > 0) throw new EditFailure('The policy is attached, so AWS would not delete it. Detach it first.');
    return withoutEntries(inventory, 'organizations/describe-policy', isIt);
  }
  const Content = JSON.stringify(document);
  if (isKnown)
    return changeEntries(inventory, 'organizations/describe-policy', (entry) =>
      isIt(entry) ? { ...entry, fields: { ...entry.fields, Content } } : entry,
    );
  if (!inventory.has('organizations/describe-organization') && !inventory.has('organizations/list-roots'))
    throw new EditFailure('The export of this account has no organization. Try the edit in the management account.');
  const PolicySummary = { Id: id, Arn: arn, Name: id, Type: `${kind.toUpperCase()}_CONTROL_POLICY`, AwsManaged: false };
  return withEntry(inventory, 'organizations/describe-policy', entryOf({ PolicySummary, Content }));
}

/** Attaches a control policy to the root, a unit or an account of the organization. */
export function attachControlPolicy(inventory: AwsInventory, { holder, policy: arn }: Attachment): AwsInventory {
  const { id } = parsed(arn);
  if (!inventory.of('organizations/describe-policy').some(({ fields }) => idOf(fields) === id))
    throw new EditFailure('The export has no document of this policy, so its limits are unknown. Create the policy with an edit before this one.');
  if (!hasNode(inventory, holder)) throw new EditFailure('The organization has no root, unit or account with this id.');
  if (targetsOf(inventory, id).includes(holder)) throw new EditFailure('This policy is attached already. Leave this edit out.');
  return withEntry(inventory, 'organizations/list-targets-for-policy', entryOf({ TargetId: holder }, { subject: id }));
}

/** Detaches a control policy. AWS refuses to detach the last service control policy of a target. */
export function detachControlPolicy(inventory: AwsInventory, { holder, policy: arn }: Attachment): AwsInventory {
  const { id } = parsed(arn);
  if (!targetsOf(inventory, id).includes(holder)) throw new EditFailure('This policy is not attached there. Leave this edit out.');
  const byPolicy = withoutEntries(
    inventory,
    'organizations/list-targets-for-policy',
    ({ fields, subject }) => subject === id && fields.TargetId === holder,
  );
  return withoutEntries(byPolicy, 'organizations/list-policies-for-target', ({ fields, subject }) => subject === holder && fields.Id === id);
}

interface Attachment {
  holder: string;
  policy: string;
}

type Described = AwsEntryOf<AwsOrganizationShapes['organizations/describe-policy']>;

function parsed(arn: string): { kind: string; id: string } {
  const [, kind, id] = POLICY.exec(arn) ?? [];
  if (kind === undefined || id === undefined)
    throw new EditFailure('CAM evaluates service and resource control policies only. This is no ARN of one.');
  return { kind, id };
}

/** The id of a policy is the end of its ARN. */
function idOf({ PolicySummary: summary }: Described['fields']): string {
  return summary?.Id ?? summary?.Arn?.split('/').at(-1) ?? '';
}

function targetsOf(inventory: AwsInventory, id: string): string[] {
  return [
    ...inventory.of('organizations/list-targets-for-policy').flatMap(({ fields, subject }) => (subject === id ? (fields.TargetId ?? []) : [])),
    ...inventory.of('organizations/list-policies-for-target').flatMap(({ fields, subject }) => (fields.Id === id ? subject : [])),
  ];
}

function hasNode(inventory: AwsInventory, id: string): boolean {
  const calls = [
    'organizations/list-roots',
    'organizations/list-organizational-units-for-parent',
    'organizations/list-accounts',
    'organizations/list-accounts-for-parent',
  ] as const;
  return calls.some((call) => inventory.of(call).some(({ fields }) => fields.Id === id));
}
