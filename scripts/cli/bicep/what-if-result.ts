import { CliFailure } from '../failure';
import { knownValues } from '../terraform/known-values';
import type { Plan, ResourceChange } from '../terraform/plan';

type Json = Record<string, unknown>;

const AUTHORIZATION = /^(.*)\/providers\/Microsoft\.Authorization\/(roleAssignments|roleDefinitions)\/([^/]+)$/i;

/** Types that give access, or take it away, and are not read. Policies and locks of Azure give nobody access. */
const CONCERNS_ACCESS =
  /\/Microsoft\.Authorization\/(?!policy|locks)|\/federatedIdentityCredentials\/|\/vaults\/[^/]+\/accessPolicies\/|\/Microsoft\.ManagedServices\/|\/sqlRole|\/Microsoft\.Resources\/deployment(?:s|Stacks|Scripts)\//i;

/** Reports whether a JSON text is the result of a what-if of Azure Resource Manager. */
export function isWhatIfResult(text: string): boolean {
  try {
    const { changes, status } = (JSON.parse(text) ?? {}) as Json;
    return Array.isArray(changes) && typeof status === 'string';
  } catch {
    return false;
  }
}

/**
 * Reads what a deployment of Bicep would do, as `az deployment sub what-if --no-pretty-print` prints it. Its role assignments and roles become those of a
 * plan, because both make the same edits.
 * @see https://learn.microsoft.com/azure/azure-resource-manager/bicep/deploy-what-if
 * @throws CliFailure for a failed what-if
 */
export function parseWhatIfResult(text: string): Plan {
  const { changes = [], potentialChanges: potential, status, error } = JSON.parse(text) as Json;
  if (status !== 'Succeeded')
    throw new CliFailure(`Azure could not foresee this deployment: ${String((error as Json | null)?.message ?? status)}. Mend it, and ask again.`);
  const sure = (changes as Json[]).map((change) => readChange(change));
  const perhaps = list(potential).flatMap((change) => {
    const { changes: own, unread } = readChange(change);
    return own.length + unread.length > 0 ? [`${String(change.resourceId)}: only the deployment will know whether it changes`] : [];
  });
  return {
    changes: sure.flatMap((one) => one.changes),
    resources: [],
    configuration: {},
    providers: {},
    unread: [...sure.flatMap((one) => one.unread), ...perhaps],
  };
}

interface Read {
  changes: ResourceChange[];
  unread: string[];
}

function readChange({ resourceId, changeType, before, after }: Json): Read {
  const id = String(resourceId ?? '');
  const nothing: Read = { changes: [], unread: [] };
  const undecided = (reason: string): Read => ({ changes: [], unread: [`${id}: ${reason}`] });
  // An id that is still an expression may be that of anything.
  if (changeType === 'Unsupported') return undecided('Azure cannot foresee this change');
  if (changeType === 'NoChange' || changeType === 'NoEffect' || changeType === 'Ignore') return nothing;
  const [, scope, kind = '', name] = AUTHORIZATION.exec(id) ?? [];
  if (scope === undefined || name === undefined) {
    const isVault = JSON.stringify(policiesOf(before)) !== JSON.stringify(policiesOf(after));
    return CONCERNS_ACCESS.test(id) || isVault ? undecided('changes of this type are not read yet') : nothing;
  }
  if (changeType === 'Deploy') return undecided('the result has no values. Ask with --result-format FullResourcePayloads');
  const isRole = kind.toLowerCase() === 'roledefinitions';
  const valuesOf = isRole ? roleValues : assignmentValues;
  const side = (resource: unknown): Json | null => {
    const { properties } = (resource ?? {}) as Json;
    return typeof properties === 'object' && properties !== null ? { scope: scope || '/', ...valuesOf(properties as Json, name) } : null;
  };
  const [was, is] = [side(before), side(after)];
  if ((changeType !== 'Create' && !was) || (changeType !== 'Delete' && !is)) return undecided('the result has no values of it');
  const { known, unknown } = knownValues(is, isExpression);
  const type = isRole ? 'azurerm_role_definition' : 'azurerm_role_assignment';
  const sides = { before: changeType === 'Create' ? null : was, after: changeType === 'Delete' ? null : (known as Json) };
  return { changes: [{ address: id, type, provider: 'azurerm', isReplaced: false, ...sides, unknown: unknown ?? {} }], unread: [] };
}

function assignmentValues({ principalId, roleDefinitionId, condition }: Json): Json {
  return { principal_id: principalId, role_definition_id: roleDefinitionId, condition: condition ?? undefined };
}

function roleValues({ roleName, permissions }: Json, name: string): Json {
  const parts = list(permissions).map(({ actions = [], notActions = [], dataActions = [], notDataActions = [] }) => ({
    ...{ actions, not_actions: notActions, data_actions: dataActions, not_data_actions: notDataActions },
  }));
  // Permissions that are an expression as a whole stay one.
  return { name: roleName, role_definition_id: name, permissions: typeof permissions === 'string' ? permissions : parts };
}

/** Access policies of a key vault. */
function policiesOf(resource: unknown): unknown {
  return ((resource as Json | null)?.properties as Json | undefined)?.accessPolicies ?? [];
}

/** An expression that only the deployment will evaluate. Two brackets are a text with one. */
function isExpression(text: string): boolean {
  return text.startsWith('[') && !text.startsWith('[[');
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
