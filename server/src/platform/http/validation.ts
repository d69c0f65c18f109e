import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Endpoint } from '@cam/contracts/server';
import { isDate, isMoment } from '../calendar-day';
import { unprocessable } from './errors';
import { unusableValues } from './unusable-values';

const formats = { date: isDate, 'date-time': isMoment };
const bodies = new Ajv({ allErrors: true, useDefaults: true, strict: false, formats });
/** Path and query are text; the validator converts them to the types of the contract. */
const texts = new Ajv({ allErrors: true, useDefaults: true, strict: false, coerceTypes: 'array', formats });

const MESSAGES_OF_FORMATS: Record<keyof typeof formats, string> = {
  date: 'must be a day of the calendar, such as 2026-01-31',
  'date-time': 'must be a moment with its zone, such as 2026-01-31T09:30:00Z',
};

export interface Validators {
  path: (value: unknown) => void;
  query: (value: unknown) => void;
  body: (value: unknown) => void;
}

export interface FieldError {
  in: 'path' | 'query' | 'body';
  field: string;
  message: string;
}

/**
 * Returns the validators of a call. Each throws 422 INVALID_INPUT, whose `details.fields` lists every invalid field: values that no part of the server can
 * use (see unusable-values.ts), or that the contract does not allow. They compile at the first call: compiling those of all calls would delay each start.
 */
export function validatorsOf(endpoint: Endpoint): Validators {
  return {
    path: checker(() => texts.compile(endpoint.path), 'path'),
    query: checker(() => texts.compile(endpoint.query), 'query'),
    body: checker(() => bodies.compile(endpoint.body), 'body'),
  };
}

function checker(compile: () => ValidateFunction, place: FieldError['in']): (value: unknown) => void {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    // Before the schema, which could not walk a body of endless depth.
    refuseUnusable(value, place);
    const validate = (compiled ??= compile());
    if (!validate(value)) refuse((validate.errors ?? []).map((error) => fieldError(error, place)));
    // The numbers of a path or query exist only since the validator converted them.
    if (place !== 'body') refuseUnusable(value, place);
  };
}

function refuseUnusable(value: unknown, place: FieldError['in']): void {
  refuse(unusableValues(value).map(({ field, message }) => ({ in: place, field: field || place, message })));
}

function refuse(fields: FieldError[]): void {
  const [first] = fields;
  if (first) throw unprocessable('INVALID_INPUT', `Please check "${first.field}": it ${first.message}.`, { fields });
}

function fieldError(error: ErrorObject, place: FieldError['in']): FieldError {
  const params = error.params as { missingProperty?: string; additionalProperty?: string; allowedValues?: unknown[] };
  const property = params.missingProperty ?? params.additionalProperty;
  const field = [...error.instancePath.split('/').filter(Boolean), ...(property ? [property] : [])].join('.') || place;
  if (params.missingProperty) return { in: place, field, message: 'is missing' };
  if (params.additionalProperty) return { in: place, field, message: 'is not known here' };
  if (error.keyword === 'format') return { in: place, field, message: MESSAGES_OF_FORMATS[error.params.format as keyof typeof formats] };
  if (params.allowedValues) return { in: place, field, message: `must be one of ${params.allowedValues.join(', ')}` };
  return { in: place, field, message: error.message ?? 'is not valid' };
}
