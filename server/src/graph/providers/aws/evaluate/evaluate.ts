import { StatementCompiler } from '../compile/compiled-statement';
import { AwsEscalations } from '../escalate/escalate';
import type { AssumptionEdge, Evaluation, EvaluationContext } from '../../../engine/evaluation';
import type { Entity } from '../../../engine/model';
import type { AwsAccount, Principal } from '../account-model';
import type { SourceFacts } from '../../../engine/source-facts';
import { privilegedIdentities, type OwnPrivileges } from '../../../engine/privileged';
import { ActionSets } from '../../../engine/action-sets';
import { awsAccount } from './account';
import { AlikeResources } from './alike-resources';
import { AssumableRoles, type AssumableRole } from './role-assumption';
import { classAccess } from './class-access';
import { PolicyCollector } from './applicable-policies';
import type { Escalation } from '../../../engine/escalation';
import type { AccessRowRecord } from '../../../engine/graph-rows';
import { networkClasses } from './networks';
import { portAccess } from '../../../engine/port-reach';
import { organizationKeys, organizationLimits, type OrganizationLimits } from './organization-limits';
import { externalPrincipalClasses } from './external-principal-classes';
import { connectedProviders, FederatedRoles } from './federated-roles';
import { withForeignPoints } from './foreign-access-points';
import type { KnownOrganizations } from './external-principal-context';
import { findExternalPrincipals } from './external-principals';
import { EndpointPolicies } from '../compile/vpc-endpoints';
import { PolicyIndex } from './policy-index';
import { PrincipalClasses, type PrincipalClass, type ClassificationContext } from './principal-classes';
import { publicResources } from './public-resources';
import { classifyResources, type ResourceClass, type ResourceClasses } from './resource-classes';
import { ResourceProbes } from './resource-probes';
import { ResourcePolicies } from './resource-policies';

/** A class of principals with the resources that it may access. */
interface Candidate {
  pclass: PrincipalClass;
  reachable: () => Iterable<ResourceClass>;
}

/** The principals of one account, with the class of each by URI. */
interface Classified {
  account: AwsAccount;
  classes: PrincipalClass[];
  classOf: ReadonlyMap<string, PrincipalClass>;
}

/**
 * Evaluates one AWS account by classes of principals and classes of resources, never by pairs. The cost grows with (principal classes) x (reachable
 * resource classes) x (statements of a class), not with the number of identities or resources. Principals of other accounts, services and the public
 * are evaluated against resources whose policies name them.
 */
