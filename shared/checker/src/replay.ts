import type { Json } from './canonical';
import { ReplayContext } from './context';
import { Invalid, mustBe, NotCheckable } from './faults';
import type { Claim, Proof, Step } from './format';
import { azureDecidesRule, azureOutOfReachRule } from './rules/azure/decides';
import { azurePrincipalRule } from './rules/azure/principal';
import { azureResourceRule } from './rules/azure/resource';
import { gcpClosesRule, gcpOutOfReachRule } from './rules/gcp/closes';
import { gcpDecidesRule } from './rules/gcp/decides';
import { gcpPrincipalRule } from './rules/gcp/principal';
import { gcpResourceRule } from './rules/gcp/resource';
import { closesRule, outOfReachRule } from './rules/closes';
import { decidesRule } from './rules/decides';
import { directoryDecidesRule, directoryMemberRule, directoryOutOfReachRule } from './rules/directory';
import { organizationRule } from './rules/organization';
import { principalRule } from './rules/principal';
import { becomesRule, reachesRule, type Conclusion } from './rules/reaches';
import { resourceRule } from './rules/resource';
import type { Rule } from './rules/rule';
import { readProof } from './shape';

/** The rules of inference of the format. */
export const RULES: Readonly<Record<string, Rule>> = {
  principal: principalRule,
  organization: organizationRule,
  resource: resourceRule,
  decides: decidesRule,
  becomes: becomesRule,
  reaches: reachesRule,
  closes: closesRule,
  'out-of-reach': outOfReachRule,
  'gcp-principal': gcpPrincipalRule,
  'gcp-resource': gcpResourceRule,
  'gcp-decides': gcpDecidesRule,
  'gcp-closes': gcpClosesRule,
  'gcp-out-of-reach': gcpOutOfReachRule,
  'azure-principal': azurePrincipalRule,
  'azure-resource': azureResourceRule,
  'azure-decides': azureDecidesRule,
  'azure-out-of-reach': azureOutOfReachRule,
  'directory-member': directoryMemberRule,
  'directory-decides': directoryDecidesRule,
  'directory-out-of-reach': directoryOutOfReachRule,
};

/** Rules whose step may end a proof. */
const LAST = ['reaches', 'out-of-reach', 'gcp-out-of-reach', 'azure-out-of-reach', 'directory-out-of-reach'];

/**
 * Replays a proof: every fact has to lead to the root of its source, every step has to follow by its rule, and the last one has to say what the claim says.
 * @param rules the rules to use; tests leave some out
 * @throws Invalid if the proof does not hold
 * @throws NotCheckable if it uses what this checker does not know
 */
export function replay(payload: Json, rules = RULES): Proof {
  const proof = readProof(payload);
  const context = new ReplayContext(proof);
  let conclusion: Conclusion | undefined;
  for (const [index, { id, rule: name, from, with: parameters, says }] of proof.steps.entries()) {
    const place = `steps/${id}`;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) throw new NotCheckable(place, `This checker does not know the rule "${name}".`);
    const found = rule({ context, place, from, with: parameters });
    mustBe(place, 'What the step says', says, found.says);
    context.keep(id, name, found.value);
    const isLast = index === proof.steps.length - 1;
    if (isLast !== LAST.includes(name)) throw new Invalid(place, 'The conclusion has to be the last step, and the only one.', name);
    if (isLast) conclusion = found.value as Conclusion;
  }
  if (!conclusion) throw new Invalid('steps', 'The file has no conclusion.');
  requireClaim(proof.claim, conclusion);
  context.requireAllUsed();
  mustBe('assumes', 'The list of assumptions', proof.assumes as unknown as Json, context.assumptions as unknown as Json);
  return proof;
}

/**
 * Completes a proof: adds to each step what follows from it, and the assumptions, and leaves out documents that no step uses. The claim stays as it is.
 * @throws Invalid if a step does not follow
 * @throws NotCheckable if the format has no rule for something
 */
export function complete(draft: Omit<Proof, 'steps' | 'assumes'> & { steps: readonly Omit<Step, 'says'>[] }): Proof {
  const context = new ReplayContext({ ...draft, steps: [], assumes: [] });
  const steps = draft.steps.map((step): Step => {
    const rule = RULES[step.rule];
    if (!rule) throw new NotCheckable(`steps/${step.id}`, `There is no rule "${step.rule}".`);
    const { says, value } = rule({ context, place: `steps/${step.id}`, from: step.from, with: step.with });
    context.keep(step.id, step.rule, value);
    return { ...step, says };
  });
  return { ...draft, documents: context.usedDocuments, steps, assumes: context.assumptions };
}

function requireClaim(claim: Claim, { kind, identity, resource, actions }: Conclusion): void {
  mustBe('claim/kind', 'The kind of the claim', claim.kind, kind);
  for (const [name, fact] of [
    ['identity', identity],
    ['resource', resource],
  ] as const) {
    const wanted = { uri: fact.body.entities[0]?.uri ?? '', id: fact.key, source: fact.source.source };
    mustBe(`claim/${name}`, `The ${name} of the claim`, claim[name] as unknown as Json, wanted);
  }
  mustBe('claim/actions', 'The list of actions', claim.actions as unknown as Json, actions as unknown as Json);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(claim.made_at) || Number.isNaN(Date.parse(claim.made_at)))
    throw new Invalid('claim/made_at', 'The time is not in ISO 8601 with milliseconds and Z.', claim.made_at);
}
