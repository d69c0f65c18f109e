import { createHash } from 'node:crypto';

/** One statement as AWS stores it, with every single value turned into a list. */
export interface PolicyStatement {
  index: number;
  effect: 'Allow' | 'Deny';
  actions: string[] | null;
  notActions: string[] | null;
  resources: string[] | null;
  notResources: string[] | null;
  /** Principals of a trust or resource policy by kind (AWS, Service, Federated, `*`). */
  principals: Record<string, string[]> | null;
  /** The statement applies to everyone except the principals (NotPrincipal). */
  notPrincipals: boolean;
  condition: Record<string, Record<string, unknown>>;
}

/** A part of a document that could not be read. Evaluation ignores it. */
export interface DocumentFault {
  /** JSON pointer inside the document. */
  place: string;
  message: string;
}

/** The content of a document, as evaluation reads it. */
export interface PolicyContent {
  /** True from version 2012-10-17 on: only these documents resolve policy variables. */
  allowsVariables: boolean;
  statements: PolicyStatement[];
  faults: DocumentFault[];
}

export interface PolicyDocument extends PolicyContent {
  hash: string;
  /** The JSON text, for display. */
  text: string;
}

const VARIABLES_SINCE = '2012-10-17';

/** Parses a policy document from an object, JSON text or URL-encoded JSON text. Returns null for anything else. */
export function parsePolicyDocument(raw: unknown): PolicyDocument | null {
  const value = toObject(raw);
  if (!value) return null;
  const text = JSON.stringify(value);
  return { hash: createHash('sha256').update(text).digest('base64url').slice(0, 22), text, ...toContent(value) };
}

/** Parses a policy document as `parsePolicyDocument` does, without the text and hash that storing it needs. */
export function parsePolicyContent(raw: unknown): PolicyContent | null {
  const value = toObject(raw);
  return value && toContent(value);
}

function toObject(raw: unknown): object | null {
  const value = typeof raw === 'string' ? parseText(raw) : raw;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

function toContent({ Version: version, Statement: statement }: { Version?: unknown; Statement?: unknown }): PolicyContent {
  const list = Array.isArray(statement) ? statement : statement === undefined ? [] : [statement];
  const faults: DocumentFault[] = [];
  return {
    allowsVariables: version === VARIABLES_SINCE,
    statements: list.flatMap((entry, index) => toStatement(entry, index, faults) ?? []),
    faults,
  };
}

function parseText(text: string): unknown {
  for (const candidate of [text, decode(text)]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Try the next form.
    }
  }
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function toStatement(raw: unknown, index: number, faults: DocumentFault[]): PolicyStatement | null {
  const place = `/Statement/${index}`;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    faults.push({ place, message: 'A statement is not an object, so it is ignored.' });
    return null;
  }
  const entry = raw as Record<string, unknown>;
  if (entry.Effect !== 'Allow' && entry.Effect !== 'Deny') {
    faults.push({ place: `${place}/Effect`, message: 'The effect of a statement is neither Allow nor Deny, so the statement is ignored.' });
    return null;
  }
  const list = (element: string): string[] | null => toList(entry[element], `${place}/${element}`, faults);
  return {
    index,
    effect: entry.Effect,
    actions: list('Action'),
    notActions: list('NotAction'),
    resources: list('Resource'),
    notResources: list('NotResource'),
    principals: toPrincipals(entry, place, faults),
    notPrincipals: entry.NotPrincipal !== undefined,
    condition: toCondition(entry.Condition, `${place}/Condition`, faults),
  };
}

function toList(value: unknown, place: string, faults: DocumentFault[]): string[] | null {
  if (value === undefined) return null;
  const list = Array.isArray(value) ? value : [value];
  const texts = list.filter((item): item is string => typeof item === 'string');
  if (texts.length < list.length) faults.push({ place, message: 'Values that are not text are ignored.' });
  return texts;
}

function toPrincipals(entry: Record<string, unknown>, place: string, faults: DocumentFault[]): Record<string, string[]> | null {
  const element = entry.Principal === undefined ? 'NotPrincipal' : 'Principal';
  const value = entry[element];
  if (value === '*') return { AWS: ['*'] };
  if (typeof value === 'string') {
    const message = `The text ${JSON.stringify(value)} names no principal. Write it as {"AWS": ${JSON.stringify(value)}}. The statement applies to nobody.`;
    faults.push({ place: `${place}/${element}`, message });
  }
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([kind, names]) => [kind, toList(names, `${place}/${element}/${kind}`, faults) ?? []]));
}

/** Keeps an unreadable condition as one that stays undecided. Dropping it would widen the statement. */
function toCondition(value: unknown, place: string, faults: DocumentFault[]): PolicyStatement['condition'] {
  if (value === undefined) return {};
  const readable = typeof value === 'object' && value !== null && Object.values(value).every((keys) => typeof keys === 'object' && keys !== null);
  if (readable) return value as PolicyStatement['condition'];
  faults.push({ place, message: 'A condition could not be read, so its statement is evaluated as conditional.' });
  return { unreadable: { condition: JSON.stringify(value) } };
}
