import { compatibilityIssues, type Endpoint } from '@cam/contracts/server';

/** The calls of an API, by method and path. */
export type Calls = Readonly<Record<string, Endpoint>>;

/**
 * Compares the calls of two versions of an API.
 * @returns one line for each thing that programs written for `before` can no longer do. New calls, new optional parameters, new fields of answers and new
 * values of vocabularies in answers break nobody
 */
export function brokenCalls(before: Calls, after: Calls): string[] {
  return Object.entries(before).flatMap(([call, known]) => {
    const served = after[call];
    if (!served) return [`${call} no longer exists`];
    const issues = [...compatibilityIssues(known, served, { newValues: true }), ...accessIssues(known, served), ...formatIssues(known, served)];
    return issues.map((issue) => `${call}: ${issue}`);
  });
}

/** Returns who may no longer make a call. */
function accessIssues(known: Endpoint, served: Endpoint): string[] {
  const issues = served.apiTokens === false && known.apiTokens !== false ? ['API tokens may no longer make it'] : [];
  if (Array.isArray(known.access)) {
    if (Array.isArray(served.access)) {
      const refused = known.access.filter((right) => !served.access.includes(right));
      return [...issues, ...refused.map((right) => `the right ${right} no longer suffices`)];
    }
    return served.access === 'operator-key' ? [...issues, 'only the operator may make it'] : issues;
  }
  const isNarrower = known.access !== served.access && served.access !== 'public';
  return isNarrower ? [...issues, `the access "${String(known.access)}" no longer suffices`] : issues;
}

/** Returns which media types and statuses changed. */
function formatIssues(known: Endpoint, served: Endpoint): string[] {
  const taken = (served.consumes ?? 'application/json').split(', ');
  const given = (known.consumes ?? 'application/json').split(', ').filter((type) => !taken.includes(type));
  return [
    ...given.map((type) => `the body can no longer be ${type}`),
    ...((known.produces ?? '') === (served.produces ?? '') ? [] : [`the answer is ${served.produces ?? 'application/json'} now`]),
    ...((known.status ?? 200) === (served.status ?? 200) ? [] : [`the status of success is ${served.status ?? 200} now`]),
  ];
}
