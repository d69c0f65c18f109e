import { createHmac, createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { startStandInServer, type StandInAnswer } from './stand-in-server';

export const TEAMS_APP = '2b9f8c1e-6a0c-4c33-8d0e-5f1f3f0e7a02';
export const TEAMS_DIRECTORY = '7c1f0d1e-0f3a-4a57-9a55-2d4f0a4f0b01';
export const TEAMS_SECRET = 'client-secret-of-the-bot';
export const TEAMS_CHANNEL = '19:alerts@thread.tacv2';

/** A call of the Bot Connector API. */
export interface TeamsCall {
  method: string;
  conversation: string;
  activity: string;
  body: { summary?: string; attachments: { content: TeamsCard }[] };
}

export interface TeamsCard {
  body: Record<string, unknown>[];
  actions: { type: string; title: string; verb?: string; url?: string; data?: Record<string, string> }[];
}

/** A key of the stand-in, with the channels whose activities it may sign. */
interface SigningKey {
  kid: string;
  endorsements: string[];
  isPublished: boolean;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

function signingKey(kid: string, endorsements: string[], isPublished = true): SigningKey {
  return { kid, endorsements, isPublished, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

/**
 * Starts a stand-in of Microsoft's services on loopback, after their public description: the token endpoint of Microsoft Entra, the OpenID metadata and the
 * keys of the Bot Connector service, and its API for conversations.
 */
export async function startTeamsService() {
  const keys = {
    right: signingKey('right', ['msteams', 'skype']),
    otherChannel: signingKey('other-channel', ['webchat']),
    unpublished: signingKey('unpublished', ['msteams'], false),
  };
  const calls: TeamsCall[] = [];
  const paths: string[] = [];
  const refusals: StandInAnswer[] = [];
  /** Tokens that are valid; clearing them is what a withdrawn secret does. */
  const tokens = new Set<string>();
  let ids = 1_700_000_000_000;

  const entra = (directory: string, form: URLSearchParams): StandInAnswer => {
    const wrong = (status: number, error: string, description: string): StandInAnswer => ({
      status,
      body: { error, error_description: description },
    });
    if (directory !== TEAMS_DIRECTORY) return wrong(400, 'invalid_request', `AADSTS90002: Tenant '${directory}' not found.`);
    if (form.get('client_id') !== TEAMS_APP) return wrong(400, 'unauthorized_client', 'AADSTS700016: Application was not found in the directory.');
    if (form.get('client_secret') !== TEAMS_SECRET) return wrong(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.');
    if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== 'https://api.botframework.com/.default')
      return wrong(400, 'invalid_scope', 'AADSTS70011: The provided scope is not valid.');
    const token = `entra-${randomUUID()}`;
    tokens.add(token);
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token } };
  };

  const connector = (method: string, path: string, body: TeamsCall['body']): StandInAnswer => {
    const [, conversation = '', activity = ''] = /^\/v3\/conversations\/([^/]+)\/activities(?:\/([^/]+))?$/.exec(path) ?? [];
    const failed = (status: number, code: string, message: string): StandInAnswer => ({ status, body: { error: { code, message } } });
    if (decodeURIComponent(conversation) !== TEAMS_CHANNEL)
      return failed(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.');
    if (method === 'PUT' && !calls.some((one) => one.activity === activity))
      return failed(404, 'ActivityNotFoundInConversation', 'Activity not found.');
    const id = method === 'PUT' ? activity : String(++ids);
    calls.push({ method, conversation: decodeURIComponent(conversation), activity: id, body });
    return { status: method === 'PUT' ? 200 : 201, body: { id } };
  };

  let origin = '';
  const answer = ({ method = '', url = '', headers }: IncomingMessage, text: string): StandInAnswer => {
    paths.push(`${method} ${url}`);
    const [, directory] = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(url) ?? [];
    if (directory !== undefined && method === 'POST') return entra(directory, new URLSearchParams(text));
    if (url === '/v1/.well-known/openidconfiguration')
      return {
        status: 200,
        body: {
          issuer: 'https://api.botframework.com',
          jwks_uri: `${origin}/v1/.well-known/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['private_key_jwt'],
        },
      };
    if (url === '/v1/.well-known/keys') {
      const published = Object.values(keys).filter(({ isPublished }) => isPublished);
      const jwkOf = ({ kid, endorsements, publicKey }: SigningKey) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        x5t: kid,
        use: 'sig',
        endorsements,
      });
      return { status: 200, body: { keys: published.map(jwkOf) } };
    }
    const [, path] = /^\/teams(\/v3\/.*)$/.exec(url) ?? [];
    if (path === undefined) return { status: 404, body: {} };
    const refusal = refusals.shift();
    if (refusal) return { body: {}, ...refusal };
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', '')))
      return { status: 401, body: { message: 'Authorization has been denied for this request.' } };
    return connector(method, path, JSON.parse(text) as TeamsCall['body']);
  };
  const server = await startStandInServer(answer);
  origin = server.origin;
  const serviceUrl = `${origin}/teams/`;

  /** Returns an activity as Microsoft Teams sends it. */
  const activityOf = (part: Record<string, unknown> = {}): Record<string, unknown> => ({
    ...{ type: 'message', id: randomUUID(), timestamp: new Date().toISOString(), channelId: 'msteams', serviceUrl, text: '<at>CAM</at> hello' },
    from: { id: '29:ana', name: 'Ana Lima', aadObjectId: 'f1d0c0de-0000-4000-8000-00000000a11a' },
    recipient: { id: `28:${TEAMS_APP}`, name: 'CAM' },
    conversation: { isGroup: true, conversationType: 'channel', tenantId: TEAMS_DIRECTORY, id: `${TEAMS_CHANNEL};messageid=1` },
    channelData: { tenant: { id: TEAMS_DIRECTORY }, team: { id: '19:team@thread.tacv2' }, channel: { id: TEAMS_CHANNEL } },
    ...part,
  });

  /** Returns a token as the Bot Connector service signs it. @param claims other claims; undefined leaves one out @param alg another algorithm, with the public key as its secret */
  const tokenOf = (claims: Record<string, unknown> = {}, key: SigningKey = keys.right, alg = 'RS256'): string => {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: 'https://api.botframework.com', aud: TEAMS_APP, nbf: now, exp: now + 3600, serviceurl: serviceUrl, ...claims };
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ typ: 'JWT', alg, kid: key.kid, x5t: key.kid })}.${part(payload)}`;
    if (alg === 'none') return `${signed}.`;
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
    const signature =
      alg === 'RS256' ? createSign('RSA-SHA256').update(signed).sign(key.privateKey) : createHmac('sha256', pem).update(signed).digest();
    return `${signed}.${signature.toString('base64url')}`;
  };

  return {
    origin,
    serviceUrl,
    keys,
    calls,
    /** All calls, of the other services too. */
    paths,
    tokens,
    activityOf,
    tokenOf,
    /** Answers the next calls of the Bot Connector API like this. */
    refuse: (...next: StandInAnswer[]) => void refusals.push(...next),
    stop: server.stop,
  };
}
