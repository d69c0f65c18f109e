import type { FieldError } from '../../platform/http/validation';

const MIN_LENGTH = 3;
const MAX_TEXT = 10_000;

interface Checked {
  name?: string;
  query?: string;
  remediation?: string;
  audit?: string;
}

/** Returns the errors of the given fields, in the words of the form. */
export function brokenGuardrailRules({ name, query, remediation, audit }: Checked): FieldError[] {
  const broken: FieldError[] = [];
  const refuse = (field: keyof Checked, message: string): number => broken.push({ in: 'body', field, message });
  if (name !== undefined && name.trim().length < MIN_LENGTH) refuse('name', 'Name should be at least 3 chars');
  if (query !== undefined && query.trim().length < MIN_LENGTH) refuse('query', 'Query should be at least 3 chars');
  if (remediation !== undefined && remediation.length > MAX_TEXT) refuse('remediation', 'Remediation must be less than 10 000 characters.');
  if (audit !== undefined && audit.length > MAX_TEXT) refuse('audit', 'Audit must be less than 10 000 characters.');
  return broken;
}
