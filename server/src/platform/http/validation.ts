import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Endpoint } from '@cam/contracts/server';
import { unprocessable } from './errors';

const bodies = new Ajv({ allErrors: true, useDefaults: true, strict: false });
/** Path and query are text; the validator converts them to the types of the contract. */
const texts = new Ajv({ allErrors: true, useDefaults: true, strict: false, coerceTypes: 'array' });

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
 * Returns the validators of a call. Each throws 422 INVALID_INPUT, whose `details.fields` lists every invalid field. They compile at the first call:
 * compiling those of all calls would delay each start.
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
    const validate = (compiled ??= compile());
    if (validate(value)) return;
    const fields = (validate.errors ?? []).map((error) => fieldError(error, place));
    const [first] = fields;
    throw unprocessable('INVALID_INPUT', first ? `Please check "${first.field}": it ${first.message}.` : 'Please check the input.', { fields });
  };
}

function fieldError(error: ErrorObject, place: FieldError['in']): FieldError {
  const params = error.params as { missingProperty?: string; additionalProperty?: string; allowedValues?: unknown[] };
  const property = params.missingProperty ?? params.additionalProperty;
  const field = [...error.instancePath.split('/').filter(Boolean), ...(property ? [property] : [])].join('.') || place;
  if (params.missingProperty) return { in: place, field, message: 'is missing' };
  if (params.additionalProperty) return { in: place, field, message: 'is not known here' };
  if (params.allowedValues) return { in: place, field, message: `must be one of ${params.allowedValues.join(', ')}` };
  return { in: place, field, message: error.message ?? 'is not valid' };
}
