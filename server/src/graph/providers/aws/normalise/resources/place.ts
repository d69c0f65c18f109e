import type { Entity } from '../../../../engine/model';
import type { AccountDraft, EntityFacts } from '../account-draft';
import { accountOfArn } from '../facts';
import { namedResource } from '../named-resources';
import type { AwsTag, Origin } from '../../read/shapes';

/** `eu-west-1a` lies in eu-west-1, and so does the local zone `us-west-2-lax-1a` in us-west-2. Empty where it is no zone. */
export function regionOfZone(zone: string | undefined): string {
  return /^[a-z]{2}(?:-[a-z]+)+-\d/.exec(zone ?? '')?.[0] ?? '';
}

export function regionOfArn(arn: string | undefined): string {
  return arn?.split(':')[3] ?? '';
}

/** The part of AWS that a region belongs to. Source: AWS General Reference, "Amazon Resource Names (ARNs)". */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

export function ec2Arn(region: string, accountId: string, kind: string, id: string): string {
  return `arn:${partitionOf(region)}:ec2:${region}:${accountId}:${kind}/${id}`;
}

export interface ResourceFacts {
  arn: string;
  /** For people; absent: as the ARN ends. */
  name?: string | undefined;
  region?: string;
  /** It acts with a role of its own. */
  isIdentity?: boolean;
  attributes: Record<string, unknown>;
}

/**
 * Adds a resource by its ARN. Null, with a warning, where the ARN is none, is of another account, or stands in the bundle already.
 */
export function addResource(
  draft: AccountDraft,
  origin: Origin,
  { arn, name, region, isIdentity = false, attributes }: ResourceFacts,
): Entity | null {
  const named = namedResource(arn, draft.accountId);
  if (!named) {
    draft.warn(origin, '', `"${arn}" is not the ARN of a resource; it was left out.`);
    return null;
  }
  const owner = accountOfArn(arn);
  if (owner !== null && owner !== draft.accountId) {
    draft.warn(origin, '', `${named.name} is of account ${owner}, not of ${draft.accountId}; it was left out.`);
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
  if (!entity) draft.warn(origin, '', `${named.name} stands twice in the bundle; the first one counts.`);
  return entity;
}

/** The fields that have a value. */
export function known(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** How people call a thing that has no name of its own. */
export function nameTag(tags: readonly AwsTag[] | undefined): string | undefined {
  return tags?.find(({ Key: key }) => key === 'Name')?.Value || undefined;
}
