import type { Json } from '../canonical';
import { ASSUMPTIONS } from '../assumptions';
import { readPolicy, type Policy } from '../aws/policy';
import { Invalid, NotCheckable } from '../faults';
import type { ProvedFact } from '../context';
import type { Inference, RuleInput } from './rule';

/** The organization above an account. */
export interface Organization {
  account: string;
  /** Id and path; null where no organization is known. */
  id: string | null;
  path: string | null;
  /** One list for each level that has policies, from the root. */
  scps: Policy[][];
  rcps: Policy[][];
}

const FULL_ACCESS = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}';

/**
 * `organization`: from the facts of an account's node and of each node above it, up to the root; from nothing where no organization is known. Says which
 * control policies limit the account. Those do not limit the management account.
 * @see https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_scps_evaluation.html
 */
export function organizationRule({ context, place, from, with: parameters }: RuleInput): Inference {
  const account = textOf(place, parameters, 'account');
  const nodes = context.facts(place, from);
  if (nodes.length === 0) {
    context.assume(...ASSUMPTIONS.noOrganization(account));
    const value: Organization = { account, id: null, path: null, scps: [], rcps: [] };
    return { says: { account, organization: null, scps: [], rcps: [] }, value };
  }
  requireChain(place, account, nodes);
  const keys = nodes.map(({ key }) => key).reverse();
  const [, management, id = null] =
    keys.map((key) => /:organizations::(\d{12}):[a-z]+\/(o-[a-z0-9]+)/.exec(key)).find((found) => found !== null) ?? [];
  const units = keys.map((key) => key.split('/').at(-1) ?? '').filter((unit) => /^(r|ou)-/.test(unit));
  const levels = (kind: 'scp' | 'rcp'): Policy[][] =>
    [...nodes].reverse().flatMap(({ key, body }) => {
      const held = body.held.filter((policy) => policy.kind === kind).map((policy) => context.policy(place, policy));
      if (held.length === 0) return [];
      if (held.some(({ statements }) => statements.some(({ effect }) => effect === 'Allow'))) return [held];
      context.assume(...ASSUMPTIONS.fullAccess(key));
      return [[...held, readPolicy('FullAWSAccess', FULL_ACCESS) as Policy]];
    });
  const isManagement = management === account;
  const value: Organization = {
    account,
    id,
    path: id === null ? null : [id, ...units, ''].join('/'),
    scps: isManagement ? [] : levels('scp'),
    rcps: isManagement ? [] : levels('rcp'),
  };
  const names = (all: Policy[][]): Json => all.map((level) => level.map((policy) => policy.id));
  return { says: { account, organization: id, scps: names(value.scps), rcps: names(value.rcps) }, value };
}

/** Requires the nodes from the account to the root, each in the next. */
function requireChain(place: string, account: string, nodes: readonly ProvedFact[]): void {
  const [first] = nodes;
  if (first?.source.cloud !== 'AWS') throw new NotCheckable(place, 'Only organizations of AWS can be checked.');
  if (accountOfNode(first.key) !== account) throw new Invalid(place, `The first node is not that of the account ${account}.`, first.key, account);
  nodes.forEach((node, index) => {
    if (node.source.source !== first.source.source) throw new NotCheckable(place, 'The nodes are of several sources.');
    const above = node.body.in.filter(({ kind }) => kind === 'contains').map(({ id }) => id);
    if (above.length > 1) throw new NotCheckable(place, `"${node.key}" lies in several nodes.`);
    const next = nodes[index + 1]?.key ?? null;
    if ((above[0] ?? null) !== next) throw new Invalid(place, `The next node is not the one that "${node.key}" lies in.`, next, above[0] ?? null);
  });
}

/** Returns the account of an organization node, from its id, its root ARN or its organization ARN. */
function accountOfNode(key: string): string | null {
  const found = /^(?:arn:[^:]+:iam::(\d{12}):root|arn:[^:]+:organizations::\d{12}:account\/[^/]+\/(\d{12})|(\d{12}))$/.exec(key);
  return found?.slice(1).find((part) => part !== undefined) ?? null;
}

/** Returns a parameter of a step that is a text. */
export function textOf(place: string, parameters: Json | undefined, name: string): string {
  const value =
    typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters) ? (parameters as Record<string, Json>)[name] : null;
  if (typeof value !== 'string') throw new Invalid(place, `The parameter "${name}" is missing.`);
  return value;
}
