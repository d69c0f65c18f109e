import type { Entity } from '../../../engine/model';
import { at, fields, text, type Fields } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { AzureBundle } from '../read/bundle';
import { isEncrypted } from './exposure';
import { subscriptionOf } from './hierarchy';
import { addNetwork, exposure } from './network';
import { camType } from '../read/types';
import { armId } from '../read/values';
import { MANAGEMENT_GROUP, RESOURCE_GROUP, SUBSCRIPTION } from '../evaluate/resource-actions';
import { VAULT_POLICY } from '../compile/vault-policy-name';

/** Rows that the hierarchy already covers, and rows that only describe other entities. */
const NO_RESOURCES = new Set([SUBSCRIPTION, MANAGEMENT_GROUP]);

const IDENTITY = 'microsoft.managedidentity/userassignedidentities';
/** Types that contain other resources or serve as identities. */
const FIRST = new Set([RESOURCE_GROUP, IDENTITY]);

/** Adds resources with the identities that they run as and their place in the network. */
export function addResources(draft: SourceDraft, { resources }: AzureBundle): void {
  const rows = new Map<string, Fields>();
  for (const entry of resources ?? []) {
    const id = armId(entry.fields.id);
    if (id === '') draft.warn(entry, '/id', 'A resource without an id was left out.');
    else if (!rows.has(id)) rows.set(id, entry.fields);
  }
  // Groups come first, or their resources would create them without a location. Identities follow, because resources refer to them.
  for (const [id, row] of rows) if (typeOf(row) === RESOURCE_GROUP) addResource(draft, id, row);
  for (const [id, row] of rows) if (typeOf(row) === IDENTITY) addIdentity(draft, id, row);
  for (const [id, row] of rows) if (!FIRST.has(typeOf(row)) && !NO_RESOURCES.has(typeOf(row))) addResource(draft, id, row);
  addNetwork(draft, rows);
}

function typeOf(row: Fields): string {
  return text(row.type).toLowerCase();
}

function addResource(draft: SourceDraft, id: string, row: Fields): void {
  const type = typeOf(row);
  const properties = fields(row.properties);
  const entity = draft.add({
    ...common(draft, id, row),
    nativeId: id,
    isIdentity: false,
    isResource: true,
    attributes: {
      ...commonAttributes(row),
      ...exposure(type, properties),
      ...(isEncrypted(type, properties) === undefined ? {} : { encrypted: true }),
      ...(type === RESOURCE_GROUP ? { scopekind: 'resource group' } : {}),
      ...statusOf(properties),
    },
  });
  contain(draft, id);
  addIdentitiesOf(draft, entity, row);
  if (type === 'microsoft.keyvault/vaults') addVaultPolicy(draft, entity, properties);
}

/** Returns the fields that every row has. */
function common(draft: SourceDraft, id: string, row: Fields): Pick<Entity, 'type' | 'name' | 'accountId'> & { id: string; region: string } {
  const accountId = subscriptionOf(id) || draft.accountId;
  const region = text(row.location).toLowerCase().replace(/\s+/g, '');
  return {
    type: camType(typeOf(row)),
    id: id.startsWith('/subscriptions/') ? id.split('/').slice(3).join('/') : id.slice(1),
    name: text(row.name) || (id.split('/').at(-1) ?? id),
    accountId,
    region: region === 'global' ? '' : region,
  };
}

function commonAttributes(row: Fields): Record<string, unknown> {
  const tags = Object.entries(fields(row.tags)).map(([key, value]) => [`tag.${key}`, text(value)] as const);
  const made = text(at(row, 'properties', 'timeCreated')) || text(at(row, 'properties', 'creationTime')) || text(at(row, 'systemData', 'createdAt'));
  const time = Date.parse(made);
  return { azuretype: typeOf(row), ...Object.fromEntries(tags), ...(Number.isNaN(time) ? {} : { created: new Date(time).toISOString() }) };
}

function statusOf(properties: Fields): Record<string, string> {
  const status =
    text(at(properties, 'extended', 'instanceView', 'powerState', 'displayStatus')) || text(properties.state) || text(properties.provisioningState);
  return status === '' ? {} : { status };
}

function addIdentity(draft: SourceDraft, id: string, row: Fields): void {
  const principalId = text(at(row, 'properties', 'principalId')).toLowerCase();
  draft.add({
    ...common(draft, id, row),
    nativeId: principalId || id,
    isIdentity: true,
    isResource: true,
    attributes: { ...commonAttributes(row), resourceid: id, identitykind: 'user-assigned', clientid: text(at(row, 'properties', 'clientId')) },
  });
  contain(draft, id, principalId || id);
}

/** Adds the managed identities of a resource. Azure creates and deletes the system-assigned one together with the resource. */
function addIdentitiesOf(draft: SourceDraft, resource: Entity, row: Fields): void {
  const identity = fields(row.identity);
  const own = text(identity.principalId).toLowerCase();
  if (own !== '') {
    draft.add({
      type: 'SERVICE_ACCOUNT',
      id: `systemAssigned/${own}`,
      nativeId: own,
      name: resource.name,
      accountId: resource.accountId,
      region: resource.region === '-' ? '' : resource.region,
      isIdentity: true,
      isResource: false,
      attributes: { identitykind: 'system-assigned', ofresource: resource.uri },
    });
    draft.relate(resource.nativeId, own, 'runs_as');
  }
  for (const [id, given] of Object.entries(fields(identity.userAssignedIdentities))) {
    const principalId = text(fields(given).principalId).toLowerCase();
    if (principalId === '') continue;
    if (!draft.find(principalId))
      addIdentity(draft, armId(id), { ...row, id, name: id.split('/').at(-1), type: IDENTITY, tags: {}, properties: given, location: row.location });
    draft.relate(resource.nativeId, principalId, 'runs_as');
  }
}

function contain(draft: SourceDraft, id: string, child = id): void {
  const group = /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+(?=\/)/.exec(id)?.[0];
  const subscription = /^\/subscriptions\/[^/]+/.exec(id)?.[0];
  const parent = group ?? subscription;
  if (parent === undefined || parent === id) return;
  if (group !== undefined && !draft.find(group)) addGroup(draft, group);
  draft.relate(child, parent, 'contains');
}

/** Adds a resource group that no row lists. */
function addGroup(draft: SourceDraft, id: string): void {
  addResource(draft, id, { id, type: RESOURCE_GROUP, name: id.split('/').at(-1) });
}

function addVaultPolicy(draft: SourceDraft, vault: Entity, properties: Fields): void {
  if (properties.enableRbacAuthorization === true || !Array.isArray(properties.accessPolicies)) return;
  const { enableRbacAuthorization, accessPolicies } = properties;
  draft.addPolicy({
    policyId: `${vault.nativeId}/accessPolicies`,
    name: VAULT_POLICY,
    uri: vault.uri,
    kind: 'resource',
    holder: { nativeId: vault.nativeId, uri: vault.uri },
    document: JSON.stringify({ enableRbacAuthorization: enableRbacAuthorization ?? false, accessPolicies }),
  });
}
