import type { ProposedDocument } from '@cam/contracts/server';
import type { Catalogue, CatalogueAction } from '../../engine/catalogue/catalogue';
import type { PolicyStatement } from '../../providers/aws/compile/policy-document';
import { matchesArn, matchesWildcard } from '../../engine/wildcard';
import type { UsageCoverage } from '../../engine/usage-coverage';
import { unloggedActions } from './aws-unlogged';
import { documentText, slug, type Draft, type ReplayCase, type UsedCall } from './proposal';

/** An AWS user or role with all policies that decide what it may do. */
export interface AwsSubject {
  arn: string;
  name: string;
  accountId: string;
  /** JSON texts of its own policies and those of its groups, with their statements. */
  policies: string[];
  statements: PolicyStatement[];
  boundary: string | null;
  /** Service control policies by level of the organization. */
  scps: { policies: string[] }[];
  rcps: { policies: string[] }[];
  /** Resource policies and owners, by ARN. */
  resourcePolicies: ReadonlyMap<string, string>;
  owners: ReadonlyMap<string, string>;
}

interface Statement {
  actions: Set<string>;
  resources: string[] | null;
  notResources: string[] | null;
  condition: PolicyStatement['condition'];
}

/**
 * The size limit of a managed policy in characters, without spaces.
 * @see IAM User Guide, "IAM and AWS STS quotas"
 */
const LONGEST = 6144;

/**
 * Narrows the held statements to the used actions and, where the log names resources, to those resources. Conditions and denies stay, so
 * the proposal never allows more than today.
 */
export function proposeForAws(subject: AwsSubject, calls: readonly UsedCall[], coverage: UsageCoverage, catalogue: Catalogue): Draft {
  const allows = subject.statements.filter(({ effect }) => effect === 'Allow');
  const denies = subject.statements.filter(({ effect }) => effect === 'Deny');
  const kept = new Statements();
  const replayed: { action: string; resource: string; uses: number }[] = [];
  const held = heldActions(allows, catalogue);
  for (const { action, resources, uses } of calls.flatMap((call) => withoutWildcard(call, calls, held))) {
    const allowing = allows.filter((statement) => coversAction(statement, action));
    const known = catalogueAction(catalogue, action);
    const name = known?.id ?? action;
    const targets = resources.map((resource) => targetsOf(resource, known, catalogue));
    if (targets.length === 0 || targets.includes(null)) {
      for (const statement of allowing) kept.add(statement, name, null);
      replayed.push({ action, resource: allowing.map(exampleOf).find((one) => one !== null) ?? '*', uses });
      continue;
    }
    const wanted = new Map((targets as string[][]).map(([first = '*', ...inside]) => [first, inside]));
    for (const [target, inside] of wanted) {
      replayed.push({ action, resource: keepFor(kept, allowing, name, target, subject), uses });
      for (const part of inside) keepFor(kept, allowing, name, part, subject);
    }
  }
  const unlogged = unloggedActions(coverage);
  const unjudged = [...held].filter((action) => unlogged.has(action) && !kept.actions.has(action));
  for (const action of unjudged) for (const statement of allows) if (coversAction(statement, action)) kept.add(statement, action, null);
  const documents = toDocuments(kept.merged(), denies, subject.name);
  const proposed = documents.map(({ content }) => content);
  const names = unlogged.name(unjudged);
  return {
    documents: kept.actions.size === 0 ? [] : documents,
    cases: replayed.map((one) => toCase(one, subject, proposed)),
    held,
    left: kept.actions,
    notes:
      names.length === 0 ? [] : [`The log of the account does not cover ${names.join(', ')}. ${unjudged.length} of these actions stay unchanged.`],
  };
}

/** Last-access data may name only a service. Then all its held actions count as used, unless the log names some of them. */
function withoutWildcard(call: UsedCall, calls: readonly UsedCall[], held: ReadonlySet<string>): UsedCall[] {
  if (!call.action.endsWith(':*')) return [call];
  const service = call.action.slice(0, -1).toLowerCase();
  if (calls.some(({ action }) => action !== call.action && action.toLowerCase().startsWith(service))) return [];
  return [...held].filter((action) => action.startsWith(service)).map((action) => ({ action, resources: [], uses: call.uses }));
}

