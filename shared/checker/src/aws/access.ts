import { ASSUMPTIONS } from '../assumptions';
import type { ReplayContext } from '../context';
import { Invalid, NotCheckable } from '../faults';
import { decide, type Decided } from './decide';
import { keysOf, type Sides } from './keys';
import { patternTokens, relateArn, textTokens, type Token } from './pattern';
import type { Policy } from './policy';
import type { RequestKeys } from './request';
import { fill } from './variables';

/** Actions that need no permission. */
const WITHOUT_PERMISSION = ['sts:getcalleridentity', 'sts:getsessiontoken'];

/**
 * Decides whether a principal may take an action on an ARN of a resource.
 * @param on the ARN of the resource or, for a bucket, of an object; one that ends in `/*` stands for all objects
 */
export function accessOf(context: ReplayContext, place: string, sides: Sides, action: string, on: string): Decided {
  const { principal, principalOrganization, resource, resourceOrganization } = sides;
  if (principalOrganization.account !== principal.account || resourceOrganization.account !== resource.account)
    throw new Invalid(place, 'The organization is that of another account.');
  if (!/^[a-z0-9-]+:[A-Za-z0-9]+$/.test(action)) throw new Invalid(place, `"${action}" is no action.`);
  if (WITHOUT_PERMISSION.includes(action.toLowerCase())) throw new NotCheckable(place, `${action} needs no permission, so no policy decides it.`);
  const isInside = resource.entity.type === 'OBJECT_STORE' && on.startsWith(`${resource.arn}/`) && on.length > resource.arn.length + 1;
  if (on !== resource.arn && !isInside) throw new Invalid(place, `"${on}" is not in the resource "${resource.arn}".`);
  if (resource.entity.attributes.restrictpublicbuckets === true && resource.account !== principal.account)
    throw new NotCheckable(place, 'The bucket restricts public policies for other accounts, for which this format has no rule.');
  context.assume(...ASSUMPTIONS.request());
  context.assume(...ASSUMPTIONS.catalogue(resource.fact.source.catalogue_sha256));
  const keys = keysOf(sides, context.proof.claim.made_at);
  const ask = (form?: readonly Token[]): Decided =>
    decide(
      {
        identity: principal.policies,
        boundary: principal.boundary,
        session: null,
        scps: principalOrganization.scps,
        rcps: resourceOrganization.rcps,
        endpoint: null,
        resource: resource.policies,
      },
      { principal: principal.arn, action, resource: on, form, resourceAccount: resource.account, keys },
    );
  if (!isInside || !on.endsWith('/*')) return ask();
  const whole = ask(patternTokens(on));
  if (whole.decision !== 'conditional') return whole;
  // Whatever is allowed, some allow names it. So it suffices to decide the objects that each allow names.
  const parts = formsOfAllows([...principal.policies, ...resource.policies], on, keys).map(ask);
  return parts.find((part) => refusingLayer(part) === null) ?? parts[0] ?? whole;
}

/** Returns the forms of the objects that allow statements name, in the order of the policies. One that names no key of this bucket stands for all objects. */
function formsOfAllows(policies: readonly Policy[], on: string, keys: RequestKeys): Token[][] {
  const beneath = textTokens(on.slice(0, -1));
  const all = patternTokens(on);
  return policies.flatMap(({ hasVariables, statements }) =>
    statements
      .filter(({ effect }) => effect === 'Allow')
      .flatMap(({ resources, notResources }) => {
        if (notResources) return [all];
        return resources.flatMap((pattern) => {
          const filled = hasVariables ? fill(pattern, keys) : { tokens: patternTokens(pattern) };
          if (!filled || relateArn(filled.tokens, all) === 'no') return [];
          return [beneath.every((token, index) => filled.tokens[index] === token) ? filled.tokens : all];
        });
      }),
  );
}

/** Returns the layer that refuses a request, for readers; null where the request may pass. */
export function refusingLayer({ decision, layers }: Decided): string | null {
  if (decision === 'allowed' || decision === 'conditional') return null;
  if (decision === 'denied') return `denied by ${layers.find(({ deny }) => deny === 'yes')?.layer ?? ''}`;
  const limit = layers.find(({ layer, allow }) => allow === 'no' && /^(?:scp|rcp|boundary)/.test(layer));
  return limit ? `not allowed by ${limit.layer}` : 'not allowed by identity and resource policies';
}
