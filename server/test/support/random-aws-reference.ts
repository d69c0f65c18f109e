import type { ReferenceCase, ReferenceContext } from './aws-reference';
import { ASKED_KEYS, type RandomCase } from './random-aws-case';

/** The keys that a request is known to carry: its own, and those of its principal and resource. A complete context has no others. */
function contextOf({ request, context_complete: isComplete }: RandomCase): ReferenceContext {
  const { principal, resource, resource_account: account } = request;
  const known: ReferenceContext = new Map(isComplete ? ASKED_KEYS.map((key) => [key, null]) : []);
  const own = /::(\d{12}):/.exec(principal)?.[1];
  known.set('aws:username', /:user\//.test(principal) ? [principal.split('/').at(-1) ?? ''] : null);
  const role = /:assumed-role\/([^/]+)\//.exec(principal)?.[1];
  if (own) known.set('aws:principalaccount', [own]).set('aws:principalarn', [role ? `arn:aws:iam::${own}:role/${role}` : principal]);
  else known.set('aws:principalarn', null);
  if (principal === '*anonymous*') known.set('aws:principalaccount', ['anonymous']);
  known.set('aws:resourceaccount', [account]);
  const region = resource.split(':')[3] || (resource.startsWith('arn:aws:iam:') ? 'us-east-1' : '');
  if (region) known.set('aws:requestedregion', [region]);
  for (const [key, values] of Object.entries(request.context)) known.set(key.toLowerCase(), values);
  return known;
}

/** Returns a random case in the form of the reference. */
export function toReference(given: RandomCase): ReferenceCase {
  const { principal, action, resource, resource_account: resourceAccount } = given.request;
  return {
    identity: given.principal_policies,
    boundary: given.boundary,
    session: given.session_policy,
    scps: (given.scps ?? []).map(({ policies }) => policies),
    rcps: (given.rcps ?? []).map(({ policies }) => policies),
    endpoint: given.endpoint_policies,
    resource: given.resource_policy,
    request: { principal, action, resource, resourceAccount, context: contextOf(given) },
  };
}
