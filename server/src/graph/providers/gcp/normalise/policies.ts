import { createHash } from 'node:crypto';
import type { SourceDraft } from '../../../engine/source-draft';
import type { GcpBundle, GcpEntry } from '../read/bundle';
import { addBoundaries } from './boundaries';
import type { GcpHierarchy } from './hierarchy';
import { BASIC_ROLES } from '../compile/role-permissions';

interface Role {
  title: string;
  uri: string;
}

/** Adds roles, bindings and deny policies. */
export function addPolicies(draft: SourceDraft, bundle: GcpBundle, hierarchy: GcpHierarchy): void {
  const policies = bundle.iamPolicies ?? [];
  const held = new Set(policies.flatMap(({ fields }) => bindingsOf(fields).map(({ role }) => text(role))));
  const roles = addRoles(draft, bundle.roles ?? [], held);
  // The inventory lists service accounts by name; policies name them by address.
  const byName = new Map<string, string>();
  const ids = new Map<string, number>();
  for (const { nativeId, attributes } of draft.entities) if (typeof attributes.resourceid === 'string') byName.set(attributes.resourceid, nativeId);
  for (const entry of policies) addBindings(draft, entry, hierarchy, { roles, byName, ids });
  for (const entry of bundle.denyPolicies ?? []) addDenyPolicy(draft, entry, hierarchy);
  addBoundaries(draft, bundle, hierarchy);
}

function bindingsOf(fields: Record<string, unknown>): Record<string, unknown>[] {
  const { bindings } = (fields.policy ?? {}) as { bindings?: unknown };
  return Array.isArray(bindings) ? (bindings as Record<string, unknown>[]) : [];
}

/** Adds custom roles, and the predefined roles that are bound. The thousands of other predefined roles do not matter for the projects. */
function addRoles(draft: SourceDraft, entries: readonly GcpEntry[], held: ReadonlySet<string>): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const entry of entries) {
    const { fields } = entry;
    const name = text(fields.name);
    if (name === '') {
      draft.warn(entry, '/name', 'A role without a name was left out.');
      continue;
    }
    const isCustom = !name.startsWith('roles/');
    if (roles.has(name) || fields.deleted === true || (!isCustom && !held.has(name))) continue;
    if (!Array.isArray(fields.includedPermissions)) {
      if (held.has(name)) draft.warn(entry, '', `The role ${name} has no permissions in the bundle. Export roles with their permissions.`);
      continue;
    }
    const project = /^projects\/([^/]+)\/roles\//.exec(name)?.[1];
    const entity = draft.add({
      type: 'ROLE',
      id: name,
      nativeId: isCustom ? `//iam.googleapis.com/${name}` : name,
      name: text(fields.title) || name,
      ...(project === undefined ? {} : { accountId: project }),
      isIdentity: false,
      isResource: true,
      attributes: { assettype: 'iam.googleapis.com/Role', builtin: !isCustom, rolename: name },
    });
    if (project !== undefined) draft.relate(entity.nativeId, `projects/${project}`, 'contains');
    roles.set(name, { title: name, uri: entity.uri });
    draft.addPolicy({
      policyId: name,
      name: text(fields.title) || name,
      uri: entity.uri,
      kind: 'gcp_role',
      holder: { nativeId: entity.nativeId, uri: entity.uri },
      document: JSON.stringify(fields),
    });
  }
  return roles;
}

interface Known {
  roles: ReadonlyMap<string, Role>;
  /** Native ids of service accounts by full resource name. */
  byName: ReadonlyMap<string, string>;
  /** Uses per policy id: one role may be bound twice at one node. */
  ids: Map<string, number>;
}

function addBindings(draft: SourceDraft, entry: GcpEntry, hierarchy: GcpHierarchy, { roles, byName, ids }: Known): void {
  const resource = text(entry.fields.resource);
  if (resource === '') return draft.warn(entry, '/resource', 'An IAM policy without a resource was left out.');
  const node = byName.get(resource) ?? hierarchy.projects.nativeId(resource);
  const holder = draft.find(node);
  // The policy of a service account refers to it by full name, as a node of the hierarchy.
  const place = typeof holder?.attributes.resourceid === 'string' ? holder.attributes.resourceid : node;
  bindingsOf(entry.fields).forEach((binding, index) => {
    const role = text(binding.role);
    if (role === '' || !Array.isArray(binding.members))
      return draft.warn(entry, `/policy/bindings/${index}`, 'A binding without role or members was left out.');
    if (!roles.has(role) && !BASIC_ROLES.includes(role)) {
      draft.warn(
        entry,
        `/policy/bindings/${index}/role`,
        `The role ${role} is bound, but the bundle has no definition of it. The binding is not evaluated.`,
      );
    }
    const given = createHash('sha256')
      .update(`${role} ${JSON.stringify(binding.condition ?? null)}`)
      .digest('base64url')
      .slice(0, 12);
    const count = (ids.get(`${node} ${given}`) ?? 0) + 1;
    ids.set(`${node} ${given}`, count);
    const document = JSON.stringify({ resource, ...binding });
    draft.addPolicy({
      policyId: `${node}/bindings/${given}${count > 1 ? `-${count}` : ''}`,
      name: role,
      uri: roles.get(role)?.uri ?? holder?.uri ?? '',
      kind: 'gcp_binding',
      holder: holder ? { nativeId: place, uri: holder.uri } : { nativeId: place },
      document,
    });
  });
}

/** Returns the attachment point: the project demo for `policies/cloudresourcemanager.googleapis.com%2Fprojects%2Fdemo/denypolicies/no-keys`. */
function addDenyPolicy(draft: SourceDraft, entry: GcpEntry, hierarchy: GcpHierarchy): void {
  const name = text(entry.fields.name);
  const attached = decoded(/^policies\/([^/]+)\/denypolicies\//i.exec(name)?.[1] ?? '');
  if (attached === '') return draft.warn(entry, '/name', 'A deny policy whose name contains no attachment point was left out.');
  if (!Array.isArray(entry.fields.rules)) return draft.warn(entry, '/rules', 'A deny policy without rules was left out. Export it with its rules.');
  const node = hierarchy.projects.nativeId(`//${attached}`);
  const holder = draft.find(node);
  draft.addPolicy({
    policyId: name,
    name: text(entry.fields.displayName) || (name.split('/').at(-1) ?? name),
    uri: holder?.uri ?? '',
    kind: 'gcp_deny_policy',
    holder: holder ? { nativeId: node, uri: holder.uri } : { nativeId: node },
    document: JSON.stringify(entry.fields),
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
