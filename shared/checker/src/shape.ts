import type { Json } from './canonical';
import { NotCheckable, Invalid } from './faults';
import { FORMAT, type Proof } from './format';

/** A description of the shape that a value must have. */
type Shape =
  | 'text'
  | 'count'
  | 'json'
  | { list: Shape }
  | { map: Shape }
  | { members: Record<string, Shape>; optional?: Record<string, Shape> }
  | { or: readonly (string | null | Shape)[] };

const ENTITY: Shape = { members: { uri: 'text', id: 'text', source: 'text' } };

const MANIFEST: Record<string, Shape> = {
  position: 'count',
  snapshot: 'count',
  source: 'text',
  account: 'text',
  cloud: 'text',
  taken_at: 'text',
  facts_root: 'text',
  facts_count: 'count',
  bundle_sha256: { or: [null, 'text' as Shape] },
  release: 'text',
  catalogue_sha256: 'text',
  estate: 'text',
  previous: { or: [null, 'text' as Shape] },
  manifest: 'text',
};

const PROOF: Shape = {
  members: {
    format: 'text',
    claim: {
      members: {
        kind: { or: ["'reaches'", "'not-reaches'"] },
        identity: ENTITY,
        resource: ENTITY,
        actions: { list: { members: { action: 'text', on: 'text', value: { or: ["'always'", "'conditional'", "'never'"] } } } },
        made_at: 'text',
      },
    },
    sources: { list: { members: MANIFEST } },
    documents: { map: 'text' },
    facts: { map: { members: { source: 'text', key: 'text', body: 'json', index: 'count', path: { list: 'text' } } } },
    steps: { list: { members: { id: 'text', rule: 'text', from: { list: 'text' }, says: 'json' }, optional: { with: 'json' } } },
    assumes: { list: { members: { id: 'text', words: 'text' } } },
  },
};

/**
 * Returns a payload as a proof.
 * @throws NotCheckable for another format
 * @throws Invalid if a member is missing, unknown or of another kind
 */
export function readProof(payload: Json): Proof {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw new Invalid('payload', 'The payload is not an object.');
  const { format } = payload as { format?: Json };
  if (format !== FORMAT)
    throw new NotCheckable('format', `This checker knows the format ${FORMAT} only, and the file has ${JSON.stringify(format ?? null)}.`);
  check(payload, PROOF, 'payload');
  return payload as unknown as Proof;
}

function check(value: Json | undefined, shape: Shape | string | null, place: string): void {
  if (!fits(value, shape, place)) throw new Invalid(place, 'The value is missing or of another kind than the format asks for.');
}

function fits(value: Json | undefined, shape: Shape | string | null, place: string): boolean {
  if (value === undefined) return false;
  if (shape === null) return value === null;
  if (shape === 'json') return true;
  if (shape === 'text') return typeof value === 'string';
  if (shape === 'count') return Number.isSafeInteger(value) && (value as number) >= 0;
  if (typeof shape === 'string') return `'${String(value)}'` === shape && typeof value === 'string';
  if ('or' in shape) return shape.or.some((one) => fits(value, one, place));
  if (typeof value !== 'object' || value === null) return false;
  if ('list' in shape) {
    if (!Array.isArray(value)) return false;
    (value as Json[]).forEach((entry, index) => check(entry, shape.list, `${place}/${index}`));
    return true;
  }
  if (Array.isArray(value)) return false;
  const members = value as Record<string, Json>;
  if ('map' in shape) {
    for (const [key, entry] of Object.entries(members)) check(entry, shape.map, `${place}/${key}`);
    return true;
  }
  const known: Record<string, Shape> = { ...shape.optional, ...shape.members };
  for (const key of Object.keys(members))
    if (!Object.hasOwn(known, key)) throw new Invalid(`${place}/${key}`, 'The format does not know this member.');
  for (const [key, member] of Object.entries(shape.members)) check(members[key], member, `${place}/${key}`);
  for (const [key, member] of Object.entries(shape.optional ?? {})) if (members[key] !== undefined) check(members[key], member, `${place}/${key}`);
  return true;
}
