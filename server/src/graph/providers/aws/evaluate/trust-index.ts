import type { PolicyStatement } from '../compile/policy-document';
import type { Trust } from '../../../engine/model';
import { keyOfName, namesMany, sessionKey } from './principal-names';
import type { Requester } from './requester';

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
      for (const key of names.map(keyOfName)) this.#naming.set(key, (this.#naming.get(key) ?? new Set()).add(trust));
      const isGeneral = trust.document.statements.some((statement) => statement.notPrincipals || namesOf(statement).some(namesMany));
      if (isGeneral) this.#general.push(trust);
    }
  }

  /** Policies that name the candidate itself, or the sessions of the role that it is. */
  naming({ id, kind, name, accountId }: Requester): Set<Trust> {
    const sessions = kind === 'session' && accountId !== null ? (this.#naming.get(sessionKey(accountId, name)) ?? []) : [];
    return new Set([...(this.#naming.get(id) ?? []), ...sessions]);
  }

  /** Policies that name everybody, an account, or all but some. */
  get general(): readonly Trust[] {
    return this.#general;
  }
}

function namesOf({ principals }: PolicyStatement): readonly string[] {
  return principals?.AWS ?? [];
}
