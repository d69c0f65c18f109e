import { decideAzureCase } from './azure/simulate/simulate';
import { decideGcpCase } from './gcp/simulate/simulate';
import { decideAwsCase } from './aws/simulate/simulate';
import { CaseFault, type CaseAnswer, type CaseDecision, type CaseError } from '../engine/case-answer';

/** Decides cases of one provider. Throws a CaseFault where a case is not complete. */
export type DecideCase = (given: Record<string, unknown>) => CaseDecision;

/** Who decides the cases of each provider, by the name that a case gives. */
const PROVIDERS: Readonly<Record<string, DecideCase>> = {
  aws: decideAwsCase,
  azure: decideAzureCase,
  gcp: decideGcpCase,
};

/** Puts one case to the evaluator that builds the graph. Never throws: what is wrong with a case is its answer. */
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

/** The same for a line of JSON text. */
export function simulateLine(line: string): CaseAnswer | CaseError {
  try {
    return simulate(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return { id: null, error: `The line is not JSON: ${error.message}` };
    throw error;
  }
}
