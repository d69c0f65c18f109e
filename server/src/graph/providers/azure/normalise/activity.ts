import type { AzureEntry } from '../read/bundle';
import { armId } from '../read/values';
import { at, text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { UsageFact } from '../../../engine/source-facts';
import { UsageCounts } from '../../../engine/usage-counts';

const OBJECT_ID = 'http://schemas.microsoft.com/identity/claims/objectidentifier';

/** Statuses that end an operation. Accepted and Started do not tell the result. */
const ENDS: Record<string, boolean> = { succeeded: true, success: true, failed: false, failure: false };

/** Adds usage from the Azure activity log. The log contains no reads and no data operations, so their usage stays unknown. */
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

/** Returns the native id of the resource or of its innermost known parent, such as the storage account of a blob container. */
function innermost(id: string, resources: ReadonlyMap<string, string>): string | null {
  for (let scope = id; scope !== ''; scope = scope.slice(0, scope.lastIndexOf('/'))) {
    const known = resources.get(scope);
    if (known !== undefined) return known;
  }
  return null;
}
