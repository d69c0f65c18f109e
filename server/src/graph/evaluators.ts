import { evaluateAzure } from './azure/evaluate-azure';
import type { Evaluate } from './evaluation';
import { evaluateAws } from './evaluate/evaluate-aws';
import { evaluateGcp } from './gcp/evaluate-gcp';
import type { SourceFacts } from './source-facts';

/** Directories grant nothing in a cloud by themselves: their members hold what the clouds' policies say. */
// eslint-disable-next-line require-yield -- nothing takes time
function* evaluateDirectory(): ReturnType<Evaluate> {
  return { access: [], classOf: new Map(), pclassOf: new Map(), steps: [], outsiders: [], attributes: new Map() };
}

/** The one place that knows how each cloud type is evaluated. */
export const EVALUATORS: Record<SourceFacts['cloudType'], Evaluate> = {
  AWS: evaluateAws,
  AZURE: evaluateAzure,
  GCP: evaluateGcp,
  IDP_AZURE_AD: evaluateDirectory,
  IDP_OKTA: evaluateDirectory,
};
