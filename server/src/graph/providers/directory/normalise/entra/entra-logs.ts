import { ENTRA_RULES } from '../../compile/entra-rules';
import { objectId } from '../../read/entra-values';
import type { IdpEntry } from '../../read/idp-entry';
import { at, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { UsageFact } from '../../../../engine/source-facts';
import { addAudits } from './entra-audits';
import { UsageCounts } from '../../../../engine/usage-counts';

/** Adds sign-ins to applications and, where the bundle has the audit log, the use of administrator roles. */
export function entraUsage(draft: SourceDraft, signIns: readonly IdpEntry[], audits: readonly IdpEntry[]): UsageFact[] {
  const byClientId = new Map<string, string>();
  for (const { nativeId, attributes } of draft.entities)
    if (typeof attributes.clientid === 'string') byClientId.set(attributes.clientid.toLowerCase(), nativeId);
  const counts = new UsageCounts();
  for (const { fields: signIn } of signIns) {
    const { userId, servicePrincipalId, appId, resourceId, createdDateTime, status, ipAddress } = signIn;
    const identity = objectId(userId) || objectId(servicePrincipalId);
    // A service principal signs in to the resource that it calls, a user to the application.
    const application = objectId(userId) === '' ? objectId(resourceId) : objectId(appId);
    counts.add({
      identity,
      action: ENTRA_RULES.signIn,
      resource: byClientId.get(application) ?? null,
      at: text(createdDateTime),
      succeeded: at(status, 'errorCode') === 0,
      sourceIp: text(ipAddress),
      record: { id: text(signIn.id), name: 'Sign-in', userAgent: text(signIn.userAgent) || text(signIn.clientAppUsed), raw: signIn },
    });
  }
  addAudits(counts, draft, audits, byClientId);
  draft.events = counts.events();
  return counts.facts();
}
