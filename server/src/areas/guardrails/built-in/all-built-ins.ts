import type { BuiltIn, Folder } from './built-in';
import { BEST_PRACTICES } from './best-practices';
import { CROSS_SOURCE } from './cross-source';
import { DATA_ACCESS } from './data-access';
import { PRIVILEGED_ACCESS } from './privileged-access';

/** The built-in guardrails with their folders, in folder order. */
export const BUILT_INS: readonly (BuiltIn & { folder: Folder })[] = [
  ...CROSS_SOURCE.map((guardrail) => ({ ...guardrail, folder: 'Cross Source Access' as const })),
  ...DATA_ACCESS.map((guardrail) => ({ ...guardrail, folder: 'Data Access' as const })),
  ...PRIVILEGED_ACCESS.map((guardrail) => ({ ...guardrail, folder: 'Privileged Access' as const })),
  ...BEST_PRACTICES.map((guardrail) => ({ ...guardrail, folder: 'Security Best Practices' as const })),
];
