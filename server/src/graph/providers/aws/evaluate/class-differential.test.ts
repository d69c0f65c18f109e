import { referenceDecision, type ReferencePolicy, type ReferenceContext } from '../../../../../test/support/aws-reference';
import { casesToTry, dice } from '../../../../../test/support/differential';
import { catalogue, evaluateAccounts } from '../../../../../test/support/evaluate-aws';
import {
  HOME,
  OBJECT_KEYS,
  ORGANIZATION,
  randomAccounts,
  STRANGER,
  TO_MAKE,
  type RandomAccounts,
} from '../../../../../test/support/random-aws-account';
import { kindOf } from '../../../engine/catalogue/action-kinds';
import type { CatalogueAction } from '../../../engine/catalogue/catalogue';
import type { Entity } from '../../../engine/model';

/**
 * Compares the class evaluator with a slow per-request evaluator on random accounts of an organization: each identity, each resource, each action.
 */
const PAIRS = casesToTry(4000, 100_000);

type Mode = 0 | 1 | 2;
const MODES: Record<string, Mode> = { Allowed: 2, Conditional: 1, ImplicitlyDenied: 0, ExplicitlyDenied: 0 };

/** An action, with lists of ARNs. Each list needs one ARN on which the action is allowed. */
interface RequestedAction {
  action: CatalogueAction;
  each: readonly (readonly string[])[];
}

/** Returns the actions to test on a resource. */
function requestedActions({ type, nativeId }: Entity): RequestedAction[] {
  const of = (service: string, kind: string, arns: string[]): RequestedAction[] =>
    catalogue.ofService(service).flatMap((action) => (action.resourceTypes.includes(kind) ? [{ action, each: [arns] }] : []));
  if (type === 'ACCOUNT_DATA')
    return catalogue.actions.flatMap((action) => {
      const each = action.resourceTypes.length === 0 ? [['*']] : TO_MAKE[action.id];
      return each ? [{ action, each }] : [];
    });
  if (type === 'OBJECT_STORE') return [...of('s3', 'bucket', [nativeId]), ...of('s3', 'object', OBJECT_KEYS.map((key) => `${nativeId}/${key}`))]; // prettier-ignore
  if (type === 'USER') return of('iam', 'user', [nativeId]);
  if (type === 'ROLE') return of('sts', 'role', [nativeId]);
  return type === 'AWS_KMS' ? of('kms', 'key', [nativeId]) : of('sqs', 'queue', [nativeId]);
}

interface TestedPrincipal {
  uri: string;
  principal: string;
  policies: ReferencePolicy[];
  boundary: ReferencePolicy | null;
  scps: ReferencePolicy[][];
  keys: [string, string[] | null][];
}

/**
 * The organization of a principal, by its path.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-principalorgpaths
 */
function organizationOf(path: string | null): TestedPrincipal['keys'] {
  const id = path === null ? null : [ORGANIZATION];
  return [
    ['aws:principalorgid', id],
    ['aws:principalorgpaths', path === null ? null : [path]],
  ];
}

function testedPrincipals({ identities, guest, scps, rcps, guestLevels }: RandomAccounts): TestedPrincipal[] {
  const units = [...scps.map((_none, index) => `ou-${index}/`), ...rcps.map((_none, index) => `ou-${index}/`)].join('');
  const ofHome = organizationOf(`${ORGANIZATION}/r-home/${units}`);
  const ofGuest = guestLevels ? organizationOf(`${ORGANIZATION}/r-home/`) : [];
  const known = [...identities, guest].map(({ entity, policies, boundary }): TestedPrincipal => {
    const isUser = entity.type === 'USER';
    const team = entity.attributes['tag.team'];
    const keys: TestedPrincipal['keys'] = [
      ['aws:principaltype', [isUser ? 'User' : 'AssumedRole']],
      ['aws:username', isUser ? [entity.name] : null],
      ['aws:principalarn', [entity.nativeId]],
      ['aws:principalaccount', [entity.accountId]],
      ['kms:calleraccount', [entity.accountId]],
      ...(entity === guest.entity ? ofGuest : ofHome),
      ['aws:sourcearn', null],
      ...(isUser ? [['aws:principaltag/team', typeof team === 'string' ? [team] : null] as [string, string[] | null]] : []),
    ];
    return { uri: entity.uri, principal: entity.nativeId, policies, boundary, scps: entity === guest.entity ? [] : scps, keys };
  });
  const outside = { policies: [], boundary: null, scps: [] };
  const service: TestedPrincipal = { ...outside, uri: `t:AWS:${HOME}:-:SERVICE:${STRANGER}`, principal: STRANGER, keys: [['aws:username', null], ['aws:principalarn', null], ...organizationOf(null)] }; // prettier-ignore
  const anonymous: TestedPrincipal = {
    ...outside,
    uri: `t:AWS:${HOME}:-:PUBLIC_NODE:*`,
    principal: '*anonymous*',
    keys: [['aws:username', null], ['aws:principalarn', null], ['aws:principalaccount', ['anonymous']], ['kms:calleraccount', ['anonymous']], ['aws:principaltype', ['Anonymous']], ['aws:sourcearn', null], ...organizationOf(null)], // prettier-ignore
  };
  return [...known, service, anonymous];
}

