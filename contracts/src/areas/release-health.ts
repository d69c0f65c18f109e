import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { StringEnum } from '../vocabulary';
import { RemoteIdSchema } from './remotes';

/** Web vitals that browsers measure: the largest contentful paint, and the interaction to next paint. */
export const WEB_VITALS = ['lcp', 'inp'] as const;

/** A web vital of an area in one browser. */
export const RemoteVital = Type.Object(
  {
    id: RemoteIdSchema,
    version: Type.String({ maxLength: 100 }),
    metric: StringEnum(WEB_VITALS),
    ms: Type.Integer({ minimum: 0, maximum: 600_000 }),
  },
  { additionalProperties: false },
);
export type RemoteVital = Static<typeof RemoteVital>;

/** An error of an area in one browser. */
export const RemoteError = Type.Object(
  {
    id: RemoteIdSchema,
    version: Type.String({ maxLength: 100 }),
    message: Type.String({ maxLength: 500 }),
    stack: Type.String({ maxLength: 6000, description: 'stack of the browser; positions are those of the built files' }),
  },
  { additionalProperties: false },
);
export type RemoteError = Static<typeof RemoteError>;

const Milliseconds = Type.Union([Type.Integer(), Type.Null()], { description: 'upper bound of the histogram bucket; null without measurements' });

/** The experience of all users of the installation with one release, in the last 30 days. */
export const ReleaseHealth = Type.Object({
  version: Type.String(),
  user_days: Type.Integer({ description: 'pairs of a user and a day with a report' }),
  troubled_days: Type.Integer({ description: 'those on which the release failed at least once' }),
  troubled_users: Type.Integer({ description: 'users that it failed' }),
  lcp_p75_ms: Milliseconds,
  lcp_count: Type.Integer(),
  inp_p75_ms: Milliseconds,
  inp_count: Type.Integer(),
});
export type ReleaseHealth = Static<typeof ReleaseHealth>;

/** One kind of error of a release in the browsers of the tenant. */
export const ReleaseError = Type.Object({
  version: Type.String(),
  message: Type.String(),
  stack: Type.Array(Type.String(), { description: 'one line for each call, with the position in the sources where the release has source maps' }),
  is_resolved: Type.Boolean({ description: 'true if source maps resolved at least one position' }),
  count: Type.Integer(),
  first_at: Type.String(),
  last_at: Type.String(),
});
export type ReleaseError = Static<typeof ReleaseError>;

/** Health of releases: web vitals and errors. */
export const releaseHealthEndpoints = {
  'GET /v1/remotes/{id}/health': endpoint({
    summary:
      'Compare the releases of a remote: failures and web vitals of the installation in the last 30 days, and the errors in the browsers of this tenant',
    access: ['CAM_OPERATOR'],
    owner: 'settings',
    path: { id: RemoteIdSchema },
    answer: Type.Object({
      releases: Type.Array(ReleaseHealth, { description: 'newest first; only releases with reports, at most 10' }),
      errors: Type.Array(ReleaseError, { description: 'latest first, at most 20' }),
    }),
  }),
  'POST /v1/remotes/vitals': endpoint({
    summary: 'Report web vitals of remotes',
    access: 'session',
    audit: { exempt: 'browsers report automatically' },
    status: 204,
    body: { vitals: Type.Array(RemoteVital, { minItems: 1, maxItems: 20 }) },
    answer: NoAnswer,
  }),
  'POST /v1/remotes/errors': endpoint({
    summary: 'Report errors of remotes with their stacks',
    access: 'session',
    audit: { exempt: 'browsers report automatically' },
    status: 204,
    body: { errors: Type.Array(RemoteError, { minItems: 1, maxItems: 5 }) },
    answer: NoAnswer,
  }),
};
