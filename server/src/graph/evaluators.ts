import { evaluateAzure } from './azure/evaluate-azure';
import type { Evaluate } from './evaluation';
import { evaluateAws } from './evaluate/evaluate-aws';
import { evaluateGcp } from './gcp/evaluate-gcp';
import { ENTRA_RULES } from './idp/entra/entra-rules';
import { evaluateDirectory } from './idp/evaluate-directory';
import { OKTA_RULES } from './idp/okta/okta-rules';
import type { SourceFacts } from './source-facts';

/** The one place that knows how each cloud type is evaluated. */
export const EVALUATORS: Record<SourceFacts['cloudType'], Evaluate> = {
  AWS: evaluateAws,
  AZURE: evaluateAzure,
  GCP: evaluateGcp,
  IDP_AZURE_AD: evaluateDirectory(ENTRA_RULES),
  IDP_OKTA: evaluateDirectory(OKTA_RULES),
};
