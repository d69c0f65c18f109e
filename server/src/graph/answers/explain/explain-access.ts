import type { AccessPath, PathHop } from '@cam/contracts/server';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import { coversResource, StatementCompiler } from '../../providers/aws/compile/compiled-statement';
import type { ResourceSide } from '../../providers/aws/evaluate/access-rule';
import { AllowedParts } from '../../providers/aws/evaluate/allowed-parts';
import { PolicyCollector, type ApplicablePolicies } from '../../providers/aws/evaluate/applicable-policies';
import { effectiveActions, type EffectiveActions, type HeldStatement } from '../../providers/aws/evaluate/effective-access';
import { organizationKeys, type OrganizationLimits } from '../../providers/aws/evaluate/organization-limits';
import { NO_CONTEXT, PrincipalClasses, type Source } from '../../providers/aws/evaluate/principal-classes';
import { resourceContext } from '../../providers/aws/evaluate/resource-context';
import { ResourceProbes, type ResourceProbe } from '../../providers/aws/evaluate/resource-probes';
import { ResourcePolicies } from '../../providers/aws/evaluate/resource-policies';
import { eitherOf } from '../../engine/condition-words';
import type { Entity } from '../../engine/model';
import type { AwsAccount, Principal } from '../../providers/aws/account-model';
import type { ProfileHop } from '../../engine/grant';
import { actionsOf, Granted, type Gives } from './granted';
import { hopsOf } from './path-hops';
import { pathSentence } from './path-sentence';
import { quoteStatements, type QuotedPolicies } from './quote-statement';

/** A path of an identity: itself (no hops) or a role at the end of a chain, with the policies held there. */
export interface HeldRoute {
  hops: ProfileHop[];
  principal: Principal;
  /** By URI. */
  groups: ReadonlyMap<string, Principal>;
}

/** Everything else that decides: the resource's own policies, and the organization of its account. */
export interface ResourceSurroundings extends Pick<AwsAccount, 'resourcePolicies' | 'trusts'> {
  organization: OrganizationLimits;
}

/** An access path with what it gives. */
export interface ExplainedPath {
  path: AccessPath;
  granted: Gives;
}

/**
 * Explains access by running the evaluator once per policy and path. It asks what the policy gives on the resource and what denies remove.
 * A policy whose effect is fully denied remains as a path without actions.
 */
export class AccessExplainer {
  readonly #compiler: StatementCompiler;

  constructor(private readonly catalogue: Catalogue) {
    this.#compiler = new StatementCompiler(catalogue);
  }

