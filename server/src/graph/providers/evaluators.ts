import { evaluateAzure } from './azure/evaluate/evaluate';
import type { Evaluate } from '../engine/evaluation';
import { evaluateAws } from './aws/evaluate/evaluate';
import { evaluateGcp } from './gcp/evaluate/evaluate';
import { ENTRA_RULES } from './directory/compile/entra-rules';
import { evaluateDirectory } from './directory/evaluate/evaluate';
import { OKTA_RULES } from './directory/compile/okta-rules';
import type { SourceFacts } from '../engine/source-facts';

/** The rules of each directory. */
export const DIRECTORY_RULES = { IDP_AZURE_AD: ENTRA_RULES, IDP_OKTA: OKTA_RULES } as const;

/** The evaluator of each cloud type. */
export const EVALUATORS: Record<SourceFacts['cloudType'], Evaluate> = {
  AWS: evaluateAws,
  AZURE: evaluateAzure,
  GCP: evaluateGcp,
  IDP_AZURE_AD: evaluateDirectory(DIRECTORY_RULES.IDP_AZURE_AD),
  IDP_OKTA: evaluateDirectory(DIRECTORY_RULES.IDP_OKTA),
};
