import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import type { EntityFacts } from '../../../../engine/source-draft';
import { accountOfArn } from '../facts';
import { namedResource } from '../named-resources';
import type { AwsTag, Origin } from '../../read/common-shapes';

/** Returns the region of a zone: eu-west-1 for `eu-west-1a`, us-west-2 for the local zone `us-west-2-lax-1a`. Empty where the text is not a zone. */
export function regionOfZone(zone: string | undefined): string {
  return /^[a-z]{2}(?:-[a-z]+)+-\d/.exec(zone ?? '')?.[0] ?? '';
}

export function regionOfArn(arn: string | undefined): string {
  return arn?.split(':')[3] ?? '';
}

/**
 * Returns the AWS partition of a region.
 * @see AWS General Reference, "Amazon Resource Names (ARNs)"
 */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

export function ec2Arn(region: string, accountId: string, kind: string, id: string): string {
  return `arn:${partitionOf(region)}:ec2:${region}:${accountId}:${kind}/${id}`;
}

export interface ResourceFacts {
  arn: string;
  /** Display name; by default the end of the ARN. */
  name?: string | undefined;
  region?: string;
  /** The resource acts with a role of its own. */
  isIdentity?: boolean;
  attributes: Record<string, unknown>;
}

/** Adds a resource by its ARN. Returns null, with a warning, where the ARN is invalid, belongs to another account, or is a duplicate. */
export function addResource(
  draft: AccountDraft,
  origin: Origin,
  { arn, name, region, isIdentity = false, attributes }: ResourceFacts,
): Entity | null {
  const named = namedResource(arn, draft.accountId);
  if (!named) {
    draft.warn(origin, '', `"${arn}" is not the ARN of a resource, so it was left out.`);
    return null;
  }
  const owner = accountOfArn(arn);
  if (owner !== null && owner !== draft.accountId) {
    draft.warn(origin, '', `${named.name} belongs to account ${owner}, not to ${draft.accountId}, so it was left out.`);
    return null;
  }
  const facts: EntityFacts = {
    type: named.type,
    id: named.name,
    nativeId: named.arn,
    name: name || named.name,
    region: region ?? named.region,
    isIdentity,
    isResource: true,
    attributes: { inferred: false, ...attributes },
  };
  const entity = draft.add(facts);
  if (!entity) draft.warn(origin, '', `${named.name} appears twice in the bundle. The first entry is used.`);
  return entity;
}

/** Returns the fields that have a value. */
export function definedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** Returns the Name tag, which is the display name of resources without one. */
export function nameTag(tags: readonly AwsTag[] | undefined): string | undefined {
  return tags?.find(({ Key: key }) => key === 'Name')?.Value || undefined;
}