  /** Made with the first question, not when the server starts: they take a quarter of a second. */
  get #kinds(): ResourceProbes {
    return ResourceProbes.of(this.catalogue);
  }

  /** Returns the access paths of one route. */
  explain(identity: PathHop, resource: Entity, route: HeldRoute, around: ResourceSurroundings, policies: QuotedPolicies): ExplainedPath[] {
    const { question, probes } = this.#ask(resource, route, around);
    return allowsByPolicy(question, probes).map(({ source, allows }) => {
      const granted = this.#granted(question, allows, probes, route.hops);
      const limits = limitsOn(question, allows, probes);
      const hops = hopsOf(identity, resource, route.hops, source, eitherOf(allows.map(({ statement }) => statement.conditions)));
      const { actions, total } = granted.privileges();
      const path = {
        hops,
        ...actionsOf([granted]),
        conditional: granted.isConditional,
        privileges: actions,
        privileges_total: total,
        grants: quoteStatements(allows, policies),
        limits: quoteStatements(limits, policies),
        sentence: pathSentence(hops, granted, denierOf(limits, question, route.principal)),
      };
      return { path, granted };
    });
  }

  /** Collects all deciding policies exactly as the evaluation of the account does. */
  #ask(resource: Entity, { principal, groups }: HeldRoute, around: ResourceSurroundings): { question: ApplicablePolicies; probes: ResourceProbe[] } {
    const { organization } = around;
    const limits = { scps: organization.scps, rcps: organization.rcps, known: organizationKeys('principal', organization) };
    const pclass = new PrincipalClasses(this.#compiler, groups, { ...NO_CONTEXT, ...limits }).classOf(principal);
    const policy = new ResourcePolicies(around, this.#compiler).of(resource.nativeId);
    const context = resourceContext(resource, organizationKeys('resource', organization));
    const resourceClass = { id: '', example: resource, policy, restrictsPublic: false, context };
    const question = new PolicyCollector(pclass).collect(resourceClass, policy && this.#kinds.delegatedActions(resource));
    return { question, probes: this.#kinds.probesOf(resource, [...pclass.patterns, ...(policy?.patterns ?? [])]) };
  }

  /** Evaluates these allows together with every deny and limit. */
  #granted(
    { statements: identity, limits }: ApplicablePolicies,
    allows: readonly HeldStatement<Source>[],
    probes: readonly ResourceProbe[],
    hops: readonly ProfileHop[],
  ): Granted {
    const granted = new Granted(
      this.catalogue,
      this.#kinds,
      hops.some(({ conditions }) => conditions.length > 0),
    );
    const counts = new Set(allows);
    const statements = identity.filter((held) => held.statement.effect === 'Deny' || counts.has(held));
    const resource = limits.resource ? onlyThese(limits.resource, counts) : null;
    const whole = wholeOf({ statements: identity, limits }, probes);
    for (const { actions, arn } of probes) {
      const { always, conditional } = effectiveActions(statements, { ...limits, resource }, actions, arn);
      granted.add(whole ? within({ always, conditional }, whole) : { always, conditional });
    }
    return granted;
  }
}

/** Evaluates all policies together when an action needs several statements, which another policy may provide. Null: none does. */
function wholeOf({ statements, limits }: ApplicablePolicies, probes: readonly ResourceProbe[]): EffectiveActions | null {
  if (probes.length < 2) return null;
  const parts = new AllowedParts(probes);
  if (!parts.areSeveral) return null;
  for (const probe of probes) parts.add(probe, effectiveActions(statements, limits, probe.actions, probe.arn));
  return parts.combined();
}

function within({ always, conditional }: EffectiveActions, whole: EffectiveActions): EffectiveActions {
  const possible = always.copy().or(conditional).and(whole.always.copy().or(whole.conditional));
  const sure = always.copy().and(whole.always);
  return { always: sure, conditional: possible.andNot(sure) };
}

/** Returns the resource side with only these allows. Delegation to the account remains. */
function onlyThese(side: ResourceSide<Source>, allows: ReadonlySet<HeldStatement<Source>>): ResourceSide<Source> {
  return {
    ...side,
    statements: side.statements.filter((held) => held.statement.effect === 'Deny' || held.match.mode === 'account' || allows.has(held)),
  };
}

/** Groups the statements that allow something on the resource by policy and attachment. */
function allowsByPolicy(
  { statements, limits }: ApplicablePolicies,
  probes: readonly ResourceProbe[],
): { source: Source; allows: HeldStatement<Source>[] }[] {
  const byPolicy = new Map<string, { source: Source; allows: HeldStatement<Source>[] }>();
  const ofResource = (limits.resource?.statements ?? []).filter(({ match }) => match.mode !== 'account');
  for (const held of [...statements, ...ofResource]) {
    if (held.statement.effect !== 'Allow' || !matchesProbe(held, probes)) continue;
    const key = `${held.source.holder_uri} ${held.source.policy_id}`;
    const group = byPolicy.get(key) ?? { source: held.source, allows: [] };
    byPolicy.set(key, group);
    group.allows.push(held);
  }
  return [...byPolicy.values()];
}

/** Returns the denies that affect these allows, and the boundary's effect. */
function limitsOn(
  { statements, limits }: ApplicablePolicies,
  allows: readonly HeldStatement<Source>[],
  probes: readonly ResourceProbe[],
): HeldStatement<Source>[] {
  const given = probes.map(({ actions, arn }) => {
    const wanted = actions.emptyLike();
    for (const { statement } of allows) if (coversResource(statement, arn)) wanted.or(statement.actions);
    return { arn, actions: wanted.and(actions) };
  });
  const { boundary, scps = [], rcps = [], resource } = limits;
  const others = [...statements, ...(resource?.statements ?? []), ...scps.flat(), ...rcps.flat()];
  const denies = others.filter(({ statement }) => statement.effect === 'Deny');
  return [...denies, ...(boundary ?? [])].filter((held) => matchesProbe(held, given));
}

function matchesProbe({ statement }: HeldStatement<Source>, probes: readonly ResourceProbe[]): boolean {
  return probes.some(({ actions, arn }) => statement.actions.intersects(actions) && coversResource(statement, arn));
}

/** Returns the policy that removes everything: a deny, or otherwise a limit that does not allow it. */
function denierOf(
  limits: readonly HeldStatement<Source>[],
  { limits: { scps = [], resource } }: ApplicablePolicies,
  { boundary }: Principal,
): string | null {
  const deny = limits.find(({ statement }) => statement.effect === 'Deny');
  if (deny) return deny.source.policy_name;
  if (boundary) return `the permissions boundary ${boundary.policyName}`;
  if (resource?.delegatedActions) return "the resource's own policy";
  return scps.length > 0 ? 'the organization' : null;
}
