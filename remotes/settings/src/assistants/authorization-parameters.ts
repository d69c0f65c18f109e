import type { AuthorizationParameters } from '@cam/contracts';

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const satisfies readonly (keyof AuthorizationParameters)[];

/** Returns the request of an assistant, from the address of the consent page. Parameters that the protocol does not name are left out, as it demands. */
export function authorizationParameters(search: URLSearchParams): AuthorizationParameters {
  const parameters: AuthorizationParameters = {};
  for (const name of NAMES) {
    const value = search.get(name);
    if (value !== null) parameters[name] = value;
  }
  return parameters;
}

/** Returns the address that tells the assistant of an error, from the details of a refusal; null if no address can be trusted. */
export function redirectIn(details: unknown): string | null {
  const redirect = (details as { redirect?: unknown } | null | undefined)?.redirect;
  return typeof redirect === 'string' ? redirect : null;
}
