import type { AzureEntry } from '../read/bundle';
import { armId } from '../read/values';
import { at, text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { UsageFact } from '../../../engine/source-facts';
import { UsageCounts } from '../../../engine/usage-counts';

const OBJECT_ID = 'http://schemas.microsoft.com/identity/claims/objectidentifier';

/** Events that end an operation; that it was accepted or has begun says nothing of how it went. */
const ENDS: Record<string, boolean> = { succeeded: true, success: true, failed: false, failure: false };

/** Who changed what, by Azure's activity log. Reads and what is done to data are not in it: whether they are used stays unknown. */
export function azureUsage(draft: SourceDraft, activityLog: readonly AzureEntry[]): UsageFact[] {
  const resources = new Map<string, string>();
  for (const { nativeId, isResource, attributes } of draft.entities) {
    if (isResource) resources.set(armId(attributes.resourceid) || armId(nativeId), nativeId);
  }
  const counts = new UsageCounts();
  for (const { fields: event } of activityLog) {
    const { authorization, operationName, caller, claims, resourceId, eventTimestamp, status, httpRequest } = event;
    const succeeded = ENDS[text(at(status, 'value')).toLowerCase() || text(status).toLowerCase()];
    if (succeeded === undefined) continue;
    const action = text(at(authorization, 'action')) || text(at(operationName, 'value')) || text(operationName);
    counts.add({
      identity: (text(at(claims, OBJECT_ID)) || text(caller)).toLowerCase(),
      action,
      resource: innermost(armId(resourceId) || armId(at(authorization, 'scope')), resources),
      at: text(eventTimestamp),
      succeeded,
      sourceIp: text(at(claims, 'ipaddr')) || text(at(httpRequest, 'clientIpAddress')),
      record: { id: text(event.eventDataId), name: action, userAgent: '', raw: event },
    });
  }
  draft.events = counts.events();
  return counts.facts();
}

/** The native id of the resource, or of the innermost one around it that is known: of a blob's container that of the storage account. */
function innermost(id: string, resources: ReadonlyMap<string, string>): string | null {
  for (let scope = id; scope !== ''; scope = scope.slice(0, scope.lastIndexOf('/'))) {
    const known = resources.get(scope);
    if (known !== undefined) return known;
  }
  return null;
}
