import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import type { StatementCompiler } from '../compile/compiled-statement';
import type { KnownKeys } from '../compile/request-context';
import type { BecomingStep, FederatedSignIn } from '../../../engine/evaluation';
import type { SignIn } from '../../../engine/app-assignment';
import { resourceUri, type Entity, type Trust } from '../../../engine/model';
import { accessConditions } from './access-conditions';
import { Asking } from './class-question';
import { NOTHING_AROUND, PrincipalClasses, type PrincipalClass, type Surroundings } from './principal-classes';
import { resourceContext } from './resource-context';
import type { ResourcePolicies } from './resource-policies';

const CENTER = 'IAM Identity Center';
/** The provider that IAM Identity Center makes in an account, by its ARN. */
const OF_CENTER = /:saml-provider\/AWSSSO_/;

/** What the account of the roles says of them. */
export interface FederatedSurroundings {
  tenantId: string;
  accountId: string;
  trusts: readonly Trust[];
  policies: ResourcePolicies;
  rcps: Surroundings['rcps'];
  known: KnownKeys;
}

/** One question to a trust policy: may whoever the provider vouches for take the role? */
interface Candidate {
  role: Entity;
  provider: string;
  action: 'AssumeRoleWithSAML' | 'AssumeRoleWithWebIdentity';
  keys: KnownKeys;
  /** What else must hold, that no policy of the account says. */
  conditions: string[];
}

/**
 * Answers which roles the users of an identity provider may take: those that an application hands out and whose trust policy lets in the
 * provider under the keys that the assertion or token brings. Whoever comes so is nobody of the account: no identity policy counts, and of
 * the organization only what it says of its resources.
 * Source: IAM User Guide, "Create a role for SAML 2.0 federation", "Create a role for OpenID Connect federation", "AWS global and IAM
 * condition context keys: keys for AWS web identity and SAML-based federation".
 */
export class FederatedRoles {
  readonly #byArn: ReadonlyMap<string, Trust>;
  /** Roles without their path: an account has no two of the same name. */
  readonly #byName: ReadonlyMap<string, Trust>;
  readonly #byProvider = new Map<string, Trust[]>();
  readonly #answers = new Map<string, string[] | null>();
  /** Roles that IAM Identity Center made, by the permission set that each is of. */
  readonly #byPermissionSet = new Map<string, { role: Entity; provider: string }[]>();

  constructor(
    private readonly compiler: StatementCompiler,
    private readonly around: FederatedSurroundings,
  ) {
    const { trusts } = around;
    this.#byArn = new Map(trusts.map((trust) => [trust.role.nativeId, trust]));
    this.#byName = new Map(trusts.map((trust) => [withoutPath(trust.role.nativeId), trust]));
    for (const trust of trusts) {
      const providers = new Set(trust.document.statements.flatMap(({ principals }) => principals?.Federated ?? []));
      for (const provider of providers) {
        this.#byProvider.set(provider, [...(this.#byProvider.get(provider) ?? []), trust]);
        const permissionSet = permissionSetOf(provider, trust.role);
        if (permissionSet === null) continue;
        this.#byPermissionSet.set(permissionSet, [...(this.#byPermissionSet.get(permissionSet) ?? []), { role: trust.role, provider }]);
      }
    }
  }

  /** The steps of everybody to whom applications are assigned; each once, by the way with the fewest conditions. Yields often. */
  *stepsOf(federation: readonly FederatedSignIn[]): Generator<undefined, BecomingStep[]> {
    const found = new Map<string, BecomingStep>();
    for (const signIn of federation) {
      for (const step of this.#steps(signIn)) {
        const key = [step.childUri, step.parent.uri, step.relation, step.group?.uri ?? ''].join(' ');
        const known = found.get(key);
        if (!known || step.conditions.length < known.conditions.length) found.set(key, step);
      }
      yield;
    }
    return [...found.values()];
  }

