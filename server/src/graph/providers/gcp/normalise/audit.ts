import type { GcpEntry } from '../read/bundle';
import { at, fields, list, text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { UsageFact } from '../../../engine/source-facts';
import { UsageCounts } from '../../../engine/usage-counts';

/** Adds usage from GCP's audit logs. They contain data reads only where Data Access audit logs are enabled. One entry may use several permissions. */
export function gcpUsage(draft: SourceDraft, auditLog: readonly GcpEntry[]): UsageFact[] {
  const identities = new Map<string, string>();
  for (const { nativeId, isIdentity, attributes } of draft.entities)
    if (isIdentity && typeof attributes.email === 'string') identities.set(attributes.email.toLowerCase(), nativeId);
  const counts = new UsageCounts();
  for (const { fields: entry } of auditLog) {
    const { authenticationInfo, authorizationInfo, methodName, requestMetadata, resourceName, serviceName, status } = fields(entry.protoPayload);
    const email = text(at(authenticationInfo, 'principalEmail')).toLowerCase();
    const labels = at(entry.resource, 'labels');
    const failed = Number(at(status, 'code') ?? 0) !== 0;
    const checked = list(authorizationInfo).map(fields);
    for (const check of checked.length > 0 ? checked : [{ permission: methodName }]) {
      const { permission, granted, resource } = check as Record<string, unknown>;
      counts.add({
        identity: identities.get(email) ?? email,
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
  draft.events = counts.events();
  return counts.facts();
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
