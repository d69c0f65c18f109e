import { evaluateAzure } from './azure/evaluate/evaluate';
import type { Evaluate } from '../engine/evaluation';
import { evaluateAws } from './aws/evaluate/evaluate';
import { evaluateGcp } from './gcp/evaluate/evaluate';
import { ENTRA_RULES } from './directory/compile/entra-rules';
import { evaluateDirectory } from './directory/evaluate/evaluate';
import { OKTA_RULES } from './directory/compile/okta-rules';
import type { SourceFacts } from '../engine/source-facts';

/** The evaluator of each cloud type. */
export const EVALUATORS: Record<SourceFacts['cloudType'], Evaluate> = {
  AWS: evaluateAws,
  AZURE: evaluateAzure,
  GCP: evaluateGcp,
  IDP_AZURE_AD: evaluateDirectory(ENTRA_RULES),
  IDP_OKTA: evaluateDirectory(OKTA_RULES),
};
