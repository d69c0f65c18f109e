import type { PolicyStatement } from '../compile/policy-document';
import type { Trust } from '../account-model';
import { keyOfName, namesMany, sessionKey } from './principal-names';
import type { Requester } from './requester';

/**
 * Groups trust policies by the principals that they name, so that each principal is tested against few of them. A policy without individual
 * principals gives the same result to all principals of the account.
 */
export class TrustIndex {
  readonly #naming = new Map<string, Set<Trust>>();
  readonly #general: Trust[] = [];

  constructor(trusts: readonly Trust[]) {
    for (const trust of trusts) {
      const names = trust.document.statements.flatMap(namesOf);
      for (const key of names.map(keyOfName)) this.#naming.set(key, (this.#naming.get(key) ?? new Set()).add(trust));
      const isGeneral = trust.document.statements.some((statement) => statement.notPrincipals || namesOf(statement).some(namesMany));
      if (isGeneral) this.#general.push(trust);
    }
  }

  /** Returns the policies that name the principal, or the sessions of the role that it is. */
  naming({ id, kind, name, accountId }: Requester): Set<Trust> {
    const sessions = kind === 'session' && accountId !== null ? (this.#naming.get(sessionKey(accountId, name)) ?? []) : [];
    return new Set([...(this.#naming.get(id) ?? []), ...sessions]);
  }

  /** Returns the policies that name everyone, an account, or all but some principals. */
  get general(): readonly Trust[] {
    return this.#general;
  }
}

function namesOf({ principals }: PolicyStatement): readonly string[] {
  return principals?.AWS ?? [];
}
