import type { Severity } from '@cam/contracts/server';

/** The folders in which the list shows built-in guardrails. */
export type Folder = 'Cross Source Access' | 'Data Access' | 'Privileged Access' | 'Security Best Practices';

/** A guardrail that every tenant with a source has. */
export interface BuiltIn {
  /** Never changes: alerts and the choice of a tenant hang on it. */
  id: string;
  name: string;
  severity: Severity;
  query: string;
  /** What it finds, and why that matters. */
  description: string;
  /** What to do about it. */
  remediation: string;
  /** What to look at when it is checked by hand. */
  audit: string;
}