/** Services whose actions take exactly one resource. Actions of other services may take one of each type. */
const ONE_RESOURCE = new Set(['s3', 'dynamodb', 'ecr', 'kinesis', 'kms', 'lambda', 'logs', 'secretsmanager', 'sns', 'sqs', 'ssm']);

/**
 * Returns the ARNs that a statement must name for an action on a resource: the resource itself or its contents, such as objects of a
 * bucket. Null when the action also takes resources that the log does not name.
 */
function targetsOf(resource: string, action: CatalogueAction | undefined, catalogue: Catalogue): string[] | null {
  if (!action || action.resourceTypes.length === 0) return ['*'];
  const typesOf = (arn: string): string[] => catalogue.resourceTypesOf(arn).flatMap(({ service, key }) => (service === action.service ? [key] : []));
  const fitting = [resource, `${resource}/*`, `${resource}:*`].filter((arn) => typesOf(arn).some((type) => action.resourceTypes.includes(type)));
  const covered = new Set(fitting.flatMap(typesOf));
  if (fitting.length === 0) return null;
  return ONE_RESOURCE.has(action.service) || action.resourceTypes.every((type) => covered.has(type)) ? fitting : null;
}

/** Keeps an action on a resource as far as statements allow it. Returns the resource to verify. */
function keepFor(kept: Statements, allowing: readonly PolicyStatement[], action: string, target: string, subject: AwsSubject): string {
  const covering = allowing.filter((statement) => covers(statement, target, subject));
  const plain = covering.filter(({ condition }) => Object.keys(condition).length === 0);
  if (covering.length > 0) {
    for (const statement of plain.length > 0 ? plain.slice(0, 1) : covering) kept.add(statement, action, [target]);
    return target;
  }
  // Statements that name only a part, such as a folder of a bucket.
  const beginning = target.endsWith('*') ? target.slice(0, -1) : null;
  const parts = allowing.flatMap((statement) => {
    const inside = beginning === null ? [] : (statement.resources ?? []).filter((pattern) => pattern.startsWith(beginning));
    if (inside.length > 0) kept.add(statement, action, inside);
    return inside;
  });
  return parts[0] ?? target;
}

function coversAction({ actions, notActions }: PolicyStatement, action: string): boolean {
  const name = action.toLowerCase();
  const matches = (pattern: string): boolean => matchesWildcard(pattern.toLowerCase(), name);
  return actions ? actions.some(matches) : notActions !== null && !notActions.some(matches);
}

function covers({ resources, notResources }: PolicyStatement, target: string, subject: AwsSubject): boolean {
  const matches = (pattern: string): boolean => matchesArn(filled(pattern, subject), target);
  return resources ? resources.some(matches) : notResources !== null && !notResources.some(matches);
}

/** Fills in the policy variables with known values. The evaluator decides about the others. */
function filled(pattern: string, { name, accountId }: AwsSubject): string {
  return pattern.replace(/\$\{aws:username\}/gi, name).replace(/\$\{aws:PrincipalAccount\}/gi, accountId);
}

function exampleOf({ resources }: PolicyStatement): string | null {
  return resources === null ? '*' : (resources[0] ?? null);
}

function catalogueAction(catalogue: Catalogue, action: string): CatalogueAction | undefined {
  const name = action.toLowerCase();
  return catalogue.ofService(name.split(':')[0] ?? '').find(({ id }) => id.toLowerCase() === name);
}

/** Returns every AWS action of the catalogue that a statement allows. */
function heldActions(allows: readonly PolicyStatement[], catalogue: Catalogue): Set<string> {
  const held = new Set<string>();
  for (const statement of allows) {
    const services = (statement.actions ?? ['*']).map((pattern) => pattern.split(':')[0] ?? '*');
    const among = services.some((service) => /[*?]/.test(service))
      ? catalogue.actions
      : [...new Set(services)].flatMap((one) => catalogue.ofService(one));
    for (const { id } of among) if (!held.has(id) && coversAction(statement, id)) held.add(id);
  }
  return held;
}

