/** A condition: one operator on one key. */
export interface Condition {
  operator: string;
  key: string;
  values: string[];
}

/** One statement of a policy. */
export interface Statement {
  /** Place in the document, from 0. */
  index: number;
  effect: 'Allow' | 'Deny';
  actions: string[];
  notActions: string[] | null;
  resources: string[];
  notResources: string[] | null;
  /** Names by kind (AWS, Service, Federated); null without a Principal and a NotPrincipal element. */
  principals: Record<string, string[]> | null;
  isNotPrincipal: boolean;
  conditions: Condition[];
}

/** A policy document with its id. */
export interface Policy {
  id: string;
  /** Versions from 2012-10-17 on resolve policy variables. */
  hasVariables: boolean;
  statements: Statement[];
}

/**
 * Reads a policy document. A statement that is no object, or whose effect is neither Allow nor Deny, says nothing. A condition that is not an object of
 * objects can never be decided.
 * @returns null if the text is not a JSON object
 */
export function readPolicy(id: string, text: string): Policy | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const { Version: version, Statement: statements = [] } = value;
  const list: unknown[] = Array.isArray(statements) ? statements : [statements];
  return { id, hasVariables: version === '2012-10-17', statements: list.flatMap((entry, index) => readStatement(entry, index) ?? []) };
}

function readStatement(entry: unknown, index: number): Statement | null {
  if (!isObject(entry) || (entry.Effect !== 'Allow' && entry.Effect !== 'Deny')) return null;
  const named = entry.Principal === undefined ? entry.NotPrincipal : entry.Principal;
  return {
    index,
    effect: entry.Effect,
    actions: texts(entry.Action) ?? [],
    notActions: texts(entry.NotAction),
    resources: texts(entry.Resource) ?? ['*'],
    notResources: texts(entry.NotResource),
    principals: readPrincipals(named),
    isNotPrincipal: entry.NotPrincipal !== undefined,
    conditions: readConditions(entry.Condition),
  };
}

function readPrincipals(value: unknown): Statement['principals'] {
  if (value === '*') return { AWS: ['*'] };
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([kind, names]) => [kind, texts(names) ?? []]));
}

function readConditions(value: unknown): Condition[] {
  if (value === undefined) return [];
  const isReadable = isObject(value) && Object.values(value).every((keys) => isObject(keys) && Object.values(keys).every(isValue));
  if (!isReadable) return [{ operator: 'unreadable', key: 'condition', values: [] }];
  return Object.entries(value).flatMap(([operator, keys]) =>
    Object.entries(keys as Record<string, unknown>).map(([key, values]) => ({
      operator,
      key,
      values: (Array.isArray(values) ? values : [values]).map(String),
    })),
  );
}

/** Reports whether an element has values of a condition: texts, numbers or truth values, one or several. */
function isValue(value: unknown): boolean {
  return (Array.isArray(value) ? value : [value]).every((one) => ['string', 'number', 'boolean'].includes(typeof one));
}

/** Returns the texts of an element that may be one or several; null without it. */
function texts(value: unknown): string[] | null {
  if (value === undefined) return null;
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
