import { everybodyClass, type Outside, type OutsiderClass } from './outsider-classes';
import { isOutside, networkNode, networksOf } from '../../../engine/port-reach';
import type { ResourceClass } from './resource-classes';
import { stableId } from '../../../engine/stable-id';

/**
 * The networks that security groups let in and that policies of resources name by `aws:SourceIp`, each as somebody of its own: what everybody
 * may do from there. A network counts by its first address.
 */
export function networkClasses(resources: readonly ResourceClass[], outside: Outside): OutsiderClass[] {
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
  const everybody = everybodyClass(outside);
  if (!everybody) return [];
  const { context } = everybody;
  return [...found].map(([range, { name, resources: naming }]) => {
    const [address = range] = range.split('/');
    const pclass = {
      ...everybody,
      id: stableId('pclass', 'network', outside.account.accountId, range),
      context: { ...context, valuesOf: (key: string) => (key === 'aws:sourceip' ? [address] : context.valuesOf(key)) },
    };
    const { tenantId, account } = outside;
    return { entity: networkNode({ tenantId, cloudType: 'AWS', accountId: account.accountId }, range, name), pclass, resources: naming };
  });
}

/** Whom the resource's policy lets in from there, if anybody. */
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
