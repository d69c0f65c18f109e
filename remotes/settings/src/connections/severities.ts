import type { Severity } from '@cam/contracts';

/** Severities of alerts, the highest first. */
export const SEVERITY_ORDER = ['HIGH', 'MEDIUM', 'LOW'] as const satisfies readonly Severity[];
