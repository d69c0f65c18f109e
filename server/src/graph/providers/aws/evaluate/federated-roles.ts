import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import type { StatementCompiler } from '../compile/compiled-statement';
import type { KnownKeys } from '../compile/request-context';
import type { AssumptionEdge, FederatedSignIn } from '../../../engine/evaluation';
import type { SignIn } from '../../../engine/app-assignment';
import { resourceUri, type Entity } from '../../../engine/model';
import type { Trust } from '../account-model';
import { accessConditions } from './access-conditions';
import { PolicyCollector } from './applicable-policies';
import { NO_CONTEXT, PrincipalClasses, type PrincipalClass, type ClassificationContext } from './principal-classes';
import { principalContext, requesterOf } from './principal-context';
import { resourceContext } from './resource-context';
import type { ResourcePolicies } from './resource-policies';

const CENTER = 'IAM Identity Center';
/** Matches the ARN of the SAML provider that IAM Identity Center creates in each account. */
const CENTER_PROVIDER = /:saml-provider\/AWSSSO_/;

/** The data of the account that owns the roles. */
export interface FederatedRolesContext {
  tenantId: string;
  accountId: string;
  trusts: readonly Trust[];
  policies: ResourcePolicies;
  rcps: ClassificationContext['rcps'];
  known: KnownKeys;
}

/** One question to a trust policy: may the provider's user assume the role? */
interface Candidate {
  role: Entity;
  provider: string;
  action: 'AssumeRoleWithSAML' | 'AssumeRoleWithWebIdentity';
  keys: KnownKeys;
  /** Conditions beyond the account's own policies. */
  conditions: string[];
}

/**
 * Answers which roles the users of an identity provider may assume. An application must grant the role, and its trust policy must accept the provider
 * with the keys of the assertion or token. A federated user has no identity policies; only trust policies and resource control policies apply.
 * @see IAM User Guide, "Create a role for SAML 2.0 federation", "Create a role for OpenID Connect federation", "AWS global and IAM condition context
 * keys: keys for AWS web identity and SAML-based federation"
 */
export class FederatedRoles {
  readonly #byArn: ReadonlyMap<string, Trust>;
  /** Roles by ARN without path: role names are unique in an account. */
  readonly #byName: ReadonlyMap<string, Trust>;
  readonly #byProvider = new Map<string, Trust[]>();
  readonly #answers = new Map<string, string[] | null>();
  readonly #classes: PrincipalClasses;
  /** Roles that IAM Identity Center created, by permission set. */
  readonly #byPermissionSet = new Map<string, { role: Entity; provider: string }[]>();

  constructor(
    private readonly compiler: StatementCompiler,
    private readonly context: FederatedRolesContext,
  ) {
    const { trusts, rcps } = context;
    this.#classes = new PrincipalClasses(compiler, new Map(), { ...NO_CONTEXT, rcps });
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

  /** Returns the edges from application assignees to roles, keeping the least conditional duplicate. It yields often. */
  *edgesOf(federation: readonly FederatedSignIn[]): Generator<undefined, AssumptionEdge[]> {
    const found = new Map<string, AssumptionEdge>();
    for (const signIn of federation) {
      for (const edge of this.#edges(signIn)) {
        const key = [edge.childUri, edge.parent.uri, edge.relation, edge.group?.uri ?? ''].join(' ');
        const known = found.get(key);
        if (!known || edge.conditions.length < known.conditions.length) found.set(key, edge);
      }
      yield;
    }
    return [...found.values()];
  }

  #edges({ holderUri, application, by, signIn, conditions }: FederatedSignIn): AssumptionEdge[] {
    return this.#candidates(signIn).flatMap((candidate) => {
      const trusted = this.#conditions(candidate);
      if (!trusted) return [];
      const { uri, type, name, accountId } = candidate.role;
      return [
        {
          childUri: holderUri,
          parent: { uri, type, name, accountId },
          relation: `signs in through ${application} as`,
          group: by,
          conditions: [...conditions, ...candidate.conditions, ...trusted],
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

  /** An assertion names the role with its path. A directory that knows only the name gives the ARN without it. */
  #bySaml({ role: arn, provider, audience }: Extract<SignIn, { protocol: 'saml' }>): Candidate[] {
    const trust = this.#byArn.get(arn) ?? this.#byName.get(arn);
    if (!trust) return [];
    const keys: KnownKeys = audience === null ? {} : { 'saml:aud': audience };
    return [{ role: trust.role, provider, action: 'AssumeRoleWithSAML', keys, conditions: [] }];
  }

  /** Returns the conditions, in words, under which the trust policy accepts the provider; null where it does not. */
  #conditions(candidate: Candidate): string[] | null {
    const { role, provider, action, keys } = candidate;
    const key = JSON.stringify([role.uri, provider, action, keys]);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#evaluate(candidate);
    this.#answers.set(key, answer);
    return answer;
  }

  #evaluate({ role, provider, action, keys }: Candidate): string[] | null {
    const { policies, known } = this.context;
    const index = actionIndex(this.compiler.catalogue, action);
    if (index === undefined) return null;
    const policy = policies.of(role.nativeId);
    const { statements, limits } = new PolicyCollector(this.#classOf(provider, keys)).collect(
      { id: '', example: role, policy, restrictsPublic: false, context: resourceContext(role, known) },
      Bitset.of(this.compiler.catalogue.actions.length, [index]),
    );
    return accessConditions(statements, limits, index, role.nativeId);
  }

  #classOf(provider: string, keys: KnownKeys): PrincipalClass {
    const { tenantId, accountId } = this.context;
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
    const context = principalContext(entity, requesterOf(entity), keys);
    return this.#classes.classOf({ entity, policies: [], boundary: null, groups: [] }, context, JSON.stringify([provider, keys]));
  }
}

/** Returns a test for providers whose directory is connected. Their users are known individually, so no placeholder principal is needed. */
export function connectedProviders(federation: readonly FederatedSignIn[]): (arn: string) => boolean {
  const arns = new Set<string>();
  const issuers = new Set<string>();
  const isCenterKnown = federation.some(({ signIn }) => signIn.protocol === 'permission-set');
  for (const { signIn } of federation) {
    if (signIn.protocol === 'saml') arns.add(signIn.provider);
    else if (signIn.protocol === 'oidc') issuers.add(signIn.issuer);
  }
  return (arn) => arns.has(arn) || (isCenterKnown && CENTER_PROVIDER.test(arn)) || issuers.has(/:oidc-provider\/(.+)$/.exec(arn)?.[1] ?? '');
}

/** A token carries the application and the user under keys that begin with the issuer's name. */
function byToken({ issuer, audience, subject }: Extract<SignIn, { protocol: 'oidc' }>, provider: string, role: Entity): Candidate | null {
  if (provider.slice(provider.indexOf(':oidc-provider/') + 15) !== issuer || !provider.includes(':oidc-provider/')) return null;
  const prefix = issuer.toLowerCase();
  const keys = { [`${prefix}:aud`]: audience, ...(subject === null ? {} : { [`${prefix}:sub`]: subject }) };
  return { role, provider, action: 'AssumeRoleWithWebIdentity', keys, conditions: [] };
}

/**
 * Returns the permission set of a role; null for other roles. IAM Identity Center creates a provider and one role per permission set in every
 * account.
 */
function permissionSetOf(provider: string, { name }: Entity): string | null {
  return CENTER_PROVIDER.test(provider) ? (/^AWSReservedSSO_(.+)_[0-9a-f]{16}$/.exec(name)?.[1] ?? null) : null;
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
