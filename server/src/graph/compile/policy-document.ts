import { createHash } from 'node:crypto';

/** One statement as AWS stores it, with every list made a list. */
export interface PolicyStatement {
  index: number;
  effect: 'Allow' | 'Deny';
  actions: string[] | null;
  notActions: string[] | null;
  resources: string[] | null;
  notResources: string[] | null;
  /** Of trust and resource policies: by kind (AWS, Service, Federated, `*`). */
  principals: Record<string, string[]> | null;
  /** The statement speaks of everybody but those. */
  notPrincipals: boolean;
  condition: Record<string, Record<string, unknown>>;
}

export interface PolicyDocument {
  hash: string;
  /** JSON text, as it is shown. */
  text: string;
  /** Variables are read from this version on only. */
  allowsVariables: boolean;
  statements: PolicyStatement[];
}

const VARIABLES_SINCE = '2012-10-17';

/** Reads a policy document: an object, JSON text, or URL-encoded JSON text. Null where it is none of them. */
export function parsePolicyDocument(raw: unknown): PolicyDocument | null {
  const value = typeof raw === 'string' ? parseText(raw) : raw;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { Version: version, Statement: statement } = value as { Version?: unknown; Statement?: unknown };
  const list = Array.isArray(statement) ? statement : statement === undefined ? [] : [statement];
  const text = JSON.stringify(value);
  return {
    hash: createHash('sha256').update(text).digest('base64url').slice(0, 22),
    text,
    allowsVariables: version === VARIABLES_SINCE,
    statements: list.flatMap((entry, index) => toStatement(entry, index) ?? []),
  };
}

function parseText(text: string): unknown {
  for (const candidate of [text, decode(text)]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next form, or none.
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

function toStatement(raw: unknown, index: number): PolicyStatement | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const entry = raw as Record<string, unknown>;
  if (entry.Effect !== 'Allow' && entry.Effect !== 'Deny') return null;
  return {
    index,
    effect: entry.Effect,
    actions: toList(entry.Action),
    notActions: toList(entry.NotAction),
    resources: toList(entry.Resource),
    notResources: toList(entry.NotResource),
    principals: toPrincipals(entry.Principal ?? entry.NotPrincipal),
    notPrincipals: entry.NotPrincipal !== undefined,
    condition: typeof entry.Condition === 'object' && entry.Condition !== null ? (entry.Condition as PolicyStatement['condition']) : {},
  };
}

function toList(value: unknown): string[] | null {
  if (value === undefined) return null;
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}

function toPrincipals(value: unknown): Record<string, string[]> | null {
  if (value === '*') return { AWS: ['*'] };
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([kind, names]) => [kind, toList(names) ?? []]));
}
