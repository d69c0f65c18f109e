import { SECRET_MASK, SOURCE_FORMS } from '@cam/contracts/server';

/** Names of fields whose value is a secret or may contain one, such as a webhook's URL. */
const SECRET = /password|secret|token|credential|private_?key|access_?key|api_?key|certificate|slack_url|webhook/i;

/** Secret fields of the source forms; `gcp_json_file_text` contains a private key. */
const OF_SOURCES = new Set(Object.values(SOURCE_FORMS).flatMap(({ fields }) => fields.flatMap(({ key, secret }) => (secret ? [key] : []))));

/** Limits of a stored text and list. The audit log describes a change; it is no copy of the data. */
const LONGEST_TEXT = 500;
const MOST_ENTRIES = 100;

/** Limit of nesting, deeper than any request. */
const DEEPEST = 8;

/** Returns a value for the audit log: secrets masked, long texts and lists cut. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (value === null || typeof value !== 'object') return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, MOST_ENTRIES).map((entry) => masked(entry, depth + 1));
    return value.length > MOST_ENTRIES ? [...kept, `and ${value.length - MOST_ENTRIES} more`] : kept;
  }
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, isSecret(key) ? maskedWhole(entry) : masked(entry, depth + 1)]));
}

function isSecret(key: string): boolean {
  return SECRET.test(key) || OF_SOURCES.has(key);
}

/** Masks a value so that only its presence shows. */
function maskedWhole(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(() => SECRET_MASK);
  return SECRET_MASK;
}
