import type { TSchema } from '@sinclair/typebox';
import type { Endpoint } from './endpoint';

/** The parameters and the answer of a call, as JSON Schemas. */
export type CallSchemas = Pick<Endpoint, 'path' | 'query' | 'body' | 'answer'>;

/** The schemas of the calls that a remote makes, as of its build. The release contains them as `contract.json`. */
export type ApiSnapshot = Record<string, CallSchemas>;

/** Returns the current schemas of the named calls. Unknown calls are left out. */
export function snapshotOf(calls: readonly string[], endpoints: Readonly<Record<string, Endpoint>>): ApiSnapshot {
  const known = calls.flatMap((call) => {
    const declared = endpoints[call];
    if (!declared) return [];
    const { path, query, body, answer } = declared;
    return [[call, { path, query, body, answer }] as const];
  });
  return Object.fromEntries(known);
}

/** How a caller takes answers. */
export interface CallerPatience {
  /** The caller ignores a value of a vocabulary that it does not know. Otherwise a new value breaks it. */
  newValues?: boolean;
}

/**
 * Returns what breaks for a caller that was built against `known` when the server serves `served`. The server must accept everything that the caller
 * sends, and deliver everything that it reads.
 * @returns one sentence for each field that does not fit; empty when the caller fits
 */
export function compatibilityIssues(known: CallSchemas, served: CallSchemas, { newValues = false }: CallerPatience = {}): string[] {
  const sent = (['path', 'query', 'body'] as const).flatMap((place) =>
    schemaIssues(known[place], served[place], { at: place, isRequest: true, newValues: false }),
  );
  return [...sent, ...schemaIssues(served.answer, known.answer, { at: 'the answer', isRequest: false, newValues })];
}

/** Position in a comparison. A request refuses unknown fields; an answer may contain more fields than the caller reads. */
interface Place {
  at: string;
  isRequest: boolean;
  newValues: boolean;
}

/** The subset of JSON Schema that the contract uses. */
interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Checks that `wanted` accepts every value of `given`. Returns one sentence for each difference. */
function schemaIssues(given: TSchema | Schema, wanted: TSchema | Schema, place: Place): string[] {
  const [from, to] = [given as Schema, wanted as Schema];
  if (isAnything(to)) return [];
  if (from.anyOf) return from.anyOf.flatMap((one) => schemaIssues(one, to, place));
  if (to.anyOf) return alternativeIssues(from, to.anyOf, place);
  if (to.const !== undefined) return from.const === to.const ? [] : [`${place.at} may be ${describe(from)}, expected ${describe(to)}`];
  if (isAnything(from)) return [`${place.at} may be anything, expected ${describe(to)}`];
  if (!isSameType(from, to)) return [`${place.at} is ${describe(from)}, expected ${describe(to)}`];
  if (to.type === 'object') return [...propertyIssues(from, to, place), ...recordIssues(from, to, place)];
  if (to.type === 'array') return schemaIssues(from.items ?? {}, to.items ?? {}, { ...place, at: `${place.at}[]` });
  return place.isRequest ? limitIssues(from, to, place) : [];
}

function isAnything({ type, anyOf, const: constant }: Schema): boolean {
  return type === undefined && anyOf === undefined && constant === undefined;
}

function isSameType(from: Schema, to: Schema): boolean {
  const type = from.type ?? (from.const === null ? 'null' : typeof from.const);
  return type === to.type || (type === 'integer' && to.type === 'number');
}

function alternativeIssues(from: Schema, alternatives: Schema[], place: Place): string[] {
  const tries = alternatives.map((one) => schemaIssues(from, one, place));
  if (tries.some((found) => found.length === 0)) return [];
  if (place.newValues && from.const !== undefined && alternatives.some((one) => typeof one.const === typeof from.const)) return [];
  // The nearest alternative gives the most specific sentence: an object that lacks one field, rather than a null.
  const sameType = alternatives.findIndex((one) => one.type === 'object' && from.type === 'object');
  return sameType >= 0 ? (tries[sameType] ?? []) : [`${place.at} may be ${describe(from)}, which is unknown`];
}

function propertyIssues(from: Schema, to: Schema, place: Place): string[] {
  const found: string[] = [];
  for (const name of to.required ?? []) {
    if (from.required?.includes(name)) continue;
    if (place.isRequest) found.push(`${place.at}.${name} is required now`);
    else found.push(from.properties?.[name] ? `${place.at}.${name} is optional now` : `${place.at}.${name} is missing`);
  }
  for (const [name, schema] of Object.entries(from.properties ?? {})) {
    const known = to.properties?.[name];
    if (known) found.push(...schemaIssues(schema, known, { ...place, at: `${place.at}.${name}` }));
    else if (place.isRequest && !to.patternProperties && to.additionalProperties !== true) found.push(`${place.at}.${name} is no longer accepted`);
  }
  return found;
}

function recordIssues(from: Schema, to: Schema, place: Place): string[] {
  const [given] = Object.values(from.patternProperties ?? {});
  const [wanted] = Object.values(to.patternProperties ?? {});
  if (!wanted) return [];
  return given ? schemaIssues(given, wanted, { ...place, at: `${place.at}.*` }) : [`${place.at} is no longer a map`];
}

function limitIssues(from: Schema, to: Schema, { at }: Place): string[] {
  const found: string[] = [];
  if (to.pattern !== undefined && from.pattern !== to.pattern) found.push(`${at} must match ${to.pattern} now`);
  if (to.maxLength !== undefined && (from.maxLength ?? Infinity) > to.maxLength) found.push(`${at} has at most ${to.maxLength} characters now`);
  if (to.minLength !== undefined && (from.minLength ?? 0) < to.minLength) found.push(`${at} has at least ${to.minLength} characters now`);
  if (to.maximum !== undefined && (from.maximum ?? Infinity) > to.maximum) found.push(`${at} is at most ${to.maximum} now`);
  if (to.minimum !== undefined && (from.minimum ?? -Infinity) < to.minimum) found.push(`${at} is at least ${to.minimum} now`);
  return found;
}

function describe({ type, const: constant }: Schema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  return type === 'array' || type === 'object' || type === 'integer' ? `an ${type}` : type === 'null' ? 'null' : `a ${type ?? 'value'}`;
}
