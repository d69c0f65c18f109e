import { randomUUID } from 'node:crypto';
import type { StandInReply, StandInRequest } from './stand-in';

/** An application with access to tokens. */
export interface StandInApplication {
  tenantId: string;
  clientId: string;
  secret: string;
  /** Valid tokens. Two APIs with the same token service share them. */
  tokens?: Set<string>;
}

/** Stands in for the token service of one directory. Supports only client credentials. */
export class MicrosoftTokenService {
  readonly #tokens: Set<string>;

  constructor(private readonly application: StandInApplication) {
    this.#tokens = application.tokens ?? new Set();
  }

  /** Returns a token or a refusal, or null if the request may be answered. */
  reply(request: StandInRequest): StandInReply | null {
    if (request.path.endsWith('/oauth2/v2.0/token')) return this.#token(request);
    if (this.#tokens.has(String(request.headers.authorization).replace('Bearer ', ''))) return null;
    return microsoftFailure(401, 'InvalidAuthenticationToken', 'Access token is empty.');
  }

  #token({ path, body }: StandInRequest): StandInReply {
    const { tenantId, clientId, secret } = this.application;
    const form = new URLSearchParams(body);
    if (!path.startsWith(`/${tenantId}/`)) return refusal('AADSTS90002', 'Tenant not found. Check to make sure you have the correct tenant ID.');
    const isRight = form.get('client_id') === clientId && form.get('client_secret') === secret && form.get('scope')?.endsWith('/.default');
    if (!isRight) return refusal('AADSTS7000215', 'Invalid client secret provided.');
    const token = randomUUID();
    this.#tokens.add(token);
    return { body: { token_type: 'Bearer', expires_in: 3599, access_token: token } };
  }
}

export function microsoftFailure(status: number, code: string, message: string): StandInReply {
  return { status, body: { error: { code, message } } };
}

function refusal(code: string, message: string): StandInReply {
  return { status: 401, body: { error: 'invalid_client', error_description: `${code}: ${message} Trace ID: 0 Correlation ID: 0` } };
}