function contextOf(tested: TestedPrincipal, resource: Entity): ReferenceContext {
  const context: ReferenceContext = new Map(tested.keys);
  context.set('aws:resourceaccount', [resource.accountId]);
  const region = resource.nativeId.startsWith('arn:aws:iam:') ? 'us-east-1' : resource.nativeId.split(':')[3];
  if (region) context.set('aws:requestedregion', [region]);
  const tags = Object.entries(resource.attributes).filter(([name]) => name.startsWith('tag.'));
  if (tags.length > 0 || resource.isIdentity) for (const tag of ['team', 'stage']) context.set(`aws:resourcetag/${tag}`, null);
  for (const [name, value] of tags) context.set(`aws:resourcetag/${name.slice(4)}`, [String(value)]);
  return context;
}

function expected(tested: TestedPrincipal, resource: Entity, { rcps, resourcePolicies }: RandomAccounts): Record<string, Mode> {
  const modes: Record<string, Mode> = { READ: 0, WRITE: 0, ADMIN: 0 };
  for (const { action, each } of requestedActions(resource)) {
    const modeOn = (arn: string): Mode => {
      const decision = referenceDecision({
        identity: tested.policies,
        boundary: tested.boundary,
        session: null,
        scps: tested.scps,
        rcps,
        endpoint: [],
        resource: resourcePolicies.get(resource.nativeId) ?? null,
        request: {
          principal: tested.principal,
          action: action.id,
          resource: arn,
          resourceAccount: resource.accountId,
          context: contextOf(tested, resource),
        },
      });
      return MODES[decision] ?? 0;
    };
    const mode = Math.min(...each.map((arns) => Math.max(...arns.map(modeOn)))) as Mode;
    modes[kindOf(action)] = Math.max(modes[kindOf(action)] ?? 0, mode) as Mode;
  }
  return modes;
}

/**
 * External principals assume a role through an edge. Services appear where a policy names them. If a policy names everyone, the public node stands
 * for them.
 */
function isLeftOut({ principal }: TestedPrincipal, resource: Entity, { resourcePolicies }: RandomAccounts): boolean {
  if (principal !== STRANGER && principal !== '*anonymous*') return false;
  const statements = resourcePolicies.get(resource.nativeId)?.Statement ?? [];
  const isNamed = statements.some(({ Effect, Principal }) => Effect === 'Allow' && JSON.stringify(Principal ?? '').includes(STRANGER));
  return resource.type === 'ROLE' || (principal === STRANGER && !isNamed);
}

describe('the class-based evaluator of AWS', () => {
  it(`agrees with the reference evaluator on ${PAIRS} pairs of identity and resource in random accounts`, () => {
    let pairs = 0;
    const outcomes = new Map<string, number>();
    for (let seed = 1; pairs < PAIRS; seed += 1) {
      const accounts = randomAccounts(dice(seed));
      const { access, classOf, pclassOf, steps } = evaluateAccounts(accounts);
      const rows = new Map(access.map((row) => [`${row.pclassId} ${row.classId}`, row]));
      for (const tested of testedPrincipals(accounts)) {
        for (const resource of accounts.home.entities.filter(({ isResource }) => isResource)) {
          if (isLeftOut(tested, resource, accounts)) continue;
          const row = rows.get(`${pclassOf.get(tested.uri)} ${classOf.get(resource.uri)}`);
          const found = { READ: row?.read ?? 0, WRITE: row?.write ?? 0, ADMIN: row?.admin ?? 0 };
          const wanted = expected(tested, resource, accounts);
          pairs += 1;
          const outcome = Object.values(wanted).join('');
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          if (JSON.stringify(found) !== JSON.stringify(wanted)) {
            throw new Error(
              `seed ${seed}: ${tested.principal} on ${resource.nativeId}: ${JSON.stringify({ found, wanted, tested, policy: accounts.resourcePolicies.get(resource.nativeId), rcps: accounts.rcps, scps: tested.scps })}`,
            );
          }
          if (resource.type === 'ROLE' && tested.uri !== resource.uri) {
            const taken = steps.find(({ childUri, parent }) => childUri === tested.uri && parent.uri === resource.uri);
            const mode = taken ? (taken.conditions.length === 0 ? 2 : 1) : 0;
            if (mode !== wanted.ADMIN)
              throw new Error(`seed ${seed}: ${tested.principal} assumes ${resource.nativeId}: ${mode}, not ${wanted.ADMIN}`);
          }
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(15);
  });
});
