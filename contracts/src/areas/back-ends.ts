import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { RemoteIdSchema } from './remotes';

/** Default time limit of a server of a team, s. */
export const BACK_END_SECONDS = 30;

/** The server of a team, to which CAM passes the calls of its remote. */
export const BackEnd = Type.Object({
  id: RemoteIdSchema,
  url: Type.String({ description: 'address of the server; a call below /x/{id}/ goes to the same path below it' }),
  seconds: Type.Integer({ description: 'longest time until the first byte of an answer, and longest pause in it' }),
  changed_by: Type.String(),
  changed_at: Type.String(),
});
export type BackEnd = Static<typeof BackEnd>;

/** Values with which the server of a team verifies the tokens of CAM. */
export const BackEndTokens = Type.Object({
  issuer: Type.String({ description: 'claim iss' }),
  audience: RemoteIdSchema,
  keys_url: Type.String({ description: 'JSON Web Key Set' }),
});

export type BackEndTokens = Static<typeof BackEndTokens>;

const path = { id: RemoteIdSchema };

/** The servers of teams. */
export const backEndEndpoints = {
  'GET /v1/remotes/{id}/back-end': endpoint({
    summary: 'Read the server of a remote, and how it verifies the tokens of CAM',
    access: ['CAM_OPERATOR'],
    path,
    answer: Type.Object({ back_end: Type.Union([BackEnd, Type.Null()]), tokens: BackEndTokens }),
  }),
  'PUT /v1/remotes/{id}/back-end': endpoint({
    summary: 'Choose the server to which CAM passes the calls of a remote',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path,
    body: {
      url: Type.String({ minLength: 1, maxLength: 500 }),
      seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 300, description: `${BACK_END_SECONDS} by default` })),
    },
    answer: BackEnd,
  }),
  'DELETE /v1/remotes/{id}/back-end': endpoint({
    summary: 'Stop passing calls to the server of a remote',
    access: ['CAM_OPERATOR'],
    audit: 'remove',
    path,
    status: 204,
    answer: NoAnswer,
  }),
};
