import { fields, list, text, type Fields } from '../../../../../platform/json-values';

const DAY = 86_400_000;

/**
 * Returns the age in days of the oldest valid secret or certificate by which a service principal signs in; null if it has none. The certificate and the
 * secret by which it signs SAML tokens for users are no sign-in of its own.
 * @param takenAt time of the export
 * @see Microsoft Graph, "passwordCredential" and "keyCredential" resource types
 */
export function credentialAge({ passwordCredentials, keyCredentials }: Fields, takenAt: Date): number | null {
  const keys = list(keyCredentials).map(fields);
  const signing = new Set(keys.flatMap(({ usage, customKeyIdentifier: id }) => (text(usage).toLowerCase() === 'sign' ? [text(id)] : [])));
  const own = [...list(passwordCredentials).map(fields), ...keys].filter(
    ({ usage, customKeyIdentifier: id }) => text(usage).toLowerCase() !== 'sign' && (text(id) === '' || !signing.has(text(id))),
  );
  const ages = own.flatMap(({ startDateTime: start, endDateTime: end }) => {
    const [since, until] = [Date.parse(text(start)), Date.parse(text(end))];
    const isValid = since <= takenAt.getTime() && (Number.isNaN(until) || until > takenAt.getTime());
    return isValid ? [Math.floor((takenAt.getTime() - since) / DAY)] : [];
  });
  return ages.length === 0 ? null : Math.max(...ages);
}
