import type { GcpEntry } from '../read/bundle';
import { at, fields, list, text, type Fields } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { UsageFact } from '../../../engine/source-facts';
import { UsageCounts } from '../../../engine/usage-counts';
import { UNKNOWN_SESSION, type SessionStarter } from '../../../engine/session-starters';

/** Adds usage from GCP's audit logs. They contain data reads only where Data Access audit logs are enabled. One entry may use several permissions. */
export function gcpUsage(draft: SourceDraft, auditLog: readonly GcpEntry[]): UsageFact[] {
  const identities = new Map<string, string>();
  for (const { nativeId, isIdentity, attributes } of draft.entities)
    if (isIdentity && typeof attributes.email === 'string') identities.set(attributes.email.toLowerCase(), nativeId);
  const workloads = new Workloads(draft);
  const counts = new UsageCounts();
  for (const { fields: entry } of auditLog) {
    const { authenticationInfo, authorizationInfo, methodName, requestMetadata, resourceName, serviceName, status } = fields(entry.protoPayload);
    const email = text(at(authenticationInfo, 'principalEmail')).toLowerCase();
    // Users of a workforce or workload identity pool have a subject instead of an address.
    const actor = email || text(at(authenticationInfo, 'principalSubject'));
    const labels = at(entry.resource, 'labels');
    const failed = Number(at(status, 'code') ?? 0) !== 0;
    const session = isServiceAccount(email) ? sessionOf(fields(authenticationInfo), workloads.of(email)) : undefined;
    const checked = list(authorizationInfo).map(fields);
    for (const check of checked.length > 0 ? checked : [{ permission: methodName }]) {
      const { permission, granted, resource } = check as Record<string, unknown>;
      counts.add({
        identity: identities.get(actor) ?? actor,
        ...(session === undefined ? {} : { session }),
        action: text(permission),
        resource: resourceOf(draft, text(serviceName), text(resource) || text(resourceName)),
        at: text(entry.timestamp),
        succeeded: granted !== false && !failed,
        sourceIp: text(at(requestMetadata, 'callerIp')),
        record: {
          id: text(entry.insertId),
          name: text(methodName),
          userAgent: text(at(requestMetadata, 'callerSuppliedUserAgent')),
          raw: entry,
        },
        region: text(at(labels, 'location')) || text(at(labels, 'region')) || text(at(labels, 'zone')),
      });
    }
  }
  draft.events = counts.events(undefined, starterOf);
  return counts.facts(undefined, starterOf);
}

/**
 * Returns the handle of a service account's session, which lists who obtained the token, the first delegate first. Without delegates, the log names the
 * key that signed it, which anybody may hold. Without a key, Google issued the token to a workload of the account. Where several
 * run as the account, nobody knows which.
 * @see Google Cloud, "AuditLog": AuthenticationInfo.serviceAccountDelegationInfo and serviceAccountKeyName
 */
function sessionOf(
  { serviceAccountDelegationInfo: delegation, serviceAccountKeyName: key, principalEmail }: Fields,
  workloads: readonly string[],
): string {
  const delegates = list(delegation).map((one) => {
    const subject = (text(at(one, 'firstPartyPrincipal', 'principalEmail')) || text(at(one, 'principalSubject'))).replace(
      /^(?:user|serviceAccount):/,
      '',
    );
    return subject.includes('://') ? subject : subject.toLowerCase();
  });
  if (delegates.length > 0 || text(key) !== '' || workloads.length > 1) return JSON.stringify(delegates);
  return JSON.stringify([workloads[0] ?? `workload of ${text(principalEmail).toLowerCase()}`]);
}

/** Finds the machines, functions and containers that run as a service account. */
class Workloads {
  readonly #known = new Map<string, string[]>();

  constructor(private readonly draft: SourceDraft) {}

  of(email: string): readonly string[] {
    const known = this.#known.get(email) ?? this.draft.runningAs(`serviceAccount:${email}`);
    this.#known.set(email, known);
    return known;
  }
}

function starterOf(session: string): SessionStarter {
  const names = (JSON.parse(session) as string[]).filter((name) => name !== '');
  const [first = ''] = names;
  return first === '' ? UNKNOWN_SESSION : { names, person: isPerson(first) ? first : '' };
}

function isServiceAccount(email: string): boolean {
  return email.endsWith('.gserviceaccount.com');
}

function isPerson(name: string): boolean {
  return name.includes('@') && !name.includes(' ') && !isServiceAccount(name);
}

/** Returns the native id of the entry's resource or of its innermost known parent, and otherwise of the project. */
function resourceOf(draft: SourceDraft, service: string, name: string): string | null {
  const bucket = /^projects\/_\/buckets\/([^/]+)/.exec(name)?.[1];
  const full = bucket === undefined ? `//${service}/${name}` : `//storage.googleapis.com/${bucket}`;
  for (let path = full; path.includes('/', 2); path = path.slice(0, path.lastIndexOf('/'))) {
    if (draft.find(path)) return path;
  }
  const project = /(?:^|\/)(projects\/[^/_][^/]*)/.exec(name)?.[1];
  return project !== undefined && draft.find(project) ? project : null;
}
