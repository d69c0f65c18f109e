import { Type, type Static } from '@sinclair/typebox';
import { MOST_BROWSER_SPANS } from '../browser-spans';
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

/** A visit to a page, or a call during it, as a span of a trace. The ids are those of the W3C trace context; a span whose id is all zeros is left out. */
export const BrowserSpan = Type.Object(
  {
    trace_id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    span_id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    parent_id: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$', description: 'absent for a visit' })),
    name: Type.String({ maxLength: 200, description: 'the call as in this document, or the area that is visited; never an id' }),
    area: Type.Optional(RemoteIdSchema),
    start_ms: Type.Number({ minimum: 0, maximum: 1e14, description: 'Unix time, ms' }),
    duration_ms: Type.Number({ minimum: 0, maximum: 86_400_000 }),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 599, description: 'status of the answer; 0: there was none' })),
  },
  { additionalProperties: false },
);
export type BrowserSpan = Static<typeof BrowserSpan>;

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
  'POST /v1/remotes/spans': endpoint({
    summary: 'Report the traced visits and calls of a browser',
    access: 'session',
    audit: { exempt: 'browsers report automatically' },
    status: 204,
    body: { spans: Type.Array(BrowserSpan, { minItems: 1, maxItems: MOST_BROWSER_SPANS }) },
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
