import { TIER_NAMES } from '@cam/contracts/server';
import type { AlertsDependencies } from '../../src/areas/alerts/service';
import { describeFinding } from '../../src/graph/answers/risk/describe-finding';
import { scoreFindings } from '../../src/graph/answers/risk/read-findings';
import { DEFAULT_WEIGHTS } from '../../src/graph/answers/risk/weights';

/** The risk of findings, for a service of alerts without a server. */
export const FINDING_RISK: AlertsDependencies['risk'] = {
  scoreFindings: (tx, tenantId, findings) => scoreFindings(tx, tenantId, findings, DEFAULT_WEIGHTS),
  manyFindings: () => ({
    profilesOf: async () => new Map(),
    score: (tx, tenantId, findings) => scoreFindings(tx, tenantId, findings, DEFAULT_WEIGHTS),
  }),
  snapshots: async () => ({ current: 0, scored: 0 }),
  scoredFrom: async () => ({ head: 0, revision: 0, weights: '', sources: '' }),
  changedSince: async () => null,
  describeFindings: async () => (finding) => describeFinding(finding, TIER_NAMES),
};
