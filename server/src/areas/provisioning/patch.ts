import { invalid } from './scim-error';
import { withoutSchema } from './filter';

/** A change of one PATCH request. */
export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  /** Empty: the value is an object with the changed attributes. */
  path: string;
  value: unknown;
}

type Json = Record<string, unknown>;

/** Changes of one request. */
const MOST_OPERATIONS = 1000;

/** A path into a resource: an attribute, an element of a list by one of its values, and a part of the attribute or element. */
interface Path {
  attribute: string;
  selector: { name: string; value: string } | null;
  part: string | null;
}

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATH = /^([A-Za-z$][\w$-]*)(?:\[\s*([A-Za-z$]\w*)\s+eq\s+"?([^"\]]*)"?\s*\])?(?:\.([A-Za-z$][\w$-]*))?$/i;

/**
 * Reads the operations of a PATCH request. Entra ID writes their names with capitals.
 * @throws ScimError if they are not as the protocol asks
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2
 */
export function readOperations(body: unknown): PatchOperation[] {
  const list = isObject(body) ? valueOf(body, 'Operations') : undefined;
  if (!Array.isArray(list) || list.length === 0) throw invalid('invalidSyntax', 'The request has no Operations.');
  if (list.length > MOST_OPERATIONS) throw invalid('tooMany', `The request has more than ${MOST_OPERATIONS} Operations. Send several requests.`);
  return list.map((entry: unknown) => {
    const op = isObject(entry) && typeof entry.op === 'string' ? entry.op.toLowerCase() : '';
    if (!isObject(entry) || (op !== 'add' && op !== 'replace' && op !== 'remove'))
      throw invalid('invalidSyntax', 'Each operation needs an op: add, replace or remove.');
    const { path = '', value } = entry;
    if (typeof path !== 'string') throw invalid('invalidPath', 'The path of an operation must be a text.');
    if (path === '' && op === 'remove') throw invalid('noTarget', 'A remove operation needs a path.');
    if (path === '' && !isObject(value)) throw invalid('invalidValue', 'An operation without a path needs an object as its value.');
    return { op, path: withoutSchema(path.trim()), value };
  });
}

/** Returns a resource after an operation. Attributes that the resource does not know are changed too; who stores it leaves them out. */
export function applyOperation(resource: Json, { op, path, value }: PatchOperation): Json {
  if (path !== '') return applyAt(resource, pathOf(path), op, value);
  // Entra ID writes parts of attributes as keys, such as "name.givenName".
  return Object.entries(value as Json).reduce((changed, [key, one]) => {
    const name = withoutSchema(key);
    if (name.toLowerCase() === ENTERPRISE.toLowerCase() && isObject(one))
      return { ...changed, [ENTERPRISE]: { ...objectAt(changed, ENTERPRISE), ...one } };
    if (name.toLowerCase() === 'schemas') return changed;
    return applyAt(changed, pathOf(name), op, one);
  }, resource);
}

/** Reads a path. @throws ScimError invalidPath */
export function pathOf(text: string): Path {
  if (text.toLowerCase().startsWith(`${ENTERPRISE.toLowerCase()}:`)) {
    const part = text.slice(ENTERPRISE.length + 1).split('.')[0] ?? '';
    return { attribute: ENTERPRISE, selector: null, part };
  }
  const [, attribute = '', name, value = '', part = null] = PATH.exec(text) ?? [];
  if (attribute === '' || isUnsafe(attribute) || (part !== null && isUnsafe(part)))
    throw invalid('invalidPath', `The path "${text.slice(0, 200)}" cannot be read.`);
  return { attribute, selector: name === undefined ? null : { name, value }, part };
}

function applyAt(resource: Json, { attribute, selector, part }: Path, op: PatchOperation['op'], value: unknown): Json {
  const key = keyIn(resource, attribute);
  const present = resource[key];
  if (selector) return { ...resource, [key]: changedElements(listOf(present), { ...selector, part }, op, value) };
  if (part !== null) {
    const inner = objectAt(resource, key);
    const partKey = keyIn(inner, part);
    return { ...resource, [key]: op === 'remove' ? without(inner, partKey) : { ...inner, [partKey]: value } };
  }
  if (op === 'remove') return without(resource, key);
  if (op === 'add' && Array.isArray(present)) return { ...resource, [key]: [...present, ...listOf(value)] };
  return { ...resource, [key]: isObject(present) && isObject(value) ? { ...present, ...value } : value };
}

/** Changes the elements of a list that have a value. `add` and `replace` make one if there is none, which Entra ID relies on. */
function changedElements(
  list: readonly unknown[],
  { name, value: wanted, part }: { name: string; value: string; part: string | null },
  op: PatchOperation['op'],
  value: unknown,
): unknown[] {
  const matches = (one: unknown): boolean => isObject(one) && String(valueOf(one, name) ?? '').toLowerCase() === wanted.toLowerCase();
  if (op === 'remove' && part === null) return list.filter((one) => !matches(one));
  const changed = (one: Json): Json => {
    if (part === null) return { ...one, ...(isObject(value) ? value : { value }) };
    return op === 'remove' ? without(one, keyIn(one, part)) : { ...one, [keyIn(one, part)]: value };
  };
  if (op !== 'remove' && !list.some(matches)) return [...list, changed({ [name]: wanted })];
  return list.map((one) => (matches(one) ? changed(one as Json) : one));
}

/** Returns the attribute of a resource as it is written there; names have no case. */
function keyIn(resource: Json, name: string): string {
  return Object.keys(resource).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Returns the value of an attribute, whatever the case of its name. */
export function valueOf(resource: Json, name: string): unknown {
  return resource[keyIn(resource, name)];
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value as a list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function objectAt(resource: Json, key: string): Json {
  const value = resource[key];
  return isObject(value) ? value : {};
}

function without(resource: Json, key: string): Json {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => name !== key));
}

function isUnsafe(name: string): boolean {
  return ['__proto__', 'constructor', 'prototype'].includes(name);
}