export function* evaluateAws(facts: SourceFacts, context: EvaluationContext): Generator<number, Evaluation> {
  const { tenantId, catalogue } = context;
  const account = withForeignPoints(awsAccount(facts, context.canonicalUsers), context.accessPoints ?? []);
  const compiler = new StatementCompiler(catalogue, (own) => {
    const endpoints = new EndpointPolicies(facts.policies, (patterns) => own.expand(patterns));
    return (statement) => endpoints.apply(statement);
  });
  const kinds = ResourceProbes.of(catalogue);
  const sets = new ActionSets((index) => catalogue.actions[index]?.id ?? '');
  const policies = new ResourcePolicies(account, compiler);
  const organization = organizationLimits(context.organization, account.accountId);
  const ofResources = { rcps: organization.rcps, tests: policies.tests(), names: policies.names() };
  const own = classify(account, compiler, { place: '', ...ofPrincipals(organization), ...ofResources });
  const grantees = policies.grantees();
  const otherAccounts = [...context.accounts].map(([accountId, other]) => {
    const limits = organizationLimits(context.organizations.get(accountId) ?? null, accountId);
    return classify(withGrants(awsAccount(other), grantees), compiler, { place: `in ${account.accountId}`, ...ofPrincipals(limits), ...ofResources });
  });
  const known = organizationKeys('resource', organization);
  const others = otherAccounts.flatMap(({ classes }) => classes);
  const resources = classifyResources(account.entities, { own: own.classes, others }, kinds, { policies, known });
  const index = new PolicyIndex(resources.all);
  const organizations = knownOrganizations(account.accountId, context);
  const externalContext = { tenantId, account, connected: new Set(context.accounts.keys()), compiler, rcps: organization.rcps, organizations };
  const networks = networkClasses(resources.all, externalContext);
  const externalClasses = [...externalPrincipalClasses(resources.all, externalContext), ...networks];

  const candidates: Candidate[] = [
    ...own.classes.map((pclass) => ({ pclass, reachable: () => new Set([...resources.candidatesOf(pclass), ...index.namingPrincipal(pclass)]) })),
    ...others.map((pclass) => ({ pclass, reachable: () => acrossAccounts(pclass, resources, index) })),
    ...externalClasses.map(({ pclass, resources: named }) => ({ pclass, reachable: () => named })),
  ];
  const access: AccessRowRecord[] = portAccess(resources.all, new Map(networks.map(({ entity, pclass }) => [entity.nativeId, pclass.id])));
  for (const [done, { pclass, reachable }] of candidates.entries()) {
    const collector = new PolicyCollector(pclass);
    const alike = new AlikeResources<AccessRowRecord | null>(collector);
    for (const resource of reachable()) {
      if (!collector.mayAllow(resource, kinds.probedActions(resource.example))) continue;
      const row = alike.answer(resource, () => classAccess(collector, resource, kinds, sets));
      if (row) access.push(row.classId === resource.id ? row : { ...row, classId: resource.id });
    }
    yield (done + 1) / candidates.length;
  }

  const isConnected = connectedProviders(context.federation);
  const trusted = findExternalPrincipals(externalContext, known).filter(({ entity }) => !isConnected(entity.nativeId));
  const steps = trusted.flatMap(({ entity, assumes }) => assumes.map((step) => toStep(entity, step)));
  const federated = new FederatedRoles(compiler, {
    tenantId,
    accountId: account.accountId,
    trusts: account.trusts,
    policies,
    rcps: organization.rcps,
    known,
  });
  const federation = federated.edgesOf(context.federation);
  let federatedEdges = federation.next();
  for (; !federatedEdges.done; federatedEdges = federation.next()) yield 1;
  steps.push(...federatedEdges.value);
  const roles = new AssumableRoles(account.trusts, catalogue, policies, known);
  for (const { account: other, classOf } of [own, ...otherAccounts]) {
    for (const principal of other.principals) {
      const pclass = classOf.get(principal.entity.uri);
      if (pclass && canAct(principal)) steps.push(...roles.of(principal, pclass).map((step) => toStep(principal.entity, step)));
      yield 1;
    }
  }

  const privileges = privilegesOf(own, new AwsEscalations({ account, relations: facts.relations, catalogue, known }));
  let privilege = privileges.next();
  for (; !privilege.done; privilege = privileges.next()) yield 1;
  steps.push(...privilege.value.steps);
  const administering = new Set(access.filter(({ admin }) => admin === 2).map(({ pclassId }) => pclassId));
  const reaching = new Set(access.map(({ pclassId }) => pclassId));
  const otherClasses = [
    ...otherAccounts.flatMap(({ classOf }) => [...classOf].map(([uri, { id }]) => [uri, id] as const)),
    ...externalClasses.map(({ entity, pclass }) => [entity.uri, pclass.id] as const),
  ].filter(([, id]) => reaching.has(id));
  const attributes = new Map<string, Record<string, unknown>>(
    publicResources({ entities: account.entities, resources, access, externalClasses, trusted }),
  );
  const { escalationsOf } = privilege.value;
  const ownPrivileges = [...own.classOf].map(([uri, { id }]): [string, OwnPrivileges] => [
    uri,
    { administers: administering.has(id), escalations: escalationsOf.get(id)?.escalations ?? [] },
  ]);
  const privileged = privilegedIdentities(new Map(ownPrivileges), steps);
  for (const [uri, { id }] of own.classOf) {
    attributes.set(uri, { ...attributes.get(uri), privileged: privileged.has(uri), ...escalationsOf.get(id) });
  }
  return {
    access,
    classOf: resources.classOf,
    pclassOf: new Map([...[...own.classOf].map(([uri, { id }]) => [uri, id] as const), ...otherClasses]),
    steps,
    externalPrincipals: distinct([...trusted.map(({ entity }) => entity), ...externalClasses.map(({ entity }) => entity)]),
    attributes,
  };
}

