import type { Severity } from '@cam/contracts';

/** As forms offer them. */
export const SEVERITIES: readonly { value: Severity; label: string }[] = [
  { value: 'HIGH', label: 'High' },
  { value: 'MEDIUM', label: 'Medium' },
  { value: 'LOW', label: 'Low' },
];
