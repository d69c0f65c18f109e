import { at, list, text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { GcpBundle, GcpEntry } from '../read/bundle';
import { GcpHierarchy, labelsOf, tagsOf } from './hierarchy';
import { addKeyAges } from './keys';
import { addNetwork } from './network';
import { addRuntimeAccounts } from './runtime-accounts';
import { camType } from '../read/types';
import { projectIn } from '../read/values';
import type { AddedRow } from './added-row';

const ACCOUNT = 'iam.googleapis.com/ServiceAccount';
const NODE = /^cloudresourcemanager\.googleapis\.com\/(?:Project|Folder|Organization)$/;

/** Adds resources and service accounts with their place in the network and the accounts that they run as. */
export function addResources(draft: SourceDraft, { resources }: GcpBundle, hierarchy: GcpHierarchy, takenAt: Date): void {
  const added = (resources ?? []).flatMap((entry) => addRow(draft, hierarchy, entry) ?? []);
  addKeyAges(added, takenAt);
  addNetwork(draft, added);
  addRuntimeAccounts(draft, added, hierarchy.projects);
}

function addRow(draft: SourceDraft, hierarchy: GcpHierarchy, entry: GcpEntry): AddedRow | null {
  const { fields: row } = entry;
  const [name, assetType] = [text(row.name), text(row.assetType)];
  if (!name.startsWith('//') || assetType === '') {
    draft.warn(entry, '', 'A resource without name or asset type was left out.');
    return null;
  }
  if (NODE.test(assetType)) return null;
  const place = hierarchy.place(row);
  const project = place?.startsWith('projects/') ? place.slice('projects/'.length) : hierarchy.projects.idOf(projectIn(name));
  const resource = resourceOf(row);
  const email = assetType === ACCOUNT ? addressOf(row, resource, name) : '';
  const nativeId = email === '' ? name : `serviceAccount:${email}`;
  const region = regionOf(text(row.location));
  const entity = draft.add({
    type: camType(assetType),
    id: email || name.slice(2),
    nativeId,
    name: email || text(row.displayName) || (name.split('/').at(-1) ?? name),
    accountId: project || draft.accountId,
    region,
    isIdentity: assetType === ACCOUNT,
    isResource: true,
    attributes: {
      assettype: assetType,
      ...(email === '' ? {} : { email, domain: email.split('@')[1], resourceid: name }),
      ...labelsOf(row.labels),
      ...tagsOf(row),
      ...timeOf('created', text(row.createTime)),
      ...(text(row.state) === '' ? {} : { status: text(row.state) }),
      ...encryptionOf(assetType),
      ...(assetType === 'compute.googleapis.com/Instance' ? {} : exposureOf(assetType, resource)),
    },
  });
  if (entity.nativeId !== nativeId) return null;
  const parent = text(row.parentFullResourceName);
  const holder = parent === '' ? place : hierarchy.projects.nativeId(parent);
  if (holder) draft.relate(nativeId, holder, 'contains');
  return { entity, assetType, row, resource };
}

/** Returns the newest version of the resource in the export; empty where there is none. */
function resourceOf(row: Record<string, unknown>): Record<string, unknown> {
  const versions = Array.isArray(row.versionedResources) ? (row.versionedResources as { resource?: unknown }[]) : [];
  const found = versions.map((version) => version?.resource).find((resource) => typeof resource === 'object' && resource !== null);
  const more = row.additionalAttributes;
  return {
    ...(typeof more === 'object' && more !== null && !Array.isArray(more) ? (more as Record<string, unknown>) : {}),
    ...(found as Record<string, unknown> | undefined),
  };
}

function addressOf(row: Record<string, unknown>, resource: Record<string, unknown>, name: string): string {
  const candidates = [text(resource.email), text(row.displayName), name.split('/').at(-1) ?? ''];
  return (candidates.find((candidate) => candidate.includes('@')) ?? '').toLowerCase();
}

/** Returns the region of a location: `europe-west1` for `europe-west1-b`. Global resources have none. */
function regionOf(location: string): string {
  const region = location.toLowerCase().replace(/^([a-z]+-[a-z]+\d+)-[a-z]$/, '$1');
  return region === 'global' ? '' : region;
}

function timeOf(name: string, value: string): Record<string, string> {
  const time = Date.parse(value);
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}

/** Google always encrypts data at rest, with its own keys or the customer's. */
function encryptionOf(assetType: string): Record<string, boolean> {
  return ['OBJECT_STORE', 'DISK', 'RELATIONAL_DB', 'NOSQL_DB', 'KEYSTORE'].includes(camType(assetType)) ? { encrypted: true } : {};
}

/** Returns the network exposure that the resource states itself. */
function exposureOf(assetType: string, resource: Record<string, unknown>): Record<string, unknown> {
  if (assetType !== 'sqladmin.googleapis.com/Instance') return {};
  const access = at(resource, 'settings', 'ipConfiguration');
  if (!access) return {};
  const networks = list(at(access, 'authorizedNetworks')).map((network) => text(at(network, 'value')));
  return { public: at(access, 'ipv4Enabled') === true && networks.some((network) => network === '0.0.0.0/0' || network === '::/0') };
}
