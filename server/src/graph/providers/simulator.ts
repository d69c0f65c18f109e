import { decideAzureCase } from './azure/simulate/simulate';
import { decideGcpCase } from './gcp/simulate/simulate';
import { decideAwsCase } from './aws/simulate/simulate';
import { CaseFault, type CaseAnswer, type CaseDecision, type CaseError } from '../engine/case-answer';

/**
 * Decides cases of one provider.
 * @throws CaseFault where a case is not complete
 */
export type DecideCase = (given: Record<string, unknown>) => CaseDecision;

/** Simulators by the provider name in a case. */
const PROVIDERS: Readonly<Record<string, DecideCase>> = {
  aws: decideAwsCase,
  azure: decideAzureCase,
  gcp: decideGcpCase,
};

/** Evaluates one case with the evaluator that builds the graph. It never throws: a faulty case gives an answer with the error. */
export function simulate(given: unknown): CaseAnswer | CaseError {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { id: null, error: 'A case is a JSON object.' };
  const { id: rawId, provider } = given as { id?: unknown; provider?: unknown };
  const id = typeof rawId === 'string' || typeof rawId === 'number' ? rawId : null;
  const decide = typeof provider === 'string' && Object.hasOwn(PROVIDERS, provider.toLowerCase()) ? PROVIDERS[provider.toLowerCase()] : undefined;
  if (!decide) return { id, error: `"provider" must be one of: ${Object.keys(PROVIDERS).join(', ')}.` };
  try {
    const decided = decide(given as Record<string, unknown>);
    return { id, decision: decided.decision, allowed: decided.decision === 'Allowed', conditions: decided.conditions, because: decided.because };
  } catch (error) {
    if (error instanceof CaseFault) return { id, error: error.message };
    throw error;
  }
}

/** Evaluates one line of JSON text. */
export function simulateLine(line: string): CaseAnswer | CaseError {
  try {
    return simulate(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return { id: null, error: `The line is not JSON: ${error.message}` };
    throw error;
  }
}
