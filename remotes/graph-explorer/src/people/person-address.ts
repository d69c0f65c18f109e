/** The address of the list of people. */
export const PEOPLE_ADDRESS = '/identities/person';

/** Returns the address of a person's page. */
export function personAddress(personId: string): string {
  return `${PEOPLE_ADDRESS}/${encodeURIComponent(personId)}`;
}
