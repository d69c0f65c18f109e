import { ActionSets } from '../../../engine/action-sets';
import { kindsAmong, type ActionNames } from '../../../engine/access-row';
import { isPrivileged } from '../../../engine/privileged';
import type { AccessRowRecord } from '../../../engine/graph-rows';
import { portReach } from '../../../engine/port-reach';
import type { Evaluation, EvaluationContext } from '../../../engine/evaluation';
import type { SourceFacts } from '../../../engine/source-facts';
import { classAccess } from './class-access';
import { GcpEscalations } from '../escalate/escalate';
import { gcpAccount, type GcpResource } from './account';
import { ALL_USERS, ALL_AUTHENTICATED_USERS } from '../compile/members';
import { classifyPrincipals } from './principal-classes';
import { classifyResources } from './resource-classes';
import { ResourcePermissions } from './resource-permissions';

/**
 * Evaluates the projects of one source by classes of principals and classes of resources, never by pairs.
 * @see Google Cloud, "Policy evaluation"
 */
export function* evaluateGcp(facts: SourceFacts, context: EvaluationContext): Generator<number, Evaluation> {
  const account = gcpAccount(facts);
  const { permissions } = account;
  const nameOf = (index: number): string => permissions.nameOf(index);
  const names: ActionNames = {
    nameOf,
    sets: new ActionSets(nameOf),
    kinds: { READ: permissions.ofKind('READ'), WRITE: permissions.ofKind('WRITE'), ADMIN: permissions.ofKind('ADMIN') },
  };
  const resources = classifyResources(facts.accountId, account, new ResourcePermissions(permissions));
  const { classes, externalPrincipals: externalPrincipals } = classifyPrincipals(facts.accountId, account, context);
  const escalations = new GcpEscalations(facts, account);

  const access: AccessRowRecord[] = [];
  const attributes = new Map<string, Record<string, unknown>>();
  // A resource is not public until a binding grants access to everyone.
  const byPolicyAlone = resources.flatMap(({ members }) => members).filter(isControlledByPolicyAlone);
  for (const { entity } of account.bindings.length > 0 ? byPolicyAlone : []) attributes.set(entity.uri, { public: false });
  let done = 0;
  for (const principal of classes) {
    const nodes = new Set(principal.held.bindings.map(({ node }) => node));
    const isPublic = principal.members.some(({ entity }) => entity.nativeId === ALL_USERS || entity.nativeId === ALL_AUTHENTICATED_USERS);
    let administers = false;
    for (const resource of resources) {
      if (!resource.chain.some((node) => nodes.has(node))) continue;
      const found = classAccess(principal, resource, names);
      if (!found) continue;
      access.push(found.row);
      administers ||= kindsAmong(found.allowed.always, names).includes('ADMIN');
      if (isPublic) for (const { entity } of resource.members) attributes.set(entity.uri, { ...attributes.get(entity.uri), public: true });
      escalations.record(principal, resource, found.allowed);
    }
    const found = escalations.of(principal);
    for (const { entity } of principal.members) {
      const privileged = isPrivileged({ administers, escalations: found });
      attributes.set(entity.uri, { ...attributes.get(entity.uri), privileged, ...(found.length > 0 ? { escalations: found } : {}) });
    }
    yield ++done / classes.length;
  }
  const guarding = resources.flatMap(({ id, members }) => members.map(({ entity }) => ({ id, example: entity })));
  const ports = portReach({ tenantId: context.tenantId, cloudType: 'GCP', accountId: facts.accountId }, guarding);
  return {
    access: [...access, ...ports.access],
    classOf: new Map(resources.flatMap(({ id, members }) => members.map(({ entity }) => [entity.uri, id] as const))),
    pclassOf: new Map([...classes.flatMap(({ id, members }) => members.map(({ entity }) => [entity.uri, id] as const)), ...ports.pclassOf]),
    steps: escalations.steps,
    externalPrincipals: [...externalPrincipals, ...ports.networks],
    attributes,
  };
}

const STORES = new Set(['OBJECT_STORE', 'KEYSTORE', 'NOSQL_DB', 'RELATIONAL_DB', 'SERVERLESS_COMPUTE']);

/** Reports whether only IAM controls access to the data. Cloud SQL and AlloyDB databases also accept network connections. */
function isControlledByPolicyAlone({ entity, assetType }: GcpResource): boolean {
  return STORES.has(entity.type) && !/^(?:sqladmin|alloydb)\./.test(assetType);
}
