import type { TSchema } from '@sinclair/typebox';
import type { Endpoint } from './endpoint';

/** What a call takes and gives, as JSON Schemas. */
export type CallSchemas = Pick<Endpoint, 'path' | 'query' | 'body' | 'answer'>;

/** What a build knew of each call that it makes. It lies in the release as `contract.json`. */
export type ApiSnapshot = Record<string, CallSchemas>;

/** The calls as they are declared now. */
export function snapshotOf(calls: readonly string[], endpoints: Readonly<Record<string, Endpoint>>): ApiSnapshot {
  const known = calls.flatMap((call) => {
    const declared = endpoints[call];
    if (!declared) return [];
    const { path, query, body, answer } = declared;
    return [[call, { path, query, body, answer }] as const];
  });
  return Object.fromEntries(known);
}

/**
 * What breaks for a caller that was built against `known` when the server serves `served`: what it sends must still be taken, what it
 * reads must still come. One sentence for each field; empty where everything fits.
 */
export function misfitsOfCall(known: CallSchemas, served: CallSchemas): string[] {
  const sent = (['path', 'query', 'body'] as const).flatMap((place) => misfits(known[place], served[place], { at: place, isRequest: true }));
  return [...sent, ...misfits(served.answer, known.answer, { at: 'the answer', isRequest: false })];
}

/** Where somebody is in a comparison. In a request a field that nobody knows is refused, in an answer it is not read. */
interface Place {
  at: string;
  isRequest: boolean;
}

/** The parts of JSON Schema that the contract is written in. */
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

/** Whether every value of `given` is one that `wanted` takes; if not, where and why. */
function misfits(given: TSchema | Schema, wanted: TSchema | Schema, place: Place): string[] {
  const [from, to] = [given as Schema, wanted as Schema];
  if (isAnything(to)) return [];
  if (from.anyOf) return from.anyOf.flatMap((one) => misfits(one, to, place));
  if (to.anyOf) return fitsOne(from, to.anyOf, place);
  if (to.const !== undefined) return from.const === to.const ? [] : [`${place.at} may be ${words(from)} where only ${words(to)} is known`];
  if (isAnything(from)) return [`${place.at} may be anything where ${words(to)} is expected`];
  if (!isSameType(from, to)) return [`${place.at} is ${words(from)} where ${words(to)} is expected`];
  if (to.type === 'object') return [...ofProperties(from, to, place), ...ofRecords(from, to, place)];
  if (to.type === 'array') return misfits(from.items ?? {}, to.items ?? {}, { ...place, at: `${place.at}[]` });
  return place.isRequest ? ofLimits(from, to, place) : [];
}

function isAnything({ type, anyOf, const: constant }: Schema): boolean {
  return type === undefined && anyOf === undefined && constant === undefined;
}

function isSameType(from: Schema, to: Schema): boolean {
  const type = from.type ?? (from.const === null ? 'null' : typeof from.const);
  return type === to.type || (type === 'integer' && to.type === 'number');
}

function fitsOne(from: Schema, alternatives: Schema[], place: Place): string[] {
  const tries = alternatives.map((one) => misfits(from, one, place));
  if (tries.some((found) => found.length === 0)) return [];
  // The nearest alternative has the most to say: an object that lacks one field, not a null that it never was.
  const sameType = alternatives.findIndex((one) => one.type === 'object' && from.type === 'object');
  return sameType >= 0 ? (tries[sameType] ?? []) : [`${place.at} may be ${words(from)}, which is not among what is known`];
}

function ofProperties(from: Schema, to: Schema, place: Place): string[] {
  const found: string[] = [];
  for (const name of to.required ?? []) {
    if (from.required?.includes(name)) continue;
    if (place.isRequest) found.push(`${place.at}.${name} must be sent now`);
    else found.push(from.properties?.[name] ? `${place.at}.${name} may be missing now` : `${place.at}.${name} is gone`);
  }
  for (const [name, schema] of Object.entries(from.properties ?? {})) {
    const known = to.properties?.[name];
    if (known) found.push(...misfits(schema, known, { ...place, at: `${place.at}.${name}` }));
    else if (place.isRequest && !to.patternProperties && to.additionalProperties !== true) found.push(`${place.at}.${name} is not taken any more`);
  }
  return found;
}

function ofRecords(from: Schema, to: Schema, place: Place): string[] {
  const [given] = Object.values(from.patternProperties ?? {});
  const [wanted] = Object.values(to.patternProperties ?? {});
  if (!wanted) return [];
  return given ? misfits(given, wanted, { ...place, at: `${place.at}.*` }) : [`${place.at} is not a map any more`];
}

function ofLimits(from: Schema, to: Schema, { at }: Place): string[] {
  const found: string[] = [];
  if (to.pattern !== undefined && from.pattern !== to.pattern) found.push(`${at} must match ${to.pattern} now`);
  if (to.maxLength !== undefined && (from.maxLength ?? Infinity) > to.maxLength) found.push(`${at} may have ${to.maxLength} characters at most now`);
  if (to.minLength !== undefined && (from.minLength ?? 0) < to.minLength) found.push(`${at} must have ${to.minLength} characters at least now`);
  if (to.maximum !== undefined && (from.maximum ?? Infinity) > to.maximum) found.push(`${at} may be ${to.maximum} at most now`);
  if (to.minimum !== undefined && (from.minimum ?? -Infinity) < to.minimum) found.push(`${at} must be ${to.minimum} at least now`);
  return found;
}

function words({ type, const: constant }: Schema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  return type === 'array' || type === 'object' || type === 'integer' ? `an ${type}` : type === 'null' ? 'null' : `a ${type ?? 'value'}`;
}
