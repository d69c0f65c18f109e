import { sample } from 'fast-check';
import { shotOf, type ApiCall, type CallValues } from './api-document';
import type { Shot } from './attacked';
import type { Instance } from './instance';
import type { Holder } from './identity-platform';
import type { Attempt } from './suite';
import { validValues, type Words } from './schema-values';

/** Texts that a tenant's own answers contain: its ids, addresses and names. */
export interface Harvest {
  /** Returns values for a property, first those of properties with the same name. */
  words: Words;
  /** Every text that looks like an id or an address. */
  ids: readonly string[];
  /** Reads that succeeded, to be repeated. */
  reads: readonly Shot[];
}

/** Properties that carry ids of the same kind under other names. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  id: ['alert_id', 'id'],
  ids: ['alert_id'],
  items: ['alert_id', 'object_uri'],
  uid: ['uid', 'organization_uid'],
  uids: ['uid'],
  account_uid: ['uid', 'organization_uid'],
  account_ids: ['account_id'],
  accountIds: ['account_id'],
  camSourceId: ['uid'],
  source: ['uid', 'account_id'],
  uri: ['identity_uri', 'resource_uri', 'object_uri', 'uri'],
  role_uri: ['identity_uri', 'uri'],
  objectURI: ['object_uri'],
  object_uri: ['object_uri', 'identity_uri', 'resource_uri'],
  identity_uri: ['identity_uri', 'uri'],
  resource_uri: ['resource_uri', 'uri'],
  username: ['identity', 'user_name', 'identity_uri'],
  monitor_ids: ['monitor_id'],
  referenceId: ['monitor_id'],
  report_ids: ['report_id'],
  before: ['before_document', 'after_document', 'document', 'hash'],
  after: ['before_document', 'after_document', 'document', 'hash'],
  email: ['email'],
  name: ['name'],
  query: ['query'],
  input: ['query'],
};

/** Words of queries, so that random valid calls also ask something. */
const QUERIES = ['user', 'user with-access any', 'role', 'any', 'object_store', 'user with-access object_store for read', 'any via role'];
const LONGEST = 500;

/** Values of one call that a harvest tries in each round of a whole run, and of a short one. */
const SAMPLES = { whole: 6, short: 2 };

/**
 * Reads everything that a tenant can read about itself. The second and third round use what the first found.
 */
export async function harvest(
  { attacked, platform, calls }: Instance,
  holder: Holder,
  { seed, tries }: Pick<Attempt, 'seed' | 'tries'>,
): Promise<Harvest> {
  const samples = tries >= 10_000 ? SAMPLES.whole : SAMPLES.short;
  const byName = new Map<string, Set<string>>();
  const reads = new Map<string, Shot>();
  const authorization = `Bearer ${platform.token(holder)}`;
  const words = wordsOf(byName);
  for (const round of [1, 2, 3]) {
    for (const call of calls.filter(isRead)) {
      for (const values of sample(valuesOf(call, words), { seed: seed + round, numRuns: hasInput(call) ? samples : 1 })) {
        const shot = shotOf(call, values, { authorization });
        const { status, text } = await attacked.send(shot);
        if (status !== 200) continue;
        if (call.method === 'GET') reads.set(shot.path, shot);
        if (text.startsWith('{') || text.startsWith('[')) collect(JSON.parse(text), '', byName);
      }
    }
  }
  const ids = [...new Set([...byName].filter(([name]) => /id|uri|email|query|name|hash/i.test(name)).flatMap(([, texts]) => [...texts]))];
  return { words: wordsOf(byName), ids, reads: [...reads.values()] };
}

const isRead = ({ method, access, isStream, key }: ApiCall): boolean =>
  !isStream && access !== 'operator-key' && (method === 'GET' || /autocomplete-user$|autocomplete$|why-empty$/.test(key));

const hasInput = ({ path, query, body }: ApiCall): boolean =>
  Object.keys(path.properties ?? {}).length > 0 || Object.keys(query.properties ?? {}).length > 3 || body !== null;

/** Returns values of a call that fit its schemas. */
export function valuesOf(call: ApiCall, words?: Words) {
  const body = call.body ?? {};
  return validValues({ type: 'object', properties: { path: call.path, query: call.query, body }, required: ['path', 'query', 'body'] }, words).map(
    (values) => {
      const { path, query, body } = values as CallValues;
      return { path: notEmpty(path), query, body: call.body === null ? undefined : body };
    },
  );
}

/** An empty value in a path makes it the path of another call. */
function notEmpty(path: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, value === '' ? 'empty' : value]));
}

function wordsOf(byName: ReadonlyMap<string, ReadonlySet<string>>): Words {
  return (property) => {
    const name = property.replace(/^.*\./, '');
    const found = [name, ...(SAME[name] ?? [])].flatMap((one) => [...(byName.get(one) ?? [])]);
    return /^(?:query|input)$/.test(name) ? [...QUERIES, ...found] : found;
  };
}

function collect(value: unknown, name: string, byName: Map<string, Set<string>>): void {
  if (typeof value === 'string') {
    if (value === '' || value.length > LONGEST) return;
    if (!byName.has(name)) byName.set(name, new Set());
    byName.get(name)?.add(value);
  } else if (Array.isArray(value)) {
    for (const one of value) collect(one, name, byName);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) {
      // Records by id, such as accounts, carry the id in their key.
      if (key.length >= 8 && /\d/.test(key)) collect(key, name, byName);
      collect(one, key, byName);
    }
  }
}
