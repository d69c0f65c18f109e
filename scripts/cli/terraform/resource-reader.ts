import { CliFailure } from '../failure';
import { configurationOf, type KnownResource, type Plan } from './plan';
import { referredResource } from './references';

/** How values are filled that only the apply will know: with the most that a policy can allow, or with the least. */
export type Fill = 'wide' | 'narrow';

/** A resource on one side of a change. */
export interface Side {
  resource: KnownResource;
  /** True in place of each value that is unknown. */
  unknown: unknown;
}

/** Part of a policy that is filled where the plan does not know it. */
type Filled = 'identity' | 'trust' | { resource: string; actions: string };

/** Cannot be placed: the plan does not say to what a resource belongs. */
export class Unplaced extends Error {}

/** Reads values of resources, and notes what the plan does not know. */
export class ResourceReader {
  /** `address: attribute` of documents that were filled. */
  readonly filled = new Set<string>();
  /** One of them says who gets access. */
  admitsOthers = false;
  /** `address: reason` of resources that could not be read. */
  readonly unread = new Set<string>();

  constructor(
    readonly plan: Plan,
    private readonly fill: Fill,
    /** The AWS account of resources whose account the plan does not say; null: none. */
    private readonly account: string | null,
  ) {}

  /** Runs `read`; a resource that cannot be placed gives nothing, and is noted where it changes. */
  orNothing<T>(address: string, isChanged: boolean, read: () => T[]): T[] {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unplaced)) throw error;
      if (isChanged) this.unread.add(`${address}: ${error.message}`);
      return [];
    }
  }

  /** Returns a text; undefined when there is none. Throws when it is unknown. */
  text(side: Side, attribute: string): string | undefined {
    if (isUnknown(side, attribute)) throw new Unplaced(`${attribute} is not known before the apply`);
    const value = side.resource.values[attribute];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** Returns a list of texts. Throws when one is unknown. */
  texts(side: Side, attribute: string): string[] {
    if (isUnknown(side, attribute)) throw new Unplaced(`${attribute} is not known before the apply`);
    const value = side.resource.values[attribute];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** Returns a switch; null when it is not set. Throws when it is unknown. */
  flag(side: Side, attribute: string): boolean | null {
    if (isUnknown(side, attribute)) throw new Unplaced(`${attribute} is not known before the apply`);
    const value = side.resource.values[attribute];
    return typeof value === 'boolean' ? value : null;
  }

  /** Returns a text that the resource cannot do without. Throws when it is unknown or missing. */
  needed(side: Side, attribute: string): string {
    const value = this.text(side, attribute);
    if (value === undefined) throw new Unplaced(`${attribute} is empty`);
    return value;
  }

  /**
   * Reports whether the configuration sets an attribute. The provider chooses the value of others, so that new resources have them as unknown values.
   * A resource without a configuration may have set it.
   */
  isSet(side: Side, attribute: string): boolean {
    return !configurationOf(side.resource.address, this.plan.configuration)?.expressions || this.isNamed(side, attribute);
  }

  /** Reports whether the configuration of a resource names an attribute. */
  isNamed({ resource }: Side, attribute: string): boolean {
    return attribute in (configurationOf(resource.address, this.plan.configuration)?.expressions ?? {});
  }

  /** Returns what the configuration of a provider says itself; undefined when it says nothing. */
  providerSays(provider: string, attribute: string): string | undefined {
    const value = this.plan.providers[provider]?.[attribute];
    return value === undefined || value === '' ? undefined : value;
  }

  /** Returns a policy document: as it is, or filled when the plan does not know it; null when there is none. */
  document(side: Side, attribute: string, part: Filled): Record<string, unknown> | null {
    if (isUnknown(side, attribute)) {
      this.filled.add(`${side.resource.address}: ${attribute}`);
      this.admitsOthers ||= part !== 'identity';
      return filling(part, this.fill);
    }
    const text = this.text(side, attribute);
    return text === undefined ? null : parsed(text, attribute);
  }

  /** Returns the ARN of an IAM resource: its own, or the one that it will get. */
  iamArn(kind: 'user' | 'group' | 'role' | 'policy' | 'instance-profile', { resource, unknown }: Side): string {
    const { arn, path, name, name_prefix: prefix } = resource.values;
    if (typeof arn === 'string' && arn !== '') return arn;
    const { partition, account } = this.accountOf(resource);
    const made = `${typeof prefix === 'string' ? prefix : ''}${resource.address.replace(/[^\w+=,.@-]+/g, '-')}`;
    const own = typeof name === 'string' && name !== '' && !isUnknown({ resource, unknown }, 'name') ? name : made;
    return `arn:${partition}:iam::${account}:${kind}${typeof path === 'string' && path !== '' ? path : '/'}${own}`;
  }

  /** Returns the ARN of a user, group or role that an attribute names, or takes from another resource. */
  principal(kind: 'user' | 'group' | 'role', side: Side, attribute: string): string {
    if (isUnknown(side, attribute)) return this.iamArn(kind, sideOf(this.referred(side, attribute, [`aws_iam_${kind}`])));
    const name = this.text(side, attribute);
    if (name === undefined) throw new Unplaced(`${attribute} is empty`);
    return this.named(kind, side.resource, name);
  }

  /** Returns the ARN of a user, group or role of the same account by its name. */
  named(kind: 'user' | 'group' | 'role', { provider }: KnownResource, name: string): string {
    const types = [`aws_iam_${kind}`, `data.aws_iam_${kind}`];
    const known = this.plan.resources.find(
      (one) => types.includes(one.type) && one.provider === provider && (one.values.name ?? one.values.user_name) === name,
    );
    if (known) return this.iamArn(kind, sideOf(known));
    const { partition, account } = this.accountOf({ provider, address: '', type: '', values: {} });
    return `arn:${partition}:iam::${account}:${kind}/${name}`;
  }

  /** Returns the ARN of a managed policy that an attribute gives, or takes from a policy of the plan; undefined without one. */
  policyArn(side: Side, attribute: string): string | undefined {
    if (isUnknown(side, attribute)) return this.iamArn('policy', sideOf(this.referred(side, attribute, ['aws_iam_policy'])));
    return this.text(side, attribute);
  }

  /** Returns the ARN of an `aws_s3_bucket`: its own, or the one that it will get. */
  bucketArn({ resource, unknown }: Side): string {
    const { arn, bucket, bucket_prefix: prefix } = resource.values;
    if (typeof arn === 'string' && arn !== '') return arn;
    const made = `${typeof prefix === 'string' ? prefix : ''}${resource.address.replace(/[^a-z0-9.-]+/gi, '-').toLowerCase()}`;
    const own = typeof bucket === 'string' && bucket !== '' && !isUnknown({ resource, unknown }, 'bucket') ? bucket : made;
    return `arn:${this.accountOf(resource).partition}:s3:::${own}`;
  }

  /** Returns the ARN of a bucket that an attribute names, or takes from a bucket of the plan. */
  bucket(side: Side, attribute: string): string {
    if (isUnknown(side, attribute)) return this.bucketArn(sideOf(this.referred(side, attribute, ['aws_s3_bucket'])));
    const name = this.text(side, attribute);
    if (name === undefined) throw new Unplaced(`${attribute} is empty`);
    return name.startsWith('arn:') ? name : `arn:${this.accountOf(side.resource).partition}:s3:::${name}`;
  }

  /**
   * Returns the AWS account of a resource: the one that ARNs of its provider name, or that the provider says itself.
   * @throws CliFailure if the plan does not say, and the command does not either
   */
  accountOf({ provider, address }: KnownResource): { partition: string; account: string } {
    for (const { provider: other, values } of this.plan.resources) {
      if (other !== provider) continue;
      const [, partition, account] = /^arn:([^:]+):[^:]*:[^:]*:(\d{12}):/.exec(String(values.arn ?? '')) ?? [];
      if (partition !== undefined && account !== undefined) return { partition, account };
      if (/^\d{12}$/.test(String(values.account_id ?? ''))) return { partition: 'aws', account: String(values.account_id) };
    }
    if (this.account === null)
      throw new CliFailure(
        `The plan does not say to which AWS account ${address || `the provider ${provider}`} belongs. Name it with --account, or add a data source "aws_caller_identity" to the configuration.`,
      );
    return { partition: 'aws', account: this.account };
  }

  /** Returns the resource of the plan that an unknown attribute comes from. Throws when it is none of these types. */
  referred(side: Side, attribute: string, types: readonly string[]): KnownResource {
    const found = referredResource(this.plan, side.resource.address, attribute);
    if (!found || !types.includes(found.type)) throw new Unplaced(`${attribute} is not known before the apply`);
    return found;
  }
}

/** Reports whether the plan does not know a value, or a part of it. */
export function isUnknown({ unknown }: Side, attribute: string): boolean {
  return holdsTrue((unknown as Record<string, unknown> | null)?.[attribute]);
}

function holdsTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(holdsTrue));
}

function sideOf(resource: KnownResource): Side {
  return { resource, unknown: {} };
}

function parsed(text: string, attribute: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The message below covers both.
  }
  throw new Unplaced(`${attribute} is not a JSON object`);
}

/** Returns a document that allows everything it can, or that denies it. */
function filling(part: Filled, fill: Fill): Record<string, unknown> {
  const Effect = fill === 'wide' ? 'Allow' : 'Deny';
  const statement =
    part === 'identity'
      ? { Effect, Action: '*', Resource: '*' }
      : part === 'trust'
        ? { Effect, Principal: '*', Action: ['sts:AssumeRole', 'sts:AssumeRoleWithSAML', 'sts:AssumeRoleWithWebIdentity', 'sts:TagSession'] }
        : { Effect, Principal: '*', Action: part.actions, Resource: [part.resource, `${part.resource}/*`] };
  return { Version: '2012-10-17', Statement: [statement] };
}