/** Proposed statements, grouped by their limits. */
class Statements {
  readonly actions = new Set<string>();
  readonly #byLimits = new Map<string, Statement>();

  /** @param resources null: the resources of the statement itself */
  add(statement: PolicyStatement, action: string, resources: string[] | null): void {
    const limits = {
      resources: resources ?? statement.resources,
      notResources: resources ? null : statement.notResources,
      condition: statement.condition,
    };
    const key = JSON.stringify(limits);
    const found = this.#byLimits.get(key) ?? { actions: new Set<string>(), ...limits };
    this.#byLimits.set(key, found);
    found.actions.add(action);
    this.actions.add(action);
  }

  /** Merges statements that allow the same actions under the same conditions. */
  merged(): Statement[] {
    const byActions = new Map<string, Statement>();
    for (const statement of this.#byLimits.values()) {
      const key = JSON.stringify([[...statement.actions].sort(), statement.condition, statement.notResources]);
      const known = byActions.get(key);
      if (known?.resources && statement.resources) known.resources = [...new Set([...known.resources, ...statement.resources])].sort();
      else byActions.set(key, { ...statement });
    }
    return [...byActions.values()];
  }
}

function toDocuments(statements: readonly Statement[], denies: readonly PolicyStatement[], name: string): ProposedDocument[] {
  const written = [
    ...statements.map(({ actions, resources, notResources, condition }) => ({
      Effect: 'Allow',
      Action: [...actions].sort(),
      ...(resources ? { Resource: oneOrAll(resources) } : { NotResource: notResources }),
      ...(Object.keys(condition).length > 0 ? { Condition: condition } : {}),
    })),
    ...denies.map(({ actions, notActions, resources, notResources, condition }) => ({
      Effect: 'Deny',
      ...(actions ? { Action: actions } : { NotAction: notActions }),
      ...(resources ? { Resource: oneOrAll(resources) } : { NotResource: notResources }),
      ...(Object.keys(condition).length > 0 ? { Condition: condition } : {}),
    })),
  ];
  const parts: object[][] = [[]];
  let length = 0;
  for (const statement of written) {
    const added = JSON.stringify(statement).length + 1;
    if (length + added > LONGEST - 60 && length > 0) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(statement);
    length += added;
  }
  return parts.map((part, index) => {
    const number = parts.length > 1 ? ` ${index + 1}` : '';
    return {
      title: `Policy${number} of ${name}`,
      format: 'AWS_POLICY' as const,
      place: parts.length > 1 ? 'Replace the current policies with all of these.' : 'Replace the current policies with this one.',
      file_name: `${slug(name)}-least-privilege${number.trim() === '' ? '' : `-${index + 1}`}.json`,
      content: documentText({ Version: '2012-10-17', Statement: part }),
    };
  });
}

function oneOrAll(values: readonly string[]): string | readonly string[] {
  return values.length === 1 ? (values[0] as string) : values;
}

function toCase({ action, resource, uses }: { action: string; resource: string; uses: number }, subject: AwsSubject, proposed: string[]): ReplayCase {
  const whole = resource.replace(/[/:]\*?[^/:]*\*$/, '');
  const of = <T>(known: ReadonlyMap<string, T>): T | undefined => known.get(resource) ?? known.get(whole);
  const around = {
    provider: 'aws',
    boundary: subject.boundary,
    scps: subject.scps,
    rcps: subject.rcps,
    resource_policy: of(subject.resourcePolicies) ?? null,
    request: { principal: subject.arn, action, resource, resource_account: of(subject.owners) ?? undefined },
  };
  return {
    action,
    resource,
    uses,
    today: { ...around, principal_policies: subject.policies },
    proposed: { ...around, principal_policies: proposed },
  };
}