  #steps({ holderUri, application, by, signIn }: FederatedSignIn): BecomingStep[] {
    return this.#candidates(signIn).flatMap((candidate) => {
      const trusted = this.#trusted(candidate);
      if (!trusted) return [];
      const { uri, type, name, accountId } = candidate.role;
      return [
        {
          childUri: holderUri,
          parent: { uri, type, name, accountId },
          relation: `signs in through ${application} as`,
          group: by,
          conditions: [...candidate.conditions, ...trusted],
        },
      ];
    });
  }

  #candidates(signIn: SignIn): Candidate[] {
    switch (signIn.protocol) {
      case 'saml':
        return this.#bySaml(signIn);
      case 'oidc':
        return [...this.#byProvider].flatMap(([provider, trusts]) => trusts.flatMap(({ role }) => byToken(signIn, provider, role) ?? []));
      case 'permission-set':
        return (this.#byPermissionSet.get(signIn.permissionSet) ?? []).map((made) => byIdentityCenter(made, []));
      case 'identity-center':
        return [...this.#byPermissionSet].flatMap(([name, roles]) =>
          roles.map((made) => byIdentityCenter(made, [`${CENTER} assigns the permission set ${name} of account ${made.role.accountId} to them`])),
        );
    }
  }

  /** An assertion names the role with its path; a role that a directory knows by name only stands there without. */
  #bySaml({ role: arn, provider, audience }: Extract<SignIn, { protocol: 'saml' }>): Candidate[] {
    const trust = this.#byArn.get(arn) ?? this.#byName.get(arn);
    if (!trust) return [];
    const keys: KnownKeys = audience === null ? {} : { 'saml:aud': audience };
    return [{ role: trust.role, provider, action: 'AssumeRoleWithSAML', keys, conditions: [] }];
  }

  /** Null: the trust policy does not let in; else what must hold, in words. */
  #trusted(candidate: Candidate): string[] | null {
    const { role, provider, action, keys } = candidate;
    const key = JSON.stringify([role.uri, provider, action, keys]);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#ask(candidate);
    this.#answers.set(key, answer);
    return answer;
  }

  #ask({ role, provider, action, keys }: Candidate): string[] | null {
    const { policies, known } = this.around;
    const wanted = actionIndex(this.compiler.catalogue, action);
    if (wanted === undefined) return null;
    const policy = policies.of(role.nativeId);
    const { statements, limits } = new Asking(this.#classOf(provider, keys)).about(
      { id: '', example: role, policy, restrictsPublic: false, context: resourceContext(role, known) },
      Bitset.of(this.compiler.catalogue.actions.length, [wanted]),
    );
    return accessConditions(statements, limits, wanted, role.nativeId);
  }

  #classOf(provider: string, keys: KnownKeys): PrincipalClass {
    const { tenantId, accountId, rcps } = this.around;
    const entity: Entity = {
      uri: resourceUri(tenantId, 'AWS', accountId, '', 'FEDERATED_USER', provider),
      nativeId: provider,
      name: provider,
      type: 'FEDERATED_USER',
      accountId,
      cloudType: 'AWS',
      region: '-',
      isIdentity: true,
      isResource: false,
      attributes: {},
    };
    const classes = new PrincipalClasses(this.compiler, new Map(), { ...NOTHING_AROUND, rcps, known: keys });
    return classes.classOf({ entity, policies: [], boundary: null, groups: [] });
  }
}

/**
 * Tells by its ARN a provider whose directory is connected: who comes by it is known one by one, so that nobody unknown stands for them.
 */
export function connectedProviders(federation: readonly FederatedSignIn[]): (arn: string) => boolean {
  const arns = new Set<string>();
  const issuers = new Set<string>();
  const isCenterKnown = federation.some(({ signIn }) => signIn.protocol === 'permission-set');
  for (const { signIn } of federation) {
    if (signIn.protocol === 'saml') arns.add(signIn.provider);
    else if (signIn.protocol === 'oidc') issuers.add(signIn.issuer);
  }
  return (arn) => arns.has(arn) || (isCenterKnown && OF_CENTER.test(arn)) || issuers.has(/:oidc-provider\/(.+)$/.exec(arn)?.[1] ?? '');
}

/** A token says for which application and whom it is, under keys that begin with the name of its issuer. */
function byToken({ issuer, audience, subject }: Extract<SignIn, { protocol: 'oidc' }>, provider: string, role: Entity): Candidate | null {
  if (provider.slice(provider.indexOf(':oidc-provider/') + 15) !== issuer || !provider.includes(':oidc-provider/')) return null;
  const prefix = issuer.toLowerCase();
  const keys = { [`${prefix}:aud`]: audience, ...(subject === null ? {} : { [`${prefix}:sub`]: subject }) };
  return { role, provider, action: 'AssumeRoleWithWebIdentity', keys, conditions: [] };
}

/** Name of the permission set that a role is of: IAM Identity Center makes a provider and a role for each permission set in every account. Null: of none. */
function permissionSetOf(provider: string, { name }: Entity): string | null {
  return OF_CENTER.test(provider) ? (/^AWSReservedSSO_(.+)_[0-9a-f]{16}$/.exec(name)?.[1] ?? null) : null;
}

function byIdentityCenter(made: Pick<Candidate, 'role' | 'provider'>, conditions: string[]): Candidate {
  return { ...made, action: 'AssumeRoleWithSAML', keys: { 'saml:aud': 'https://signin.aws.amazon.com/saml' }, conditions };
}

function actionIndex(catalogue: Catalogue, name: Candidate['action']): number | undefined {
  return catalogue.ofService('sts').find((action) => action.name === name)?.index;
}

function withoutPath(arn: string): string {
  return arn.replace(/:role\/.*\//, ':role/');
}
