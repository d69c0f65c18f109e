import { anonymousClass, type ExternalEvaluationContext, type ExternalPrincipalClass } from './external-principal-classes';
import { isOutside, networkNode, networksOf } from '../../../engine/port-reach';
import type { ResourceClass } from './resource-classes';
import { stableId } from '../../../engine/stable-id';

/**
 * Returns a class for each network that security groups admit or that resource policies name by `aws:SourceIp`. Each class holds what everyone may do
 * from that network. The network's first address represents it.
 */
export function networkClasses(resources: readonly ResourceClass[], external: ExternalEvaluationContext): ExternalPrincipalClass[] {
  const found = new Map<string, { name: string | undefined; resources: ResourceClass[] }>();
  const know = (range: string, name: string | undefined): ResourceClass[] => {
    const known = found.get(range) ?? { name, resources: [] };
    found.set(range, known);
    known.name ??= name;
    return known.resources;
  };
  for (const resource of resources) {
    for (const { range, name } of networksOf(resource.example)) know(range, name);
    for (const range of rangesNamed(resource)) know(range, undefined).push(resource);
  }
  const anonymous = anonymousClass(external);
  if (!anonymous) return [];
  const { context } = anonymous;
  return [...found].map(([range, { name, resources: named }]) => {
    const [address = range] = range.split('/');
    const pclass = {
      ...anonymous,
      id: stableId('pclass', 'network', external.account.accountId, range),
      context: { ...context, valuesOf: (key: string) => (key === 'aws:sourceip' ? [address] : context.valuesOf(key)) },
    };
    const { tenantId, account } = external;
    return { entity: networkNode({ tenantId, cloudType: 'AWS', accountId: account.accountId }, range, name), pclass, resources: named };
  });
}

/** Returns the ranges from which the resource policy lets everyone in. */
function rangesNamed({ policy }: ResourceClass): Set<string> {
  const allows =
    policy && !policy.isTrust
      ? policy.statements.filter(({ statement: { effect, principals } }) => effect === 'Allow' && principals?.AWS?.includes('*'))
      : [];
  const tests = allows.flatMap(({ statement }) =>
    statement.tests.filter(({ key, operator }) => key === 'aws:sourceip' && operator !== null && operator !== 'Null' && !operator.negated),
  );
  return new Set(tests.flatMap(({ values }) => values.filter(isOutside)));
}
