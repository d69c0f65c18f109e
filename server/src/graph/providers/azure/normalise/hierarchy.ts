import { at, fields, list, text, type Fields } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { AzureBundle, AzureEntry } from '../read/bundle';
import { armId } from '../read/values';
import { camType } from '../read/types';

const PREFIX = '/providers/microsoft.management/managementgroups/';

/** Adds management groups, subscriptions and resource groups with their hierarchy. */
export function addHierarchy(draft: SourceDraft, bundle: AzureBundle): void {
  const directory = directoryOf(bundle) || draft.accountId;
  for (const entry of bundle.managementGroups ?? []) addManagementGroup(draft, directory, entry.fields, entry);
  const subscriptions = new Set([draft.accountId.toLowerCase()]);
  for (const { fields: row } of bundle.resources ?? []) {
    const subscription = text(row.subscriptionId).toLowerCase() || subscriptionOf(armId(row.id));
    if (subscription !== '') subscriptions.add(subscription);
  }
  const rows = new Map((bundle.resources ?? []).map(({ fields: row }) => [armId(row.id), row]));
  for (const subscription of subscriptions) addSubscription(draft, directory, subscription, rows.get(`/subscriptions/${subscription}`));
}

/** Returns the subscription of an id in lower case; empty where it lies in none. */
export function subscriptionOf(id: string): string {
  return /^\/subscriptions\/([^/]+)/.exec(id)?.[1] ?? '';
}

/** Returns the Entra tenant id. */
function directoryOf({ managementGroups, resources }: AzureBundle): string {
  for (const { fields: entry } of [...(managementGroups ?? []), ...(resources ?? [])]) {
    const found = text(entry.tenantId) || text(at(entry, 'properties', 'tenantId'));
    if (found !== '') return found.toLowerCase();
  }
  return '';
}

/** Reads the output of `az account management-group list`, `show --expand --recurse` or the entities of the REST API. */
function addManagementGroup(draft: SourceDraft, directory: string, raw: Fields, origin: Pick<AzureEntry, 'file' | 'place'>): void {
  const group = { ...raw, ...fields(raw.properties) };
  const id = armId(raw.id);
  if (!id.startsWith(PREFIX)) {
    // The REST API's entities list subscriptions among the groups.
    if (!id.startsWith('/subscriptions/')) return draft.warn(origin, '/id', 'A management group without an id was left out.');
  } else addGroup(draft, directory, id, text(group.displayName));
  const parent = armId(at(group, 'details', 'parent', 'id')) || armId(at(group, 'parent', 'id'));
  if (parent !== '') {
    addGroup(draft, directory, parent, text(at(group, 'details', 'parent', 'displayName')));
    draft.relate(id, parent, 'contains');
  }
  list(group.children).forEach((child, index) => {
    const childId = armId(fields(child).id);
    if (childId === '') return;
    draft.relate(childId, id, 'contains');
    if (childId.startsWith(PREFIX)) addManagementGroup(draft, directory, fields(child), { ...origin, place: `${origin.place}/children/${index}` });
  });
}

function addGroup(draft: SourceDraft, directory: string, id: string, name: string): void {
  if (draft.find(id)) return;
  const short = id.slice(PREFIX.length);
  draft.add({
    type: 'SCOPE',
    id: `managementGroups/${short}`,
    nativeId: id,
    name: name || short,
    accountId: directory,
    isIdentity: false,
    isResource: true,
    attributes: { scopekind: 'management group' },
  });
}

function addSubscription(draft: SourceDraft, directory: string, subscription: string, row: Fields | undefined): void {
  const nativeId = `/subscriptions/${subscription}`;
  draft.add({
    type: camType('microsoft.resources/subscriptions'),
    id: nativeId.slice(1),
    nativeId,
    name: text(row?.name) || subscription,
    accountId: subscription,
    isIdentity: false,
    isResource: true,
    attributes: { scopekind: 'subscription', orgid: directory },
  });
  // Parents come innermost first.
  let child = nativeId;
  for (const ancestor of list(at(row, 'properties', 'managementGroupAncestorsChain'))) {
    const name = text(fields(ancestor).name).toLowerCase();
    if (name === '') continue;
    addGroup(draft, directory, `${PREFIX}${name}`, text(fields(ancestor).displayName));
    draft.relate(child, `${PREFIX}${name}`, 'contains');
    child = `${PREFIX}${name}`;
  }
}
