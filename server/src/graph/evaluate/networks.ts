import { isInRange } from '../compile/ip-range';
import { resourceUri, type Entity } from '../model';
import { NO_ACTIONS } from './action-sets';
import type { AccessRowRecord } from './graph-rows';
import { everybodyClass, type Outside, type OutsiderClass } from './outsider-classes';
import type { ResourceClass } from './resource-classes';
import { stableId } from './stable-id';

/** A network of the internet that a security group lets in. */
export interface AdmittedNetwork {
  /** In CIDR notation. */
  range: string;
  /** What whoever wrote the rule calls it. */
  name?: string;
}

/** What the internet does not route. */
const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/** All of the internet is everybody, not a network. */
const EVERYWHERE = /^(?:0\.0\.0\.0|128\.0\.0\.0|::|8000::)\/[01]$/;

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
    return { entity: networkNode(outside, range, name), pclass, resources: naming };
  });
}

/** That networks reach the ports which security groups open to them counts as reading. */
export function portAccess(resources: readonly ResourceClass[], networks: readonly OutsiderClass[]): AccessRowRecord[] {
  const classes = new Map(networks.map(({ entity, pclass }) => [entity.attributes.networkip, pclass.id]));
  return resources.flatMap(({ id, example }) =>
    networksOf(example).flatMap(({ range }): AccessRowRecord[] => {
      const pclassId = classes.get(range);
      if (pclassId === undefined) return [];
      const policy = { policy_id: `${example.nativeId}/rules`, policy_name: example.name, policy_uri: example.uri, statement_index: 0 };
      const via = {
        holder_type: 'RESOURCE',
        holder_uri: '',
        holder_name: '',
        ...policy,
        effect: 'Allow' as const,
        kinds: ['READ' as const],
        actions: NO_ACTIONS,
        conditions: [],
      };
      return [{ pclassId, classId: id, read: 2, write: 0, admin: 0, via: [via], actions: [], actionsTotal: 0, actionSet: NO_ACTIONS }];
    }),
  );
}

/** The networks of the internet that a security group lets in, as far as they are less than all of it. */
export function networksOf({ type, attributes }: Entity): AdmittedNetwork[] {
  return type === 'SECURITY_GROUP' && Array.isArray(attributes.networks)
    ? (attributes.networks as AdmittedNetwork[]).filter(({ range }) => isOutside(range))
    : [];
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

function isOutside(range: string): boolean {
  const [address = ''] = range.split('/');
  return isInRange(address, range) && !EVERYWHERE.test(range) && !PRIVATE.some((own) => isInRange(address, own));
}

function networkNode({ tenantId, account }: Outside, range: string, name: string | undefined): Entity {
  const ip = range.replace(/\/(?:32|128)$/, '');
  return {
    uri: resourceUri(tenantId, 'AWS', account.accountId, '', 'NETWORK_NODE', ip),
    nativeId: range,
    name: name ? `${ip} (${name})` : ip,
    type: 'NETWORK_NODE',
    accountId: account.accountId,
    cloudType: 'AWS',
    region: '-',
    isIdentity: true,
    isResource: false,
    attributes: { external: true, networkip: range },
  };
}
