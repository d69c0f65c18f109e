import { ASSUMPTIONS } from '../assumptions';
import { byCodeUnits } from '../canonical';
import type { ReplayContext } from '../context';
import { Invalid, NotCheckable } from '../faults';
import { least, most, sure, type Truth } from '../truth';
import { expressionHolds, type KnownRequest } from './cel';
import { UncoveredExpression } from './cel-syntax';
import { means, serviceAccountsOf, type GoogleNames } from './members';
import { covers } from './policies';
import type { GooglePrincipal } from '../rules/gcp/principal';
import type { GoogleResource } from '../rules/gcp/resource';
import type { GooglePolicies } from '../rules/gcp/held';

/** A binding or a deny rule that applies to a request, or may apply. */
export interface GoogleApplied {
  policy: string;
  effect: 'Allow' | 'Deny';
  /** The place of a deny rule in its policy; 0 for a binding. */
  rule: number;
  /** The node of the hierarchy that has the policy. */
  node: string;
  holds: Truth;
}

export interface GoogleDecided {
  decision: 'allowed' | 'conditional' | 'denied' | 'not allowed';
  by: GoogleApplied[];
  /** Conditions that only the request decides, sorted. */
  open: string[];
  /** Roles that are bound to the identity and have no definition among the facts, sorted. They give nothing. */
  undefined: string[];
}

/** Permissions about the objects of a bucket. All others are about the bucket. */
const OF_OBJECTS = /^storage\.(?:objects|folders|managedFolders|multipartUploads)\./;
const BUCKET = 'storage.googleapis.com/Bucket';
const BASIC = /^project(Owner|Editor|Viewer):(.+)$/;
const MANAGER = '//cloudresourcemanager.googleapis.com/';
const DAY = 24 * 60 * 60 * 1000;

/**
 * Decides whether an identity has a permission on a resource.
 * @param on the id of the resource; with `/*` after it, every object of a bucket
 * @see https://cloud.google.com/iam/docs/policy-types
 * @throws NotCheckable if a policy that counts has something that this format has no rule for
 */
export function googleAccessOf(
  context: ReplayContext,
  place: string,
  { principal, resource, policies }: { principal: GooglePrincipal; resource: GoogleResource; policies: GooglePolicies },
  action: string,
  on: string,
): GoogleDecided {
  if (!/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+$/.test(action)) throw new Invalid(place, `"${action}" is no permission.`);
  if (policies.source !== resource.fact.source) throw new Invalid(place, 'The roles and boundaries are of another source than the resource.');
  const isInside = on === `${resource.fact.key}/*` && resource.assetType === BUCKET;
  if (on !== resource.fact.key && !isInside) throw new Invalid(place, `"${on}" is not in the resource "${resource.fact.key}".`);
  if (resource.assetType === BUCKET && isInside !== OF_OBJECTS.test(action))
    throw new Invalid(place, `${action} is not about ${isInside ? 'objects' : 'a bucket'}.`);
  context.assume(...ASSUMPTIONS.googleRequest());
  context.assume(...ASSUMPTIONS.catalogue(resource.fact.source.catalogue_sha256));
  const request = requestOf(resource, isInside, context.proof.claim.made_at);
  const open = new Set<string>();
  const holds = (condition: string | null): Truth => {
    const truth = condition === null ? 'yes' : conditionHolds(place, condition, request);
    if (truth === 'unknown' && condition !== null) open.add(condition);
    return truth;
  };
  const own = namesAt(principal, resource);
  const isOne = (members: readonly string[]): boolean => isOneOf(place, members, own, resource);
  const unknownRoles = new Set<string>();
  const by: GoogleApplied[] = [];
  for (const { node, bindings } of resource.nodes) {
    for (const { policy, role, members, condition } of bindings) {
      const permissions = policies.roles.get(role);
      if (permissions?.has(action) === false || !isOne(members)) continue;
      if (permissions === null) throw new NotCheckable(place, `The role ${role} is disabled, for which this format has no rule.`);
      if (permissions === undefined) {
        unknownRoles.add(role);
        continue;
      }
      by.push({ policy, effect: 'Allow', rule: 0, node, holds: holds(condition) });
    }
  }
  for (const { node, denies } of resource.nodes) {
    for (const { policy, rule, denied, excepted, permissions, exceptedPermissions, condition } of denies) {
      if (!covers(permissions, action) || covers(exceptedPermissions, action) || !isOne(denied) || isOne(excepted)) continue;
      by.push({ policy, effect: 'Deny', rule, node, holds: holds(condition) });
    }
  }
  const applied = by.filter((one) => one.holds !== 'no');
  const of = (effect: 'Allow' | 'Deny'): Truth => most(applied.filter((one) => one.effect === effect).map((one) => one.holds));
  const isWithin = isWithinBoundaries(place, own, resource, policies);
  const [allow, deny] = [least([of('Allow'), isWithin ? 'yes' : 'unknown']), of('Deny')];
  const decision = deny === 'yes' ? 'denied' : allow === 'no' ? 'not allowed' : allow === 'yes' && deny === 'no' ? 'allowed' : 'conditional';
  if (!isWithin) open.add('a principal access boundary');
  return {
    decision,
    by: applied,
    open: decision === 'conditional' ? [...open].sort(byCodeUnits) : [],
    undefined: [...unknownRoles].sort(byCodeUnits),
  };
}

