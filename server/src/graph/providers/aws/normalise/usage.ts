import type { AccountDraft } from './account-draft';
import type { AwsCredentialFacts } from '../read/common-shapes';
import type { TrailCounts } from './cloudtrail';
import { addStarted, byStarterName, UNKNOWN_SESSION, type StartedUse, type StarterOf } from '../../../engine/session-starters';
import { roleFacts } from './role-facts';
import type { UsageFact } from '../../../engine/source-facts';
import { withoutPath } from './trail-identity';
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
  const roles = roleFacts(draft);
  const starterOf: StarterOf = (session) => trail?.sessions.starterOf(session, roles) ?? UNKNOWN_SESSION;
  const logged = log?.facts((arn) => resources.find(arn), starterOf) ?? [];
  draft.events = log?.events((arn) => resources.find(arn), starterOf) ?? [];
  for (const fact of [...logged, ...withStarters(counts.facts(), logged)]) draft.addUsage(fact);
  draft.usageSince = firstDayOf(logged);
}

/** Adds who started the sessions to last-accessed data, which does not tell, from the log's uses of the same service on the same day. */
function withStarters(facts: readonly UsageFact[], logged: readonly UsageFact[]): UsageFact[] {
  const keyOf = ({ identity, action, day }: UsageFact): string => [identity.nativeId, action.split(':')[0], day].join(' ');
  const known = new Map<string, Map<string, StartedUse>>();
  for (const fact of logged) {
    const startedBy = known.get(keyOf(fact)) ?? new Map<string, StartedUse>();
    for (const [name, use] of Object.entries(fact.startedBy ?? {})) addStarted(startedBy, name, use);
    known.set(keyOf(fact), startedBy);
  }
  return facts.map((fact) => {
    const startedBy = known.get(keyOf(fact));
    return startedBy && startedBy.size > 0 ? { ...fact, startedBy: byStarterName(startedBy) } : fact;
  });
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
