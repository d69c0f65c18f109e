import type { Severity } from '@cam/contracts/server';

/** The folders of the built-in guardrails. */
export type Folder = 'Cross Source Access' | 'Data Access' | 'Privileged Access' | 'Security Best Practices';

/** A guardrail that every tenant with a source has. */
export interface BuiltIn {
  /** Never changes: alerts and the tenant's settings refer to it. */
  id: string;
  name: string;
  severity: Severity;
  query: string;
  /** The finding, and why it matters. */
  description: string;
  /** The steps that resolve the finding. */
  remediation: string;
  /** The manual check. */
  audit: string;
}
