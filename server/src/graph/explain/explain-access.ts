import type { AccessPath, PathHop } from '@cam/contracts/server';
import type { Catalogue } from '../catalogue/catalogue';
import { coversResource, StatementCompiler } from '../compile/compiled-statement';
import { effectiveActions, type HeldStatement } from '../evaluate/effective-access';
import { PrincipalClasses, type PrincipalClass, type Source } from '../evaluate/principal-classes';
import { ResourceKinds, type ResourceProbe } from '../evaluate/resource-kinds';
import type { Entity, Principal } from '../model';
import type { ProfileHop } from '../tables';
import { actionsOf, Granted, type Gives } from './granted';
import { hopsOf } from './path-hops';
import { pathSentence } from './path-sentence';
import { quoteStatements, type QuotedPolicies } from './quote-statement';

/** A way of an identity: itself (no hops), or a role at the end of a chain, with the policies that it holds there. */
export interface HeldWay {
  hops: ProfileHop[];
  principal: Principal;
  /** By URI. */
  groups: ReadonlyMap<string, Principal>;
}

/** A path with what it gives. */
export interface ExplainedPath {
  path: AccessPath;
  granted: Gives;
}

/**
 * Explains access by asking the very evaluator that builds the graph, once for each policy on each way: what does this policy give on
 * the resource, and what takes it away again? A policy that would give something, were it not denied, is a path without actions.
 */
export class AccessExplainer {
  readonly #compiler: StatementCompiler;
  readonly #kinds: ResourceKinds;

  constructor(private readonly catalogue: Catalogue) {
    this.#compiler = new StatementCompiler(catalogue);
    this.#kinds = new ResourceKinds(catalogue);
  }

  /** The paths of one way. */
  explain(identity: PathHop, resource: Entity, way: HeldWay, policies: QuotedPolicies): ExplainedPath[] {
    const pclass = new PrincipalClasses(this.#compiler, way.groups).classOf(way.principal);
    const probes = this.#kinds.probesOf(resource, pclass.patterns);
    return allowsByPolicy(pclass, probes).map(({ source, allows }) => {
      const granted = this.#granted(pclass, allows, probes, way.hops);
      const limits = limitsOn(pclass, allows, probes);
      const hops = hopsOf(identity, resource, way.hops, source, [...new Set(allows.flatMap(({ statement }) => statement.conditions))]);
      const { actions, total } = granted.privileges();
      const path = {
        hops,
        actions_str: actionsOf([granted]),
        conditional: granted.isConditional,
        privileges: actions,
        privileges_total: total,
        grants: quoteStatements(allows, policies),
        limits: quoteStatements(limits, policies),
        sentence: pathSentence(hops, granted, denierOf(limits, way.principal)),
      };
      return { path, granted };
    });
  }

  /** What these allows give together with every deny and within the boundary. */
  #granted(pclass: PrincipalClass, allows: readonly HeldStatement<Source>[], probes: readonly ResourceProbe[], hops: readonly ProfileHop[]): Granted {
    const granted = new Granted(
      this.catalogue,
      this.#kinds,
      hops.some(({ conditions }) => conditions.length > 0),
    );
    const statements = [...allows, ...pclass.statements.filter(({ statement }) => statement.effect === 'Deny')];
    for (const { actions, arn } of probes) granted.add(effectiveActions(statements, pclass, actions, arn));
    return granted;
  }
}

/** The statements that allow something on the resource, those of one policy that is held in one way together. */
function allowsByPolicy({ statements }: PrincipalClass, probes: readonly ResourceProbe[]): { source: Source; allows: HeldStatement<Source>[] }[] {
  const byPolicy = new Map<string, { source: Source; allows: HeldStatement<Source>[] }>();
  for (const held of statements) {
    if (held.statement.effect !== 'Allow' || !speaksOf(held, probes)) continue;
    const key = `${held.source.holder_uri} ${held.source.policy_id}`;
    const group = byPolicy.get(key) ?? { source: held.source, allows: [] };
    byPolicy.set(key, group);
    group.allows.push(held);
  }
  return [...byPolicy.values()];
}

/** The denies that meet what the allows would give, and what the boundary says of it. */
function limitsOn(pclass: PrincipalClass, allows: readonly HeldStatement<Source>[], probes: readonly ResourceProbe[]): HeldStatement<Source>[] {
  const given = probes.map(({ actions, arn }) => {
    const wanted = actions.emptyLike();
    for (const { statement } of allows) if (coversResource(statement, arn)) wanted.or(statement.actions);
    return { arn, actions: wanted.and(actions) };
  });
  const denies = pclass.statements.filter(({ statement }) => statement.effect === 'Deny');
  return [...denies, ...(pclass.boundary ?? [])].filter((held) => speaksOf(held, given));
}

function speaksOf({ statement }: HeldStatement<Source>, probes: readonly ResourceProbe[]): boolean {
  return probes.some(({ actions, arn }) => statement.actions.intersects(actions) && coversResource(statement, arn));
}

/** The policy to blame where nothing is left: one that denies, else the boundary, whose silence limits as well. */
function denierOf(limits: readonly HeldStatement<Source>[], { boundary }: Principal): string | null {
  const deny = limits.find(({ statement }) => statement.effect === 'Deny');
  return deny?.source.policy_name ?? (boundary ? `the permissions boundary ${boundary.policyName}` : null);
}
