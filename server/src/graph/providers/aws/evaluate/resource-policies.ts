import type { StatementCompiler } from '../compile/compiled-statement';
import type { ConditionTest } from '../compile/condition-test';
import type { Attachment, AwsAccount } from '../../../engine/model';
import type { HeldStatement } from './access-rule';
import type { Source } from './principal-classes';

/** What a resource says itself of who may use it; of a role, who may become it. */
export interface ResourcePolicy {
  hash: string;
  statements: HeldStatement<Source>[];
  patterns: string[];
  /** It is the trust policy of a role. */
  isTrust: boolean;
  /** It allows something to everybody, without a condition that says from where or for whom. */
  isPublic: boolean;
  /** The same by its policy, be it what it may by lists of grantees: only of policies AWS restricts what is public. */
  isPublicByPolicy: boolean;
}

/** Keys by which AWS takes a policy that names everybody for one that is not public, after "The meaning of public" in the Amazon S3 User Guide. */
const NARROWING =
  /^(aws:(sourceip|sourcearn|sourcevpc|sourcevpce|sourceowner|sourceaccount|sourceorgid|sourceorgpaths|userid|principal(arn|account|orgid|orgpaths))|s3:dataaccesspoint(arn|account)|s3:x-amz-server-side-encryption-aws-kms-key-id)$/;

/** The policies of the resources of an account, compiled once each. */
export class ResourcePolicies {
  readonly #byResource = new Map<string, ResourcePolicy>();

  constructor({ resourcePolicies, trusts }: Pick<AwsAccount, 'resourcePolicies' | 'trusts'>, compiler: StatementCompiler) {
    const attached = new Map<string, Attachment[]>();
    for (const { nativeId, policy } of resourcePolicies) attached.set(nativeId, [...(attached.get(nativeId) ?? []), policy]);
    const compiled = new Map<string, ResourcePolicy>();
    const add = (nativeId: string, policies: readonly Attachment[], isTrust: boolean): void => {
      const hash = policies.map(({ document }) => document.hash).join(' ');
      const made = compiled.get(hash) ?? compile(hash, policies, isTrust, compiler);
      compiled.set(hash, made);
      this.#byResource.set(nativeId, made);
    };
    for (const [nativeId, policies] of attached) add(nativeId, policies, false);
    for (const { role, document } of trusts) {
      add(role.nativeId, [{ policyId: `${role.nativeId}/trust`, policyName: `trust policy of ${role.name}`, policyUri: role.uri, document }], true);
    }
  }

  of(nativeId: string): ResourcePolicy | null {
    return this.#byResource.get(nativeId) ?? null;
  }

  get all(): Set<ResourcePolicy> {
    return new Set(this.#byResource.values());
  }

  /** The tests of all of them, each once. */
  tests(): ConditionTest[] {
    return distinctTests([...this.all].flatMap(({ statements }) => statements));
  }

  /** Whom they name, by ARN or account. */
  names(): Set<string> {
    return new Set([...this.all].flatMap(({ statements }) => statements.flatMap(({ statement }) => statement.principals?.AWS ?? [])));
  }
}

/** The tests of statements, each once. */
export function distinctTests(statements: readonly HeldStatement<unknown>[]): ConditionTest[] {
  return [...new Map(statements.flatMap(({ statement }) => statement.tests.map((test) => [test.words, test] as const))).values()];
}

function compile(hash: string, policies: readonly Attachment[], isTrust: boolean, compiler: StatementCompiler): ResourcePolicy {
  const statements = policies.flatMap(({ policyId, policyName, policyUri, document }) => {
    const source: Source = {
      holder_type: isTrust ? 'TRUST' : 'RESOURCE',
      holder_uri: '',
      holder_name: '',
      policy_id: policyId,
      policy_name: policyName,
      policy_uri: policyUri,
    };
    return document.statements.map((statement) => ({ statement: compiler.compile(statement, document.allowsVariables), source }));
  });
  return {
    hash,
    statements,
    isTrust,
    isPublic: statements.some(isOpen),
    isPublicByPolicy: statements.some((held) => isOpen(held) && !held.source.policy_id.endsWith('/acl')),
    patterns: [...new Set(statements.flatMap(({ statement }) => statement.patterns))],
  };
}

function isOpen({ statement: { effect, principals, notPrincipals, tests } }: HeldStatement<Source>): boolean {
  const everybody = notPrincipals || Object.values(principals ?? {}).some((names) => names.includes('*'));
  return effect === 'Allow' && everybody && !tests.some(({ key }) => NARROWING.test(key));
}
