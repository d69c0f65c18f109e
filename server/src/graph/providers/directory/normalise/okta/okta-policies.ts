import { at, instant, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import { subjectOf, type IdpEntry } from '../../read/idp-entry';
import type { OktaBundle } from '../../read/okta-bundle';

/** Policies that say how people sign in: to the org, and (with the Identity Engine) to each application. */
const SIGN_ON = new Set(['OKTA_SIGN_ON', 'ACCESS_POLICY']);
const POLICY_ID = /^(?:00p|rst)[A-Za-z0-9]+/;

/** The sign-on policies of an org, each with what all of its rules that let somebody in have in common. */
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

/** A policy asks for what each of its rules asks for, and its sessions idle as long as the one that lets them longest. What a rule does not tell is not known of the policy. */
function inCommon(rules: readonly IdpEntry[]): Record<string, boolean | number> {
  const asked = rules.map((rule) => asksFactor(signOnOf(rule)));
  const idle = rules.map((rule) => at(signOnOf(rule), 'session', 'maxSessionIdleMinutes'));
  const isTold = asked.length > 0 && (asked.includes(false) || !asked.includes(null));
  return {
    ...(isTold ? { asksmfa: !asked.includes(false) } : {}),
    ...(idle.length > 0 && idle.every((minutes) => typeof minutes === 'number') ? { idleminutes: Math.max(...idle) } : {}),
  };
}

/** Null: the rule leaves it to the policies of applications, or to a chain of methods that is told apart nowhere here. */
function asksFactor(signOn: unknown): boolean | null {
  const method = at(signOn, 'verificationMethod');
  if (method !== undefined && method !== null) return text(at(method, 'type')) === 'ASSURANCE' ? text(at(method, 'factorMode')) === '2FA' : null;
  const required = at(signOn, 'requireFactor');
  if (required === true) return true;
  return typeof required === 'boolean' && text(at(signOn, 'primaryFactor')) === '' ? false : null;
}
