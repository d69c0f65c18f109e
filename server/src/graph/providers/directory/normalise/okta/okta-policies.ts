import { at, instant, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import { subjectOf, type IdpEntry } from '../../read/idp-entry';
import type { OktaBundle } from '../../read/okta-bundle';

/** Policy types for sign-in: to the org and, with the Identity Engine, to each application. */
const SIGN_ON = new Set(['OKTA_SIGN_ON', 'ACCESS_POLICY']);
const POLICY_ID = /^(?:00p|rst)[A-Za-z0-9]+/;

/** Adds the sign-on policies of an org, each with the requirements that all of its allowing rules share. */
export function addSignOnPolicies(draft: SourceDraft, { policies, policyRules }: Pick<OktaBundle, 'policies' | 'policyRules'>): void {
  const rules = new Map<string, IdpEntry[]>();
  for (const entry of policyRules ?? []) {
    const policy = policyOf(entry);
    if (policy === '')
      draft.warn(entry, '', 'The entry does not name the policy of this rule. Name the file after the policy id, as in policy-rules/00p1abc.json.');
    else rules.set(policy, [...(rules.get(policy) ?? []), entry]);
  }
  const known = new Set<string>();
  for (const entry of policies ?? []) {
    const { id, name, type, status, created } = entry.fields;
    const key = text(id);
    if (key === '') {
      draft.warn(entry, '/id', 'A policy without an id was left out.');
      continue;
    }
    if (known.has(key) || !SIGN_ON.has(text(type))) continue;
    known.add(key);
    draft.add({
      type: 'POLICY',
      id: key,
      nativeId: key,
      name: text(name) || key,
      isIdentity: false,
      isResource: false,
      attributes: {
        policytype: text(type).toLowerCase(),
        ...(typeof status === 'string' ? { status: status.toLowerCase() } : {}),
        ...inCommon((rules.get(key) ?? []).filter(letsIn)),
        ...instant('created', created),
      },
    });
  }
}

function policyOf(entry: IdpEntry): string {
  const linked = /\/policies\/([A-Za-z0-9]+)\/rules/.exec(text(at(entry.fields, '_links', 'self', 'href')))?.[1];
  return text(entry.fields.policyId) || linked || subjectOf(entry, POLICY_ID);
}

const signOnOf = ({ fields }: IdpEntry): unknown => at(fields, 'actions', 'signon') ?? at(fields, 'actions', 'appSignOn');

function letsIn(rule: IdpEntry): boolean {
  return text(rule.fields.status) === 'ACTIVE' && text(at(signOnOf(rule), 'access')) === 'ALLOW';
}

/**
 * Combines the rules of a policy: a requirement counts only where every rule has it, and the session lifetime is the longest one. A setting that one
 * rule does not state is unknown.
 */
function inCommon(rules: readonly IdpEntry[]): Record<string, boolean | number> {
  const required = rules.map((rule) => requiresFactor(signOnOf(rule)));
  const idle = rules.map((rule) => at(signOnOf(rule), 'session', 'maxSessionIdleMinutes'));
  const isKnown = required.length > 0 && (required.includes(false) || !required.includes(null));
  return {
    ...(isKnown ? { asksmfa: !required.includes(false) } : {}),
    ...(idle.length > 0 && idle.every((minutes) => typeof minutes === 'number') ? { idleminutes: Math.max(...idle) } : {}),
  };
}

/** Returns null where the rule leaves the decision to application policies or to an authenticator chain, which is not evaluated. */
function requiresFactor(signOn: unknown): boolean | null {
  const method = at(signOn, 'verificationMethod');
  if (method !== undefined && method !== null) return text(at(method, 'type')) === 'ASSURANCE' ? text(at(method, 'factorMode')) === '2FA' : null;
  const required = at(signOn, 'requireFactor');
  if (required === true) return true;
  return typeof required === 'boolean' && text(at(signOn, 'primaryFactor')) === '' ? false : null;
}
