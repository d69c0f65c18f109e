import { DOMAIN } from '../company/company';
import type { Person } from '../company/people';
import type { Plan } from '../plan';

/** Where the org answers: an address of the company's own. */
export const OKTA_ORG = `id.${DOMAIN}`;

/** The whole address of something in the org. */
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

/** As Okta writes points in time. */
export function oktaTime(at: string): string {
  return at.replace('Z', '.000Z');
}
