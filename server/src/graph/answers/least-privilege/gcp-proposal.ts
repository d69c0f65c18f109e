import type { ProposedDocument } from '@cam/contracts/server';
import { kindOfGcpPermission } from '../../providers/gcp/compile/action-kinds';
import { readBinding, readRolePermissions } from '../../providers/gcp/read/documents';
import { KNOWN_PERMISSIONS } from '../../providers/gcp/compile/known-permissions';
import { BASIC_ROLES, basicRolePermissions } from '../../providers/gcp/compile/role-permissions';
import type { UsageCoverage } from '../../engine/usage-coverage';
import { documentText, slug, type Draft, type ReplayCase, type UsedCall } from './proposal';
import type { StoredDocument } from './read-assignments';

/** The bindings of an identity in a GCP source, as the source's documents list them. */
export interface GcpSubject {
  name: string;
  /** The names of the identity and its groups, as bindings write members. */
  members: readonly string[];
  bindings: readonly StoredDocument[];
  roles: readonly StoredDocument[];
  denies: readonly StoredDocument[];
  parents: Record<string, string>;
}

interface Held {
  role: string;
  place: string;
  condition: unknown;
  permissions: string[];
}

/** Returns the permissions that the audit log does not cover for a kind of access and resource type. */
const DATA: Readonly<Record<string, RegExp>> = {
  'WRITE OBJECT_STORE': /^storage\.(?:objects|multipartUploads)\./,
  'WRITE NOSQL_DB': /^(?:datastore|bigtable)\./,
  'WRITE RELATIONAL_DB': /^(?:spanner\.databases|cloudsql\.instances)\.(?:write|beginOrRollback|beginPartitionedDml|connect|login)/,
};

/**
 * Proposes one custom role per bound resource with the permissions used there. Permissions that the audit log does not cover stay as they
 * are.
 * @see Google Cloud, "IAM custom roles" and "Cloud Audit Logs overview"
 */
export function proposeForGcp(subject: GcpSubject, calls: readonly UsedCall[], { silent }: UsageCoverage): Draft {
  const held = heldBy(subject);
  const isUnlogged = (permission: string): boolean =>
    (kindOfGcpPermission(permission) === 'READ' && silent.includes('READ')) ||
    Object.entries(DATA).some(([kind, pattern]) => silent.includes(kind) && pattern.test(permission));
  const left = held.map((one): Held => {
    const used = new Set(
      calls
        .filter(({ resources }) => resources.length === 0 || resources.some((resource) => chainOf(resource, subject.parents).includes(one.place)))
        .map(({ action }) => action),
    );
    return { ...one, permissions: one.permissions.filter((permission) => used.has(permission) || isUnlogged(permission)) };
  });
  const cases = calls.flatMap(({ action, resources, uses }): ReplayCase[] => {
    const fallback = held.find(({ permissions }) => permissions.includes(action))?.place ?? 'projects/-';
    return (resources.length === 0 ? [fallback] : resources).map((resource) => {
      const request = { principal: subject.members[0] ?? '', permission: action, resource };
      return { action, resource, uses, today: caseOf(subject, held, request), proposed: caseOf(subject, left, request) };
    });
  });
  const unjudged = new Set(
    left.flatMap(({ permissions }) => permissions.filter((one) => isUnlogged(one) && !calls.some(({ action }) => action === one))),
  );
  return {
    documents: toDocuments(left, subject.name),
    cases,
    held: new Set(held.flatMap(({ permissions }) => permissions)),
    left: new Set(left.flatMap(({ permissions }) => permissions)),
    notes: unjudged.size === 0 ? [] : [`The audit log does not cover reads and data access. ${unjudged.size} of these permissions stay unchanged.`],
  };
}

function heldBy({ bindings, roles, members }: GcpSubject): Held[] {
  const known = new Map(roles.map(({ policyId, document }) => [policyId, readRolePermissions(document)]));
  const permissionsOf = (role: string): string[] =>
    known.get(role) ??
    (BASIC_ROLES.includes(role) ? basicRolePermissions(role, [...new Set([...KNOWN_PERMISSIONS, ...[...known.values()].flat()])]) : []);
  return bindings.flatMap(({ place, document }) => {
    const binding = readBinding(document);
    if (!binding.members.some((member) => members.includes(member))) return [];
    return [{ role: binding.role, place, condition: document.condition ?? null, permissions: permissionsOf(binding.role) }];
  });
}

function chainOf(resource: string, parents: Record<string, string>): string[] {
  const chain = new Set<string>();
  for (let at: string | undefined = resource; at !== undefined && !chain.has(at); at = parents[at]) chain.add(at);
  return [...chain];
}

function caseOf(
  { members, denies, parents }: GcpSubject,
  held: readonly Held[],
  request: { principal: string; resource: string },
): Record<string, unknown> {
  const names = held.map(({ role }, index) => `${role}#${index}`);
  return {
    provider: 'gcp',
    resource_parents: Object.fromEntries(
      chainOf(request.resource, parents).flatMap((node) => (parents[node] === undefined ? [] : [[node, parents[node]]])),
    ),
    group_members: Object.fromEntries(members.slice(1).map((group) => [group, [request.principal]])),
    roles: Object.fromEntries(held.map(({ permissions }, index) => [names[index], permissions])),
    bindings: held.map(({ place, condition }, index) => ({ resource: place, role: names[index], members: [request.principal], condition })),
    deny_policies: denies.map(({ place, document }) => ({ attached_to: place, rules: document.rules })),
    request,
  };
}

/** Builds one role per resource and condition. */
function toDocuments(left: readonly Held[], name: string): ProposedDocument[] {
  const byPlace = new Map<string, Held[]>();
  for (const one of left) {
    if (one.permissions.length === 0) continue;
    const key = JSON.stringify([one.place, one.condition]);
    byPlace.set(key, [...(byPlace.get(key) ?? []), one]);
  }
  return [...byPlace.values()].map((held, index, all) => {
    const [{ place, condition }] = held as [Held];
    const number = all.length > 1 ? ` ${index + 1}` : '';
    const instead = [...new Set(held.map(({ role }) => role))].join(', ');
    const role = {
      title: `${name} least privilege${number}`.slice(0, 100),
      description: `Permissions that ${name} used. Replaces ${instead}.`.slice(0, 300),
      stage: 'GA',
      includedPermissions: [...new Set(held.flatMap(({ permissions }) => permissions))].sort(),
    };
    return {
      title: `Role${number} of ${name}`,
      format: 'GCP_ROLE' as const,
      place: `Bind it at ${place}${condition === null ? '' : ' with the current condition'} and remove ${instead}.`,
      file_name: `${slug(name)}-least-privilege${all.length > 1 ? `-${index + 1}` : ''}.json`,
      content: documentText(role),
    };
  });
}
