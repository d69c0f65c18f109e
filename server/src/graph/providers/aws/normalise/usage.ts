import type { AccountDraft } from './account-draft';
import type { AwsCredentialFacts } from '../read/shapes';
import type { TrailCounts } from './cloudtrail';
import { firstDayOf, UsageCounts } from '../../../engine/usage-counts';

/** When somebody last used a service, as IAM's last-access data tells; without a name of an action: any of the service's. */
export interface AwsLastAccess {
  /** ARN of a user or role. */
  identity: string;
  service: string;
  action: string | null;
  at: string;
  region: string;
}

/** What of a bundle of AWS tells what was used. Null: the bundle has no such file. */
export interface AwsUsage {
  trail: TrailCounts | null;
  lastAccess: AwsLastAccess[] | null;
}

/** What was used in an account, by CloudTrail, last-access data and the credential report. */
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

/** Finds what records name among what is known of the account. */
class Resources {
  readonly #known = new Set<string>();
  /** ARNs of users and roles without their path, as calls name them. */
  readonly #byName = new Map<string, string>();

  constructor(private readonly draft: AccountDraft) {
    for (const { nativeId } of draft.entities) {
      this.#known.add(nativeId);
      this.#byName.set(withoutPath(nativeId), nativeId);
    }
  }

  /** The native id; of another account the ARN as it is; null for what the account does not list. */
  find(arn: string): string | null {
    const known = this.#known.has(arn) ? arn : this.#byName.get(withoutPath(arn));
    if (known !== undefined) return known;
    const owner = arn.split(':')[4] ?? '';
    return owner === '' || owner === this.draft.accountId ? null : arn;
  }
}

/** Of a secret also without the six characters that AWS puts behind its name. */
function withoutPath(arn: string): string {
  return arn.replace(/(:iam::\d+:(?:user|role|group))\/.*\//, '$1/').replace(/(:secret:.+)-[A-Za-z0-9]{6}$/, '$1');
}
