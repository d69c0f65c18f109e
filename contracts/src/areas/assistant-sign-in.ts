import { Type, type Static } from '@sinclair/typebox';
import { API_TOKEN_SCOPES } from '../api-token-scopes';
import { endpoint } from '../endpoint';
import { StringEnum } from '../vocabulary';

/** The parameters that a program puts into the address of the consent page, as the page received them (RFC 6749, 7636 and 8707). */
const Parameter = Type.Optional(Type.String({ maxLength: 2000 }));
export const AuthorizationParameters = Type.Object({
  client_id: Parameter,
  redirect_uri: Parameter,
  response_type: Parameter,
  code_challenge: Parameter,
  code_challenge_method: Parameter,
  scope: Parameter,
  state: Parameter,
  resource: Parameter,
});
export type AuthorizationParameters = Static<typeof AuthorizationParameters>;

const Redirect = Type.Object({ redirect: Type.String({ description: 'address to which the browser goes next' }) });

/** An assistant that asks for access, as the consent page shows it. */
export const AssistantRequest = Type.Object({
  name: Type.String({ description: 'name that the program gave itself' }),
  redirect_host: Type.String({ description: 'host that receives the answer' }),
  is_local: Type.Boolean({ description: 'the answer goes to a program on the computer of the user' }),
  scopes: Type.Array(Type.Object({ scope: StringEnum(API_TOKEN_SCOPES), held: Type.Boolean({ description: 'the user has it, and can give it' }) })),
  days: Type.Integer({ description: 'days until the user has to be asked again' }),
});
export type AssistantRequest = Static<typeof AssistantRequest>;

/** Sign-in of assistants: the decision of the user in an authorization code flow. The other steps are those of the protocol, below /oauth. */
export const assistantSignInEndpoints = {
  'POST /v1/oauth/requests/check': endpoint({
    summary: 'Read which assistant asks for access, and which scopes the user can give it. 422: the request is wrong',
    access: 'session',
    readOnly: true,
    audit: { exempt: 'nothing is decided yet' },
    body: AuthorizationParameters.properties,
    answer: AssistantRequest,
  }),
  'POST /v1/oauth/requests': endpoint({
    summary: 'Allow an assistant to read with these scopes, and return the address that takes the code to it',
    access: 'session',
    audit: 'add',
    body: {
      ...AuthorizationParameters.properties,
      scopes: Type.Array(StringEnum(API_TOKEN_SCOPES), { minItems: 1, maxItems: API_TOKEN_SCOPES.length, uniqueItems: true }),
    },
    answer: Redirect,
  }),
  'POST /v1/oauth/requests/refusal': endpoint({
    summary: 'Refuse an assistant, and return the address that tells it',
    access: 'session',
    audit: { requestOnly: 'nothing is granted' },
    body: AuthorizationParameters.properties,
    answer: Redirect,
  }),
};
