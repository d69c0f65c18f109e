import type { AccountDraft } from './account-draft';
import type { AwsCredentialFacts } from '../read/common-shapes';
import type { TrailCounts } from './cloudtrail';
import { firstDayOf, UsageCounts } from '../../../engine/usage-counts';

/** Last use of a service according to IAM's last-accessed data. Without an action name it covers any action of the service. */
export interface AwsLastAccess {
  /** ARN of a user or role. */
  identity: string;
  service: string;
  action: string | null;
  at: string;
  region: string;
}

/** The usage data of an AWS bundle. Null where the bundle has no such file. */
export interface AwsUsage {
  trail: TrailCounts | null;
  lastAccess: AwsLastAccess[] | null;
}

/** Adds the usage of an account from CloudTrail, last-accessed data and the credential report. */
export function addUsage(draft: AccountDraft, { trail, lastAccess }: AwsUsage, credentials: ReadonlyMap<string, AwsCredentialFacts> | null): void {
  const resources = new Resources(draft);
  const counts = new UsageCounts();
  for (const { identity, service, action, at, region } of lastAccess ?? []) {
    counts.add({ identity, action: `${service}:${action ?? '*'}`, resource: null, at, succeeded: true, region });
  }
  for (const [identity, { uses }] of credentials ?? []) {
    for (const { action, at, region } of uses) counts.add({ identity, action, resource: null, at, succeeded: true, region });
  }
  const log = trail?.of(draft.accountId);
  const logged = log?.facts((arn) => resources.find(arn)) ?? [];
  draft.events = log?.events((arn) => resources.find(arn)) ?? [];
  for (const fact of [...logged, ...counts.facts()]) draft.addUsage(fact);
  draft.usageSince = firstDayOf(logged);
}

/** Resolves names in usage records to known entities of the account. */
class Resources {
  readonly #known = new Set<string>();
  /** ARNs of users and roles without their path, as records write them. */
  readonly #byName = new Map<string, string>();

  constructor(private readonly draft: AccountDraft) {
    for (const { nativeId } of draft.entities) {
      this.#known.add(nativeId);
      this.#byName.set(withoutPath(nativeId), nativeId);
    }
  }

  /** Returns the native id, or the ARN itself for another account. Returns null for an unlisted entity of this account. */
  find(arn: string): string | null {
    const known = this.#known.has(arn) ? arn : this.#byName.get(withoutPath(arn));
    if (known !== undefined) return known;
    const owner = arn.split(':')[4] ?? '';
    return owner === '' || owner === this.draft.accountId ? null : arn;
  }
}

/** Indexes a secret also without the six random characters that AWS appends to its name. */
function withoutPath(arn: string): string {
  return arn.replace(/(:iam::\d+:(?:user|role|group))\/.*\//, '$1/').replace(/(:secret:.+)-[A-Za-z0-9]{6}$/, '$1');
}
