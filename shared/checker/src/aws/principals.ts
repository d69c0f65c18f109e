import { most, not, sure, type Truth } from '../truth';
import type { Statement } from './policy';
import { accountOf } from './request';

/**
 * The form in which a resource policy names a principal: itself or everyone; its role, so that boundary and session policy limit it; or its account, whose
 * own policies have to allow as well.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-basics-single-account.html
 */
export type Naming = 'itself' | 'role' | 'account';

export const NAMINGS: readonly Naming[] = ['itself', 'role', 'account'];

/** Decides whether a statement of a resource policy applies to a principal by a form of naming. */
export function principalHit(statement: Statement, principal: string, naming: Naming, hasBoundary: boolean): Truth {
  const { principals, isNotPrincipal, effect } = statement;
  if (!principals) return 'no';
  if (!isNotPrincipal) return nameHit(principals, principal, naming);
  if (naming !== 'itself') return 'no';
  const hit = (wanted: Naming): Truth => nameHit(principals, principal, wanted);
  if (effect === 'Allow') return sure(NAMINGS.every((one) => hit(one) === 'no'));
  // A boundary voids the exemption. Without its account in the list, the policy may deny the named principal too.
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notprincipal.html
  if (hasBoundary) return 'yes';
  const isRole = /^arn:[^:]+:iam::\d{12}:role\//.test(principal);
  const exempt = most([hit('itself'), isRole ? hit('role') : 'no', principal.endsWith(':root') ? hit('account') : 'no']);
  if (exempt === 'no') return 'yes';
  return accountOf(principal) !== null && hit('account') === 'no' ? 'unknown' : not(exempt);
}

function nameHit(names: Record<string, string[]>, principal: string, naming: Naming): Truth {
  return most(Object.entries(names).flatMap(([kind, list]) => list.map((name) => oneHit(kind, name, principal, naming))));
}

function oneHit(kind: string, name: string, principal: string, naming: Naming): Truth {
  const isItself = naming === 'itself';
  if (kind === 'Service') return sure(isItself && name.toLowerCase() === principal.toLowerCase());
  if (kind === 'Federated') return sure(isItself && name === principal);
  if (kind !== 'AWS') return 'no';
  if (name === '*') return sure(isItself);
  const account = accountOf(principal);
  if (account === null) return 'no';
  if (name === account || (name.startsWith('arn:') && name.endsWith(`:iam::${account}:root`))) return sure(naming === 'account');
  const [, type = '', rest = ''] = /^arn:[^:]+:(?:iam|sts)::\d{12}:([a-z-]+)\/?(.*)$/.exec(principal) ?? [];
  if (type === 'role') return roleHit(name, { principal, account, role: rest.split('/').at(-1) ?? '' }, naming);
  if (type !== 'assumed-role' || name === principal) return sure(isItself && name === principal);
  const [, owner, path] = /^arn:[^:]+:iam::(\d{12}):role\/(.+)$/.exec(name) ?? [];
  return sure(naming === 'role' && owner === account && path?.split('/').at(-1) === rest.split('/')[0]);
}

/** A role acts in sessions. Only the request decides whether it is the session that a statement names. */
function roleHit(name: string, { principal, account, role }: { principal: string; account: string; role: string }, naming: Naming): Truth {
  if (name === principal) return sure(naming === 'role');
  const [, owner, ofRole] = /^arn:[^:]+:sts::(\d{12}):assumed-role\/([^/]+)\/.+$/.exec(name) ?? [];
  return naming === 'itself' && owner === account && ofRole === role ? 'unknown' : 'no';
}