function conditionHolds(place: string, condition: string, request: KnownRequest): Truth {
  try {
    return expressionHolds(condition, request);
  } catch (error) {
    if (!(error instanceof UncoveredExpression)) throw error;
    throw new NotCheckable(place, `The condition "${condition}" has ${error.message}, for which this format has no rule.`);
  }
}

/** Returns the names of an identity. The place of a service account counts only in its own source. */
function namesAt({ names, fact }: GooglePrincipal, resource: GoogleResource): GoogleNames {
  return fact.source === resource.fact.source ? names : { ...names, accountSets: null };
}

/** Reports whether one of the members of a policy means the identity. `projectOwner:shop` means whoever has the role of owners on the project. */
function isOneOf(place: string, members: readonly string[], names: GoogleNames, resource: GoogleResource): boolean {
  const truths = members.map((member): [string, Truth] => {
    const [, basic, project] = BASIC.exec(member) ?? [];
    if (basic === undefined || project === undefined) return [member, means(member, names)];
    return [member, sure(hasBasicRole(place, `roles/${basic.toLowerCase()}`, `projects/${project}`, names, resource))];
  });
  if (truths.some(([, truth]) => truth === 'yes')) return true;
  const open = truths.find(([, truth]) => truth === 'unknown');
  if (open) throw new NotCheckable(place, `A policy names "${open[0]}", for which this format has no rule.`);
  return false;
}

function hasBasicRole(place: string, role: string, project: string, names: GoogleNames, resource: GoogleResource): boolean {
  const found = resource.nodes.find(({ node }) => node === project);
  if (!found) throw new NotCheckable(place, `A policy names the holders of ${role} on "${project}", which is not above the resource.`);
  const meant = found.bindings.filter((binding) => {
    const plain = binding.members.filter((member) => !BASIC.test(member));
    return binding.role === role && isOneOf(place, plain, names, resource);
  });
  if (meant.some(({ condition }) => condition !== null)) throw new NotCheckable(place, `The binding of ${role} on "${project}" has a condition.`);
  return meant.length > 0;
}

/**
 * Reports whether no principal access boundary can keep the identity from the resource. Outside the eligible nodes, a boundary blocks some permissions and
 * not others.
 * @see https://cloud.google.com/iam/docs/principal-access-boundary-policies
 */
function isWithinBoundaries(place: string, names: GoogleNames, { nodes }: GoogleResource, { boundaries }: GooglePolicies): boolean {
  const binding = boundaries.filter(({ policy, principalSet }) => {
    const node = principalSet.startsWith(MANAGER) ? principalSet.slice(MANAGER.length) : null;
    if (names.member.startsWith('user:')) return node === null ? principalSet.includes('/workspace/') : node.startsWith('organizations/');
    if (node === null) return false;
    if (names.accountSets) return names.accountSets.has(serviceAccountsOf(node));
    throw new NotCheckable(place, `No source tells whether the service account is in the set of the boundary "${policy}".`);
  });
  return binding.length === 0 || nodes.some(({ node }) => binding.some(({ eligible }) => eligible.includes(node)));
}

function requestOf({ fullName, assetType, tags }: GoogleResource, isInside: boolean, madeAt: string): KnownRequest {
  const [, service = '', path = ''] = /^\/\/([^/]+)\/(.+)$/.exec(fullName) ?? [];
  const name = path === '' ? fullName : service === 'storage.googleapis.com' && !path.startsWith('projects/') ? `projects/_/buckets/${path}` : path;
  const notBefore = Math.floor(Date.parse(madeAt) / DAY - 2) * DAY;
  return isInside
    ? { name: { text: `${name}/`, isOpen: true }, type: { text: `${service}/`, isOpen: true }, service, tags, notBefore }
    : { name: { text: name, isOpen: false }, type: { text: assetType, isOpen: false }, service: assetType.split('/')[0] ?? '', tags, notBefore };
}

/** Returns the reason why a request is refused, for readers; null where the request may pass. */
export function refusingReason({ decision, by }: GoogleDecided): string | null {
  if (decision === 'not allowed') return 'not allowed by any binding';
  if (decision !== 'denied') return null;
  return `denied by ${by.find(({ effect, holds }) => effect === 'Deny' && holds === 'yes')?.policy ?? ''}`;
}
