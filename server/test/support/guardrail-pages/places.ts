import type { AccessRow, EntityRow } from '@cam/contracts';
import type { Pages, ShownAccess } from './pages';

/** The unit in which a page and the answer of a guardrail are compared: the URIs of subjects, of resources, or of both. */
export type Unit = 'subject' | 'resource' | 'pair';

/** A place of the console that shows the fact of a guardrail. */
export interface Place {
  /** The page, tab, tile or rule, as a user calls it. */
  name: string;
  of: Unit;
  /** Limits the comparison to findings of these clouds, because the place shows only them. */
  clouds?: readonly string[];
  /** Returns the keys that the place shows, in the unit above. */
  read: (pages: Pages) => Promise<readonly string[]>;
}

/** Returns the key of a row of a guardrail's answer. A row without an identity has a resource as its subject. */
export function keyOf(row: AccessRow, of: Unit): string {
  if (of === 'pair') return `${row.identity_uri} ${row.resource_uri}`;
  return of === 'resource' ? row.resource_uri : row.identity_uri || row.resource_uri;
}

/** Rules of compliance that find the same objects. */
export const rules = (ids: readonly string[], clouds?: readonly string[]): Place => ({
  name: `compliance ${ids.join(', ')}`,
  of: 'subject',
  ...(clouds ? { clouds } : {}),
  read: (pages) => pages.failed(ids),
});

/** The rules of all three clouds. */
export const rulesOfClouds = (key: string): Place => rules(['aws', 'azure', 'gcp'].map((cloud) => `${cloud}-${key}`));

/** Rows of the list of entities of a type. */
export const listed = (type: string, what: string, isShown: (row: EntityRow) => boolean): Place => ({
  name: `list of ${type}: ${what}`,
  of: 'subject',
  read: async (pages) => (await pages.list(type)).filter(isShown).map(({ uri }) => uri),
});

/** The tab of a type on the page of public objects. */
export const publicTab = (type: string): Place => ({
  name: `Public Objects: ${type}`,
  of: 'subject',
  read: async (pages) => (await pages.publicObjects()).filter((one) => one.type === type).map(({ uri }) => uri),
});

/** Rows of the page of public objects whose access has a letter. */
export const publicAccess = (letter: 'R' | 'W', type?: string): Place => ({
  name: `Public Objects: ${type ?? 'all types'} with ${letter}`,
  of: 'resource',
  read: async (pages) =>
    (await pages.publicObjects()).filter((one) => (type === undefined || one.type === type) && one.actions.includes(letter)).map(({ uri }) => uri),
});

interface Wanted {
  who: string;
  letter?: 'R' | 'W' | 'A';
  /** Only identities of another account than the resource's. */
  isCross?: boolean;
  isShown?: (access: ShownAccess) => boolean;
}

function isWanted({ who, letter, isCross, isShown }: Wanted, access: ShownAccess): boolean {
  const { identity, resource, letters } = access;
  return (
    identity.type === who &&
    (letter === undefined || letters.includes(letter)) &&
    (isCross !== true || identity.account_id !== resource.account_id) &&
    (isShown?.(access) ?? true)
  );
}

const pairOf = ({ identity, resource }: ShownAccess): string => `${identity.uri} ${resource.uri}`;

/** The table of identities on the page of each resource of a type. */
export const onPagesOf = (type: string, wanted: Wanted): Place => ({
  name: `page of each ${type}: identities of type ${wanted.who}${wanted.letter ? ` with ${wanted.letter}` : ''}`,
  of: 'pair',
  read: async (pages) => (await pages.accessTo(type)).filter((access) => isWanted(wanted, access)).map(pairOf),
});

/** The table of administrators on the page of each account, and of other types that stand for accounts. */
export const administrators = (wanted: Omit<Wanted, 'letter'>, types: readonly string[] = ['ACCOUNT_DATA']): Place => ({
  name: `page of each ${types.join(' and ')}: administrators of type ${wanted.who}`,
  of: 'pair',
  read: async (pages) => {
    const found: ShownAccess[] = [];
    for (const type of types) found.push(...(await pages.accessTo(type, 'ADMIN')));
    return found.filter((access) => isWanted(wanted, access)).map(pairOf);
  },
});

/** The table of objects on the page of each identity of a type. */
export const onOwnPages = (type: string, letter: 'W' | 'A', isShown: (row: EntityRow) => boolean = () => true): Place => ({
  name: `page of each ${type}: objects with ${letter}`,
  of: 'pair',
  read: async (pages) => {
    const access = await pages.accessOf((await pages.list(type)).filter(isShown));
    return access.filter(({ letters }) => letters.includes(letter)).map(pairOf);
  },
});
