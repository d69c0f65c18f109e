import type { PolicyStatement } from '../compile/policy-document';
import type { Trust } from '../model';
import { accountOf, type Candidate } from './trust';

/**
 * Sorts trust policies by whom they name, so that nobody is held against all of them. A policy that names no principal of the
 * account by itself says the same to all of them.
 */
export class TrustIndex {
  readonly #naming = new Map<string, Set<Trust>>();
  readonly #general: Trust[] = [];

  constructor(trusts: readonly Trust[]) {
    for (const trust of trusts) {
      const names = trust.document.statements.flatMap(namesOf);
      for (const name of names) this.#naming.set(keyOf(name), (this.#naming.get(keyOf(name)) ?? new Set()).add(trust));
      const isGeneral = trust.document.statements.some((statement) => statement.notPrincipals || namesOf(statement).some(namesMany));
      if (isGeneral) this.#general.push(trust);
    }
  }

  /** Policies that name the candidate itself, or the sessions of the role that it is. */
  naming({ arn, type, name, accountId }: Candidate): Set<Trust> {
    const sessions = type === 'ROLE' ? (this.#naming.get(sessionKey(accountId, name)) ?? []) : [];
    return new Set([...(this.#naming.get(arn) ?? []), ...sessions]);
  }

  /** Policies that name everybody, an account, or all but some. */
  get general(): readonly Trust[] {
    return this.#general;
  }
}

function namesOf({ principals }: PolicyStatement): readonly string[] {
  return principals?.AWS ?? [];
}

function namesMany(name: string): boolean {
  return name === '*' || (accountOf(name) !== null && (!name.startsWith('arn:') || name.endsWith(':root')));
}

function keyOf(name: string): string {
  const [, account, role] = /^arn:[^:]+:sts::(\d{12}):assumed-role\/([^/]+)\//.exec(name) ?? [];
  return account !== undefined && role !== undefined ? sessionKey(account, role) : name;
}

function sessionKey(account: string, role: string): string {
  return `session of ${account} ${role}`;
}