/**
 * Returns the resources that a principal of another account may reach: both its own policies and the resource's must allow it, except that a grant of a key
 * or an access point suffices.
 */
function* acrossAccounts(pclass: PrincipalClass, resources: ResourceClasses, index: PolicyIndex): Generator<ResourceClass> {
  const own = resources.candidatesOf(pclass);
  for (const resource of index.namingPrincipalOrAccount(pclass))
    if (own.has(resource) || resource.policy?.statements.some(({ byGrant }) => byGrant)) yield resource;
}

/** Returns the privilege escalations of each class, and the edges to the identities that they take over. */
function* privilegesOf(
  { account, classOf }: Classified,
  finder: AwsEscalations,
): Generator<undefined, { steps: AssumptionEdge[]; escalationsOf: Map<string, { escalations: Escalation[] }> }> {
  const membersOf = new Map<PrincipalClass, Entity[]>();
  for (const { entity } of account.principals) {
    const pclass = classOf.get(entity.uri);
    if (pclass) membersOf.set(pclass, [...(membersOf.get(pclass) ?? []), entity]);
  }
  const steps: AssumptionEdge[] = [];
  const escalationsOf = new Map<string, { escalations: Escalation[] }>();
  for (const [pclass, members] of membersOf) {
    const { escalations, takeovers } = finder.of(pclass, members);
    if (escalations.length > 0) escalationsOf.set(pclass.id, { escalations });
    for (const child of pclass.isGroup ? [] : members) {
      const others = takeovers.filter(({ target }) => target.uri !== child.uri);
      for (const { target, relation, conditions } of others)
        steps.push({ childUri: child.uri, parent: nodeOf(target), relation, group: null, conditions });
    }
    yield;
  }
  return { steps, escalationsOf };
}

function classify(account: AwsAccount, compiler: StatementCompiler, context: ClassificationContext): Classified {
  const groups = new Map(account.principals.filter(({ entity }) => entity.type === 'GROUP').map((group) => [group.entity.uri, group]));
  const sorted = new PrincipalClasses(compiler, groups, context);
  const classOf = new Map(account.principals.map((principal) => [principal.entity.uri, sorted.classOf(principal)]));
  return { account, classes: [...sorted.all], classOf };
}

/** Keeps the principals that hold a policy, or that a grant names. For other access to other accounts, both sides must allow. */
function withGrants(account: AwsAccount, grantees: ReadonlySet<string>): AwsAccount {
  const holders = new Set(account.principals.flatMap(({ entity, policies }) => (policies.length > 0 ? [entity.uri] : [])));
  const mayAct = ({ entity, groups }: Principal): boolean =>
    grantees.has('*') || grantees.has(entity.nativeId) || [entity.uri, ...groups].some((uri) => holders.has(uri));
  return { ...account, principals: account.principals.filter(mayAct) };
}

/** Returns the organizations that contain this account and the connected accounts. */
function knownOrganizations(accountId: string, { organization, organizations }: EvaluationContext): KnownOrganizations {
  const levels = new Map([...organizations, ...(organization ? [[accountId, organization] as const] : [])]);
  const of = new Map([...levels].map(([account, list]) => [account, organizationLimits(list, account)]));
  return { of, ids: new Set([...of.values()].flatMap(({ orgId }) => orgId ?? [])) };
}

function ofPrincipals(limits: OrganizationLimits): Pick<ClassificationContext, 'scps' | 'known'> {
  return { scps: limits.scps, known: organizationKeys('principal', limits) };
}

function distinct(entities: readonly Entity[]): Entity[] {
  return [...new Map(entities.map((entity) => [entity.uri, entity])).values()];
}

/** Reports whether a principal signs requests itself. A group does not: its members act. */
function canAct({ entity }: Principal): boolean {
  return entity.type !== 'GROUP';
}

function toStep(child: Entity, { role, group, conditions }: AssumableRole): AssumptionEdge {
  return { childUri: child.uri, parent: nodeOf(role), relation: 'may assume', group, conditions };
}

function nodeOf({ uri, type, name, accountId }: Entity): AssumptionEdge['parent'] {
  return { uri, type, name, accountId };
}
