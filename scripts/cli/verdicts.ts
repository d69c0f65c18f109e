import type { ApiSnapshot, CallSchemas, ReleaseInUse } from '@cam/contracts/server';
import { CliFailure } from './failure';
import type { Output } from './output';

/** A release in use, with what a new server would break in it. */
export type Verdict = ReleaseInUse & { breaks: string[] };

/** Returns what a server no longer offers of the calls that a release knows, one line for each field. */
export async function breaksOf(known: ApiSnapshot, served: Readonly<Record<string, CallSchemas>>): Promise<string[]> {
  // Loading the schemas is slow, so no other command does it.
  const { compatibilityIssues } = await import('@cam/contracts/server');
  return Object.entries(known).flatMap(([call, then]) => {
    const now = served[call];
    return now ? compatibilityIssues(then, now).map((issue) => `${call}: ${issue}`) : [`${call} no longer exists`];
  });
}

/** Prints the verdicts. @throws CliFailure with the advice if a release would break, which fails a pipeline */
export function reportVerdicts(output: Output, verdicts: readonly Verdict[], advice: string): void {
  const broken = verdicts.filter(({ breaks }) => breaks.length > 0);
  const lines = verdicts.flatMap(({ id, version, why, breaks }) => [
    `${id} ${version} (${why.join(', ')}): ${breaks.length === 0 ? 'compatible' : 'incompatible'}`,
    ...breaks.map((line) => `  - ${line}`),
  ]);
  output.result({ fits: broken.length === 0, releases: verdicts }, lines.join('\n') || 'No release is in use.');
  if (broken.length > 0) throw new CliFailure(advice);
}
