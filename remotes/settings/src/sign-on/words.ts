import { CERTIFICATE_WARNING_DAYS, type ApiTokenScope, type RightsRule, type SamlCertificate } from '@cam/contracts';

const DAY = 86_400_000;

/** A rule as a form edits it. */
export interface RuleDraft {
  attribute: string;
  value: string;
  scopes: ApiTokenScope[];
}

/** Returns the rules of a form, or null while one is incomplete. */
export function rulesOf(drafts: readonly RuleDraft[]): RightsRule[] | null {
  const rules = drafts.map(({ attribute, value, scopes }) => ({ attribute: attribute.trim(), value: value.trim(), scopes }));
  return rules.length > 0 && rules.every(({ attribute, value, scopes }) => attribute !== '' && value !== '' && scopes.length > 0) ? rules : null;
}

/** Returns the domains of a text: one on a line, or with commas between them. */
export function domainsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((domain) => domain !== '');
}

/** Says how long a certificate counts. @param now ms since 1970 */
export function certificateState(
  { valid_until_time: until, valid_from_time: from }: SamlCertificate,
  now = Date.now(),
): {
  label: string;
  tone: 'ok' | 'medium' | 'high' | 'neutral';
} {
  const left = Math.floor((Date.parse(until) - now) / DAY);
  if (Date.parse(until) <= now) return { label: 'Expired', tone: 'high' };
  if (Date.parse(from) > now) return { label: 'Not valid yet', tone: 'neutral' };
  if (left >= CERTIFICATE_WARNING_DAYS) return { label: 'Valid', tone: 'ok' };
  return { label: left === 0 ? 'Ends today' : left === 1 ? 'Ends in 1 day' : `Ends in ${left} days`, tone: 'medium' };
}

/** Returns the warning about the certificates of an enabled provider; null if one of them counts long enough. @param now ms since 1970 */
export function certificateWarning(certificates: readonly SamlCertificate[], now = Date.now()): string | null {
  const left = Math.max(...certificates.map(({ valid_until_time: until }) => Math.floor((Date.parse(until) - now) / DAY)));
  if (left >= CERTIFICATE_WARNING_DAYS) return null;
  if (left < 0) return 'All certificates have expired, so nobody can sign in with the provider. Add its new certificate.';
  const when = left === 0 ? 'today' : left === 1 ? 'in 1 day' : `in ${left} days`;
  return `The last certificate ends ${when}. After that, nobody can sign in with the provider. Add its next certificate before.`;
}
