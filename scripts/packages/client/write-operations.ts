import { endpoints, operationIdOf, type Endpoint } from '@cam/contracts/server';

/** Returns the text of operations.ts: the calls that an API token may make, by their names in the API document. */
export function operationsFile(calls: Readonly<Record<string, Endpoint>> = endpoints): string {
  const lines = Object.entries(calls)
    .filter(([, { access, apiTokens = Array.isArray(access) }]) => access !== 'public' && access !== 'operator-key' && apiTokens)
    .filter(([, { produces }]) => produces !== 'text/event-stream')
    .map(([key]) => `  ${operationIdOf(key)}: '${key}',`)
    .sort();
  return [
    "import type { EndpointKey } from '@cam/contracts';",
    '',
    '/** The calls that an API token may make, by their names in the API document. Made from the contracts: see operations.test.ts. */',
    'export const OPERATIONS = {',
    ...lines,
    '} as const satisfies Record<string, EndpointKey>;',
    '',
    'export type OperationName = keyof typeof OPERATIONS;',
    '',
  ].join('\n');
}
