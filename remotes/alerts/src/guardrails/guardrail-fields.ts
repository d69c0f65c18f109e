import type { Api, Monitor, Severity } from '@cam/contracts';
import { alertingBody, alertingOf, newAlerting, type AlertingFields } from './alerting-fields';
import { suppressedBy, suppressionOf, type Suppressed } from './suppression';

/** Fields of the guardrail form. */
export interface GuardrailFields {
  name: string;
  description: string;
  query: string;
  severity: Severity;
  label: string;
  categories: string[];
  remediation: string;
  audit: string;
  ignoreDelete: Suppressed;
  ignoreCreate: Suppressed;
  alerting: AlertingFields;
}

/** Message of each field that breaks a rule. */
export type FieldErrors = Partial<Record<keyof GuardrailFields, string>>;

const MIN_LENGTH = 3;
const MAX_TEXT = 10_000;

/** Returns the fields of a new guardrail with the defaults of the specification. */
export function newGuardrail(query = '', name = ''): GuardrailFields {
  return {
    name,
    description: '',
    query,
    severity: 'HIGH',
    label: 'Custom',
    categories: [],
    remediation: '',
    audit: '',
    ignoreDelete: { identity: true, object: true },
    ignoreCreate: { identity: false, object: false },
    alerting: newAlerting(),
  };
}

/** Returns the form fields of a stored guardrail. */
export function fieldsOf(monitor: Monitor): GuardrailFields {
  const { name, description, query, severity, label, category, remediation, audit } = monitor;
  return {
    name,
    description,
    query,
    severity,
    label,
    categories: category,
    remediation,
    audit,
    ignoreDelete: suppressedBy(monitor.suppression_delete),
    ignoreCreate: suppressedBy(monitor.suppression_create),
    alerting: alertingOf(monitor),
  };
}

/** Returns a message for each field that breaks a rule. A read-only form is always valid. */
export function fieldErrors({ name, query, remediation, audit }: GuardrailFields, readOnly = false): FieldErrors {
  if (readOnly) return {};
  return {
    ...(name.trim().length < MIN_LENGTH ? { name: 'Name should be at least 3 chars' } : {}),
    ...(query.trim().length < MIN_LENGTH ? { query: 'Query should be at least 3 chars' } : {}),
    ...(remediation.length > MAX_TEXT ? { remediation: 'Remediation must be less than 10 000 characters.' } : {}),
    ...(audit.length > MAX_TEXT ? { audit: 'Audit must be less than 10 000 characters.' } : {}),
  };
}

/** Converts the form fields to the request body. */
export function toBody(fields: GuardrailFields): Api['POST /v1/intents/monitors']['body'] & ReturnType<typeof alertingBody> {
  const { name, description, query, severity, label, categories, remediation, audit } = fields;
  return {
    name: name.trim(),
    description,
    query: query.trim(),
    severity,
    label,
    category: categories,
    remediation,
    audit,
    suppression_delete: suppressionOf(fields.ignoreDelete),
    suppression_create: suppressionOf(fields.ignoreCreate),
    ...alertingBody(fields.alerting),
  };
}
