import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { Entity } from '../../engine/model';
import type { PolicyFact } from '../../engine/source-facts';
import type { AwsAccount, Principal } from '../../providers/aws/account-model';
import { StatementCompiler } from '../../providers/aws/compile/compiled-statement';
import { EndpointPolicies } from '../../providers/aws/compile/vpc-endpoints';
import { PolicyCollector } from '../../providers/aws/evaluate/applicable-policies';
import { readableSample } from '../../providers/aws/evaluate/bucket-objects';
import { effectiveActions } from '../../providers/aws/evaluate/effective-access';
import { organizationKeys, type OrganizationLimits } from '../../providers/aws/evaluate/organization-limits';
import { NO_CONTEXT, PrincipalClasses } from '../../providers/aws/evaluate/principal-classes';
import { resourceContext } from '../../providers/aws/evaluate/resource-context';
import { ResourcePolicies } from '../../providers/aws/evaluate/resource-policies';
import { ResourceProbes } from '../../providers/aws/evaluate/resource-probes';

/** The two sides of a request, each with the organization above its account. */
export interface EngineSides {
  principal: Principal;
  principalAccount: AwsAccount;
  principalLimits: OrganizationLimits;
  resource: Entity;
  resourceAccount: AwsAccount;
  resourceLimits: OrganizationLimits;
  /** All policies of the resource's source. */
  policies: readonly PolicyFact[];
}

/** An action that the engine allows, with an ARN on which it does. */
export interface EngineAction {
  action: string;
  on: string;
  value: 'always' | 'conditional';
}

/** Returns what the engine allows a principal on a resource, with the evaluator that builds the graph. Sorted by action. */
export function engineActions(catalogue: Catalogue, sides: EngineSides): EngineAction[] {
  const { principal, principalAccount, principalLimits, resource, resourceAccount, resourceLimits } = sides;
  const compiler = new StatementCompiler(catalogue, (own) => {
    const endpoints = new EndpointPolicies(sides.policies, (patterns) => own.expand(patterns));
    return (statement) => endpoints.apply(statement);
  });
  const groups = new Map(principalAccount.principals.map((one) => [one.entity.uri, one]));
  const context = { ...NO_CONTEXT, scps: principalLimits.scps, rcps: resourceLimits.rcps, known: organizationKeys('principal', principalLimits) };
  const pclass = new PrincipalClasses(compiler, groups, context).classOf(principal);
  const own = {
    resourcePolicies: resourceAccount.resourcePolicies.filter(({ nativeId }) => nativeId === resource.nativeId),
    trusts: resourceAccount.trusts.filter(({ role }) => role.nativeId === resource.nativeId),
  };
  const policy = new ResourcePolicies(own, compiler).of(resource.nativeId);
  const probes = ResourceProbes.of(catalogue);
  const question = new PolicyCollector(pclass).collect(
    {
      id: '',
      example: resource,
      policy,
      restrictsPublic: policy !== null && resource.attributes.restrictpublicbuckets === true && policy.isPublicByPolicy,
      context: resourceContext(resource, organizationKeys('resource', resourceLimits)),
    },
    policy && probes.delegatedActions(resource),
  );
  const best = new Map<string, EngineAction>();
  for (const { actions, arn } of probes.probesOf(resource, [...pclass.patterns, ...(policy?.patterns ?? [])])) {
    const on = readableSample(arn);
    const { always, conditional } = effectiveActions(question.statements, question.limits, actions, on);
    for (const [set, value] of [
      [always, 'always'],
      [conditional, 'conditional'],
    ] as const) {
      for (const index of set.copy().and(actions)) {
        const action = catalogue.actions[index]?.id ?? '';
        if (best.get(action)?.value !== 'always') best.set(action, { action, on, value });
      }
    }
  }
  return [...best.values()].sort((a, b) => (a.action < b.action ? -1 : 1));
}
