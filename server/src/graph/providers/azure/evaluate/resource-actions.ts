import { Bitset } from '../../../engine/bitset';
import type { AzureActions } from '../compile/actions';
import { isManagementGroup } from '../compile/scopes';

export const SUBSCRIPTION = 'microsoft.resources/subscriptions';
export const RESOURCE_GROUP = 'microsoft.resources/subscriptions/resourcegroups';
export const MANAGEMENT_GROUP = 'microsoft.management/managementgroups';

/** Returns the resource type of a scope: namespace and types, without the names. Empty where the scope contains none. */
export function typeOfScope(scope: string): string {
  if (isManagementGroup(scope)) return MANAGEMENT_GROUP;
  const provider = scope.lastIndexOf('/providers/');
  if (provider < 0) return /^\/subscriptions\/[^/]+$/.test(scope) ? SUBSCRIPTION : /\/resourcegroups\/[^/]+$/.test(scope) ? RESOURCE_GROUP : '';
  const [namespace = '', ...path] = scope.slice(provider + '/providers/'.length).split('/');
  return [namespace, ...path.filter((_part, index) => index % 2 === 0)].join('/');
}

/** Actions on a subscription or management group itself, including its diagnostic settings. */
const ON_SCOPES =
  /^microsoft\.(?:(?:authorization|resources|management|features|policyinsights|support|consumption|costmanagement|billing|security|advisor|managedservices|blueprint)\/|insights\/diagnosticsettings\/)/;

/** Actions on any resource, because roles can be assigned on each. */
const ON_ANYTHING =
  /^microsoft\.authorization\/(?:roleassignments|locks|denyassignments|roleeligibilityschedulerequests|roleassignmentschedulerequests)\//;

/** Creating a resource is authorized on its resource group or subscription. */
const MAKES_RESOURCE = /^[^/]+\/[^/]+\/write$/;

/** The applicable actions of each resource type. */
export class ResourceActions {
  readonly #byType = new Map<string, Bitset>();

  constructor(private readonly actions: AzureActions) {}

  /** @param type resource type in lower case, from `typeOfScope` */
  of(type: string): Bitset {
    const known = this.#byType.get(type);
    if (known) return known;
    const made = this.actions.where(({ name, plane }) => this.#applies(type, name, plane === 'control'));
    this.#byType.set(type, made);
    return made;
  }

  #applies(type: string, action: string, isControl: boolean): boolean {
    if (type === MANAGEMENT_GROUP) return isControl && (ON_SCOPES.test(action) || MAKES_RESOURCE.test(action));
    if (action.startsWith('microsoft.authorization/elevateaccess/')) return false;
    if (type === SUBSCRIPTION) return isControl && (ON_SCOPES.test(action) || MAKES_RESOURCE.test(action));
    if (isControl && ON_ANYTHING.test(action)) return true;
    if (type === RESOURCE_GROUP)
      return isControl && (/^microsoft\.resources\/(?:subscriptions\/resourcegroups|deployments|tags)\//.test(action) || MAKES_RESOURCE.test(action));
    return action.startsWith(`${type}/`);
  }
}

/**
 * Returns parts of ids. Only the usual actions of resources whose id contains one of them may apply to a type.
 * @param type resource type in lower case, from `typeOfScope`
 */
export function idPartsFor(type: string): string[] {
  if (['', SUBSCRIPTION, RESOURCE_GROUP, MANAGEMENT_GROUP].includes(type)) return ['/'];
  const [namespace = '', first = ''] = type.split('/');
  return [`/providers/${namespace}/${first}/`, '/providers/microsoft.authorization/'];
}

/** Returns the three actions that every resource type has. */
export function usualActions(types: Iterable<string>): { id: string; plane: 'control' }[] {
  return [...types].flatMap((type) =>
    type === '' ? [] : ['read', 'write', 'delete'].map((verb) => ({ id: `${type}/${verb}`, plane: 'control' as const })),
  );
}

/** Returns the actions of each kind of access as bits. */
export function kindsOf(actions: AzureActions): Record<'READ' | 'WRITE' | 'ADMIN', Bitset> {
  return { READ: actions.ofKind('READ'), WRITE: actions.ofKind('WRITE'), ADMIN: actions.ofKind('ADMIN') };
}
