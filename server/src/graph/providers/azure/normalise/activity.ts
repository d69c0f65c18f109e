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
  const machines = new Machines(draft, resources);
  for (const { fields: event } of activityLog) {
    const { authorization, operationName, caller, claims, resourceId, eventTimestamp, status, httpRequest } = event;
    const succeeded = ENDS[text(at(status, 'value')).toLowerCase() || text(status).toLowerCase()];
    if (succeeded === undefined) continue;
    const action = text(at(authorization, 'action')) || text(at(operationName, 'value')) || text(operationName);
    // The object id is the user's even if an application acts for the user; `appid` names that application.
    const identity = (text(at(claims, OBJECT_ID)) || text(caller)).toLowerCase();
    const machine = machines.behind(identity, armId(at(claims, 'xms_mirid')));
    counts.add({
      ...(machine === undefined ? {} : { session: machine }),
      identity,
      action,
      resource: innermost(armId(resourceId) || armId(at(authorization, 'scope')), resources),
      at: text(eventTimestamp),
      succeeded,
      sourceIp: text(at(claims, 'ipaddr')) || text(at(httpRequest, 'clientIpAddress')),
      record: { id: text(event.eventDataId), name: action, userAgent: '', raw: event },
    });
  }
  draft.events = counts.events();
  return counts.facts(undefined, (machine) => ({ names: [machine], person: '' }));
}

/**
 * Finds the machine or function that acted with a managed identity. Azure gives its tokens to the resources that have it, and to nobody else. The claim
 * `xms_mirid` names the resource of a system-assigned identity, but for a user-assigned one the identity itself.
 * @see Microsoft Entra, "Managed identities for Azure resources": system-assigned and user-assigned
 */
class Machines {
  readonly #only = new Map<string, string | undefined>();

  constructor(
    private readonly draft: SourceDraft,
    private readonly resources: ReadonlyMap<string, string>,
  ) {}

  /** @returns undefined where no machine runs as the identity, or several do */
  behind(identity: string, issuedTo: string): string | undefined {
    const machine = issuedTo === '' ? undefined : this.resources.get(issuedTo);
    if (machine !== undefined && machine !== identity) return machine;
    if (!this.#only.has(identity)) {
      const [first, second] = this.draft.runningAs(identity);
      this.#only.set(identity, second === undefined ? first : undefined);
    }
    return this.#only.get(identity);
  }
}

/** Returns the native id of the resource or of its innermost known parent, such as the storage account of a blob container. */
function innermost(id: string, resources: ReadonlyMap<string, string>): string | null {
  for (let scope = id; scope !== ''; scope = scope.slice(0, scope.lastIndexOf('/'))) {
    const known = resources.get(scope);
    if (known !== undefined) return known;
  }
  return null;
}
