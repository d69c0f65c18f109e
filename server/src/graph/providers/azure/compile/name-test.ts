import type { Truth } from '../../../engine/truth';
import { matchesWildcard } from '../../../engine/wildcard';

/** A term that compares the name of the resource's storage account or container with fixed values. */
export interface NameTest {
  kind: 'name';
  of: 'account' | 'container';
  /** Compares the name with one value. */
  matches: (name: string, value: string) => boolean;
  /** The term holds where no value matches. */
  negated: boolean;
  values: string[];
  words: string;
}

/** Attributes that the id of the resource decides. */
const ATTRIBUTES: Record<string, { of: NameTest['of']; inScope: RegExp }> = {
  'microsoft.storage/storageaccounts:name': { of: 'account', inScope: /\/microsoft\.storage\/storageaccounts\/([^/]+)/ },
  'microsoft.storage/storageaccounts/blobservices/containers:name': {
    of: 'container',
    inScope: /\/microsoft\.storage\/storageaccounts\/[^/]+\/blobservices\/[^/]+\/containers\/([^/]+)/,
  },
};

/**
 * The operators on text. Names of storage accounts and containers are in lower case.
 * @see https://learn.microsoft.com/azure/role-based-access-control/conditions-format#string-comparison-operators
 */
const OPERATORS: Record<string, NameTest['matches']> = {
  stringequals: (name, value) => name === value,
  stringequalsignorecase: (name, value) => name === value.toLowerCase(),
  stringstartswith: (name, value) => name.startsWith(value),
  stringstartswithignorecase: (name, value) => name.startsWith(value.toLowerCase()),
  stringlike: (name, value) => matchesWildcard(value, name),
  stringlikeignorecase: (name, value) => matchesWildcard(value.toLowerCase(), name),
};

const TERM = /^@Resource\s*\[([^\]]+)\]\s*(?:(ForAnyOfAnyValues|ForAllOfAnyValues):)?String(Not)?(\w+)\s+(?:'([^']*)'|\{((?:\s*'[^']*'\s*,?)+)\})$/i;

/**
 * Reads a term such as `@Resource[Microsoft.Storage/storageAccounts:name] StringEquals 'a'`. Returns null for other terms.
 * @see https://learn.microsoft.com/azure/storage/blobs/storage-auth-abac-attributes#container-name
 */
export function readNameTest(term: string, words: string): NameTest | null {
  const [, attribute = '', set, not, operator = '', single, several = ''] = TERM.exec(term) ?? [];
  const known = ATTRIBUTES[attribute.trim().toLowerCase()];
  const matches = OPERATORS[`string${operator.toLowerCase()}`];
  // A negated comparison with several values depends on the set function, so it stays undecided.
  if (!known || !matches || (set !== undefined && not !== undefined)) return null;
  const values = single === undefined ? [...several.matchAll(/'([^']*)'/g)].map(([, value = '']) => value) : [single];
  return { kind: 'name', of: known.of, matches, negated: not !== undefined, values, words };
}

/** Decides a test for a resource. The id of a storage account does not tell the container of a request. */
export function nameTruth({ of, matches, negated, values }: NameTest, scope: string): Truth {
  const attribute = Object.values(ATTRIBUTES).find((one) => one.of === of);
  const name = attribute?.inScope.exec(scope)?.[1];
  if (name === undefined) return 'unknown';
  return values.some((value) => matches(name, value)) === negated ? 'no' : 'yes';
}
