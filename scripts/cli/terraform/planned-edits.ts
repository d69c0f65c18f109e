import type { ChangeEdit } from '@cam/contracts';
import { AWS_ORGANIZATION_TYPES } from './aws-organization-types';
import { AWS_RESOURCE_TYPES } from './aws-resource-types';
import { AWS_TYPES, type ReadType } from './aws-types';
import { AZURE_TYPES } from './azure-types';
import { DIRECTORY_TYPES } from './directory-types';
import { editsBetween, type Fact } from './facts';
import { GOOGLE_TYPES } from './google-types';
import type { Plan, ResourceChange } from './plan';
import { isUnknown, ResourceReader, type Fill, type Side } from './resource-reader';
import type { SourceType } from './source-type';

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

/** The types of other providers. */
const OF_OTHERS: Record<string, SourceType> = { ...AZURE_TYPES, ...GOOGLE_TYPES, ...DIRECTORY_TYPES };

/** The resource types whose changes are read. */
export const READ_TYPES: readonly string[] = [...Object.keys(OF_AWS), ...Object.keys(OF_OTHERS)].sort();

/** Types that give nobody access, although their names sound like it. */
const HARMLESS = new Set([
  'aws_iam_access_key',
  'aws_iam_user_login_profile',
  'aws_iam_user_ssh_key',
  'aws_iam_account_alias',
  'aws_iam_virtual_mfa_device',
  'aws_iam_account_password_policy',
  'aws_appautoscaling_policy',
  'aws_autoscaling_policy',
  'aws_dlm_lifecycle_policy',
  'aws_ecr_lifecycle_policy',
  'aws_sqs_queue_redrive_allow_policy',
  'aws_sqs_queue_redrive_policy',
  'google_compute_resource_policy',
  'google_monitoring_alert_policy',
]);

/** Attributes of any resource that say who may use it, or with which identity it acts. */
const ATTRIBUTES_OF_ACCESS = [
  ...['iam_instance_profile', 'iam_roles', 'service_account', 'service_account_email', 'identity'],
  ...['policy', 'access_policy', 'access_policies', 'key_policy', 'resource_policy'],
];

/** Types that make memberships besides, or assign applications. */
const GROUPS = /^(?:azuread_(?:group|access_package)|okta_(?:group|user|app))/;

/** Names of types that may give access, or take it away. */
const CONCERNS_ACCESS = /iam|polic|role|permission|grant|member|assignment|acl|trust|federat|access|organizations|ssoadmin|public|function_url/;

/**
 * Returns the edits that a plan makes.
 * @param account the AWS account of resources whose account the plan does not say; null: none
 * @throws CliFailure if an account is needed and unknown
 */
export function plannedEdits(plan: Plan, { fill, account }: { fill: Fill; account: string | null }): PlannedEdits {
  const reader = new ResourceReader(plan, fill, account);
  const facts = new Map<string, { before: Fact[]; after: Fact[] }>();
  for (const change of plan.changes) {
    const type = typeOf(change.type);
    if (!type) {
      const reason = isChanged(change) ? unreadChange(reader, change) : null;
      if (reason !== null) reader.unread.add(`${change.address}: ${reason}`);
      continue;
    }
    // A resource that cannot be read is left out silently only if it does not change.
    const found = reader.orNothing(change.address, isChanged(change), () => factsOf(reader, change, type));
    for (const { when, source, ...fact } of found) {
      const known = facts.get(source) ?? { before: [], after: [] };
      facts.set(source, known);
      known[when].push(fact);
    }
  }
  const sources = [...facts]
    .map(([source, { before, after }]) => ({ source, edits: editsBetween(before, after) }))
    .filter(({ edits }) => edits.length > 0);
  for (const { source } of rolesElsewhere(sources)) reader.unread.add(`${source}: a custom role changes together with assignments elsewhere`);
  return {
    sources,
    filled: [...reader.filled].sort(),
    admitsOthers: reader.admitsOthers,
    unread: [...plan.unread, ...reader.unread].sort(),
  };
}

function typeOf(name: string): SourceType | undefined {
  const read = OF_AWS[name];
  return read ? { source: (reader, { resource }) => reader.accountOf(resource).account, read } : OF_OTHERS[name];
}

/** A fact of one side of a change, in a source. */
interface PlacedFact extends Fact {
  source: string;
  when: 'before' | 'after';
}

/** Returns the facts of both sides. One that cannot be read says nothing about the other. */
function factsOf(reader: ResourceReader, change: ResourceChange, { source, read }: SourceType): PlacedFact[] {
  return (['before', 'after'] as const).flatMap((when) => {
    const side = sideOf(change, when);
    return side ? read(reader, side).map((fact) => ({ ...fact, when, source: source(reader, side) })) : [];
  });
}

/** Says why a change of a type that is not read may concern access; null: it does not. */
function unreadChange(reader: ResourceReader, change: ResourceChange): string | null {
  const { type, before, after } = change;
  if ((CONCERNS_ACCESS.test(type) || GROUPS.test(type)) && !HARMLESS.has(type)) return `changes of ${type} are not read yet`;
  const side = sideOf(change, 'after');
  const named = ATTRIBUTES_OF_ACCESS.find(
    (name) => valueOf(before, name) !== valueOf(after, name) || (side !== null && isUnknown(side, name) && reader.isNamed(side, name)),
  );
  return named === undefined ? null : `${named} concerns access, and is not read yet`;
}

/** Returns a value for comparison. An identity of the resource's own has no access yet, so only those count that it shares. */
function valueOf(values: Record<string, unknown> | null, name: string): string {
  const value = values?.[name] ?? '';
  if (name === 'identity' && Array.isArray(value)) return value.flatMap((one: { identity_ids?: unknown } | null) => one?.identity_ids ?? []).join();
  return value === '' || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value);
}

/** Returns the sources whose custom roles change while another source of the same product changes too. Each source is tried by itself. */
function rolesElsewhere(sources: readonly EditsOfSource[]): EditsOfSource[] {
  const productOf = ({ source }: EditsOfSource): string => /^(?:Azure|Google Cloud) /.exec(source)?.[0] ?? source;
  return sources.filter(
    (one) =>
      one.edits.some(({ kind }) => kind === 'SET_ROLE_DEFINITION') && sources.some((other) => other !== one && productOf(other) === productOf(one)),
  );
}

function sideOf({ address, type, provider, unknown, isReplaced, ...change }: ResourceChange, when: 'before' | 'after'): Side | null {
  const values = change[when];
  if (!values) return null;
  // A replaced or updated resource keeps what the plan does not know yet, such as its ARN.
  const known =
    when === 'after' &&
    change.before &&
    typeof change.before.arn === 'string' &&
    !isRenamed(change.before, values) &&
    !(isReplaced && isChosen(type));
  return {
    resource: { address, type, provider, values: known ? { arn: change.before?.arn, ...values } : values },
    unknown: when === 'after' ? unknown : {},
  };
}

/** AWS chooses a part of these ARNs, so that a replaced resource has another one. */
function isChosen(type: string): boolean {
  return type === 'aws_kms_key' || type === 'aws_secretsmanager_secret';
}

function isRenamed(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return ['name', 'path', 'bucket', 'function_name', 'region'].some((attribute) => before[attribute] !== after[attribute]);
}

function isChanged({ before, after, unknown }: ResourceChange): boolean {
  return JSON.stringify(before) !== JSON.stringify(after) || JSON.stringify(unknown).includes('true');
}
