import { NARROWING } from '../compile/narrowing-keys';
import type { StatementCompiler } from '../compile/compiled-statement';
import type { ConditionTest } from '../compile/condition-test';
import type { AwsAccount, Attachment } from '../account-model';
import type { HeldStatement } from './access-rule';
import type { Source } from './principal-classes';

/** The ids of policies that stand for the grants of a key, or for what an access point of another account admits. */
const GRANTS = /(?::kms:[^/]*:key|:s3:[^/]*:accesspoint)\/[^/]+\/grants$/;

/** A resource policy; for a role, its trust policy. */
export interface ResourcePolicy {
  hash: string;
  statements: HeldStatement<Source>[];
  patterns: string[];
  /** The policy is the trust policy of a role. */
  isTrust: boolean;
  /** The policy allows everyone something, without a condition on source or audience. */
  isPublic: boolean;
  /** The same for policy documents alone, without access control lists: AWS's restriction of public policies ignores the lists. */
  isPublicByPolicy: boolean;
}

/** The resource policies of an account, each compiled once. */
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

  /** Returns the distinct tests of all resource policies. */
  tests(): ConditionTest[] {
    return distinctTests([...this.all].flatMap(({ statements }) => statements));
  }

  /** Returns the ARNs and accounts that grants of keys and access points name. */
  grantees(): Set<string> {
    return new Set(
      [...this.all].flatMap(({ statements }) => statements.flatMap(({ statement, byGrant }) => (byGrant && statement.principals?.AWS) || [])),
    );
  }

  /** Returns the ARNs and accounts that the policies name. */
  names(): Set<string> {
    return new Set([...this.all].flatMap(({ statements }) => statements.flatMap(({ statement }) => statement.principals?.AWS ?? [])));
  }
}

/** Returns the distinct tests of the statements. */
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
    const compiled = document.statements.flatMap((statement) => compiler.compileAll(statement, document.allowsVariables));
    return compiled.map((statement) => ({ statement, source, ...(GRANTS.test(policyId) ? { byGrant: true as const } : {}) }));
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
  const includesAnyone = notPrincipals || Object.values(principals ?? {}).some((names) => names.includes('*'));
  return effect === 'Allow' && includesAnyone && !tests.some(({ key }) => NARROWING.test(key));
}
