import { Type, type Static } from '@sinclair/typebox';
import { REACH_OF_EVERYBODY } from '../change-set';
import { endpoint } from '../endpoint';
import { StringEnum } from '../vocabulary';
import { ChangeEdit, WhatIfVerdict } from './what-if';

/** Kinds of things that a cut removes. */
export const BREAK_ELEMENT_KINDS = ['STATEMENT', 'PRINCIPAL', 'ATTACHMENT', 'ASSIGNMENT', 'MEMBERSHIP'] as const;

/** Something whose removal ends a way of access. */
export const BreakElement = Type.Object({
  id: Type.String({ description: 'names the element in "keep"' }),
  kind: StringEnum(BREAK_ELEMENT_KINDS),
  name: Type.String({ description: 'for example "Statement 2 of the policy Deploy"' }),
  action: Type.String({ description: 'the change as a sentence without a full stop' }),
  uri: Type.String({ description: 'URI of the policy, group or resource that changes' }),
  reach: Type.Integer({ description: `identities that the element concerns, at most; ${REACH_OF_EVERYBODY.toLocaleString('en')} for everybody` }),
});
export type BreakElement = Static<typeof BreakElement>;

/** Changes of one source that end the access together. */
export const BreakPlan = Type.Object({
  elements: Type.Array(BreakElement),
  edits: Type.Array(ChangeEdit, { description: 'the changes, as "cam what-if" reads them' }),
  verdict: WhatIfVerdict,
});
export type BreakPlan = Static<typeof BreakPlan>;

const End = Type.Object({ uri: Type.String(), name: Type.String(), type: Type.String() });

/** How an access, or several, can be ended. */
const FoundBreaks = {
  ways: Type.Integer({ description: 'ways of access that were found' }),
  fewest: Type.Integer({ description: 'fewer changes cannot end the access; 0 if there is none, or no changes that CAM can try end it' }),
  plans: Type.Array(BreakPlan, { description: 'plans that were tried and end the access, the best first' }),
  kept: Type.Array(BreakElement, { description: 'the elements that were to stay' }),
  is_complete: Type.Boolean({ description: 'false: not all ways or plans were looked at, and the notes say why' }),
  notes: Type.Array(Type.String(), { description: 'the limits of this answer, in sentences' }),
};

/** The ways to end the access of an identity to a resource. */
export const BreakAnswer = Type.Object({ identity: End, resource: End, ...FoundBreaks });
export type BreakAnswer = Static<typeof BreakAnswer>;

/** The most accesses of a query that a cut can end. */
export const MOST_CUT_ROWS = 200;

/** The ways to end all access that a query finds. */
export const QueryBreakAnswer = Type.Object({
  meaning: Type.String({ description: 'the query in a sentence' }),
  accesses: Type.Integer({ description: 'accesses of one identity to one resource that the query finds' }),
  ...FoundBreaks,
});
export type QueryBreakAnswer = Static<typeof QueryBreakAnswer>;

const PerTier = (description: string) => Type.Array(Type.Integer(), { minItems: 3, maxItems: 3, description });

/** An element whose removal alone ends much access to crown jewels. */
export const ChokePoint = Type.Object({
  ...BreakElement.properties,
  pairs: PerTier('accesses of one identity to one resource that end with it, for tiers 0, 1 and 2'),
  identities: Type.Integer({ description: 'identities that lose access to crown jewels' }),
  account_id: Type.String(),
  account_name: Type.String(),
  source_uid: Type.String(),
  edits: Type.Array(ChangeEdit, { description: 'the change, as "cam what-if" reads it' }),
});
export type ChokePoint = Static<typeof ChokePoint>;

/** The choke points of a tenant, as of its last scores. */
export const ChokePoints = Type.Object({
  computed_at: Type.Union([Type.String(), Type.Null()], { description: 'null: not computed yet' }),
  is_current: Type.Boolean({ description: 'false: a snapshot was published or tiers changed since, and they are computed again' }),
  jewels: PerTier('resources of tiers 0, 1 and 2'),
  identities: Type.Integer({ description: 'identities outside tier 0, without groups' }),
  points: Type.Array(ChokePoint, { description: 'at most 50, the best first: most access to tier 0, then to tier 1, then to tier 2' }),
  line: Type.Array(
    Type.Object({
      action: Type.String({ description: 'the change; empty for today' }),
      account_name: Type.String(),
      pairs: PerTier('accesses of one identity to one resource that are left, for tiers 0, 1 and 2'),
    }),
    { description: 'today, and after each of the best changes in a row' },
  ),
  is_complete: Type.Boolean({ description: 'false: there is more access to crown jewels than was looked at, so the numbers are lower bounds' }),
});
export type ChokePoints = Static<typeof ChokePoints>;

const Keep = Type.Optional(Type.Array(Type.String({ maxLength: 5000 }), { maxItems: 100, description: 'ids of elements that must stay' }));

/** The least changes that end an access. */
export const breakEndpoints = {
  'POST /v1/breaks': endpoint({
    summary: 'Find the least changes that end the access of an identity to a resource, without changing anything',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    owner: 'graph-explorer',
    audit: { requestOnly: 'it changes nothing; the request names the access to end' },
    readOnly: true,
    body: {
      identity_uri: Type.String({ maxLength: 2000 }),
      resource_uri: Type.String({ maxLength: 2000 }),
      keep: Keep,
    },
    answer: BreakAnswer,
  }),
  'POST /v1/breaks/query': endpoint({
    summary: 'Find few changes that end all access that a query finds, without changing anything',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    owner: 'graph-explorer',
    audit: { requestOnly: 'it changes nothing; the request has the query' },
    readOnly: true,
    body: {
      query: Type.String({ maxLength: 5000, description: `query about access now, with at most ${MOST_CUT_ROWS} rows` }),
      keep: Keep,
    },
    answer: QueryBreakAnswer,
  }),
  'GET /v1/choke-points': endpoint({
    summary: 'List the changes that end the most access to crown jewels, each by itself',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    owner: 'graph-explorer',
    answer: ChokePoints,
  }),
};
