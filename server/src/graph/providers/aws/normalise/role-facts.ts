import type { AccountDraft } from './account-draft';
import type { RoleFacts, RoleTrust } from './role-sessions';
import { withoutPath } from './trail-identity';

const TRUST = '/trust';

/** Returns what the facts of an account say about the sessions of its roles. */
export function roleFacts(draft: AccountDraft): RoleFacts {
  const trusts = new Map<string, RoleTrust>();
  for (const { policyId, document } of draft.policies) {
    if (policyId.endsWith(TRUST)) trusts.set(withoutPath(policyId.slice(0, -TRUST.length)), trustOf(document));
  }
  const workloads = new Map<string, string>();
  for (const { kind, child, parent } of draft.relations) {
    if (kind !== 'runs_as') continue;
    // EC2 names a session by the instance's id, Lambda by the function's name.
    const name = child.nativeId.split(/[:/]/).at(-1) ?? '';
    workloads.set(`${withoutPath(parent.nativeId)} ${name}`, child.nativeId);
  }
  return {
    trustOf: (role) => trusts.get(withoutPath(role)) ?? null,
    workloadOf: (role, sessionName) => workloads.get(`${withoutPath(role)} ${sessionName}`) ?? null,
  };
}

function trustOf({ statements, faults }: Parameters<AccountDraft['addPolicy']>[0]['document']): RoleTrust {
  const allowed = statements.filter(({ effect }) => effect === 'Allow');
  const isReadable =
    faults.length === 0 && allowed.length > 0 && allowed.every(({ principals, notPrincipals }) => principals !== null && !notPrincipals);
  const named = isReadable
    ? allowed.flatMap(({ principals }) => Object.entries(principals ?? {}).flatMap(([kind, ids]) => ids.map((id) => ({ kind, id }))))
    : [];
  const isService = named.length > 0 && named.every(({ kind }) => kind === 'Service');
  return {
    isSamlOnly: named.length > 0 && named.every(({ kind, id }) => kind === 'Federated' && id.includes(':saml-provider/')),
    onlyServices: isService ? named.map(({ id }) => id) : [],
  };
}
