import type { Severity } from '@cam/contracts';

/** Severities as the forms offer them. */
export const SEVERITIES: readonly { value: Severity; label: string }[] = [
  { value: 'HIGH', label: 'High' },
  { value: 'MEDIUM', label: 'Medium' },
  { value: 'LOW', label: 'Low' },
];
