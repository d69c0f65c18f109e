import { DOMAIN } from '../company/company';
import type { Person } from '../company/people';
import type { Plan } from '../plan';

/** Custom domain of the org. */
export const OKTA_ORG = `id.${DOMAIN}`;

/** Returns the full address of a path in the org. */
export function oktaUrl(path: string): string {
  return `https://${OKTA_ORG}/api/v1/${path}`;
}

export function link(path: string): { href: string } {
  return { href: oktaUrl(path) };
}

export function oktaUserId({ seed }: Plan, { index }: Pick<Person, 'index'>): string {
  return `00u${seed.at('okta-user', index).alphanumeric(17)}`;
}

export function oktaGroupId({ seed }: Plan, key: string): string {
  return `00g${seed.at('okta-group', key).alphanumeric(17)}`;
}

export function oktaAppId({ seed }: Plan, key: string): string {
  return `0oa${seed.at('okta-app', key).alphanumeric(17)}`;
}

/** Returns a time in Okta's format. */
export function oktaTime(at: string): string {
  return at.replace('Z', '.000Z');
}
