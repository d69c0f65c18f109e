import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NARROWED, NO_ACCOUNTS, refusedWithin } from '../endpoint';
import { StringEnum } from '../vocabulary';
import { INVENTORY_READ, Nullable, paging } from './inventory/common';

/** One visible factor of a score, with its reason and the query behind it. */
export const RiskFactor = Type.Object({
  factor: StringEnum(['IMPACT', 'BREADTH', 'EXPOSURE', 'DISUSE', 'TIER', 'PUBLIC', 'EXTERNAL', 'PEOPLE', 'PROGRAMS', 'SEVERITY']),
  name: Type.String(),
  value: Type.Number({ description: '0 to 1' }),
  reason: Type.String({ description: 'sentence that explains the value' }),
  known: Type.Boolean({ description: 'false when the facts are not known and the value is the middle of its range' }),
  query: Type.String({ description: 'query whose result gives the value; empty when no query expresses it' }),
});
export type RiskFactor = Static<typeof RiskFactor>;

/** A risk score, never without its factors. */
export const Risk = Type.Object({ score: Type.Integer({ minimum: 0, maximum: 100 }), factors: Type.Array(RiskFactor) });
export type Risk = Static<typeof Risk>;

/** An entity or a finding with its score. */
export const RiskRow = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  tier: Type.Integer(),
  risk: Risk,
  history: Type.Optional(
    Type.Array(Type.Object({ day: Type.String(), score: Type.Integer() }), {
      description: 'scores of the last 30 days, one for each change, the oldest first; on request, for entities',
    }),
  ),
  alert_id: Type.Optional(Type.String({ description: 'of a finding: its alert, whose subject the other fields describe' })),
  alert_name: Type.Optional(Type.String()),
});
export type RiskRow = Static<typeof RiskRow>;

/** An entity among the riskiest ones, with the strongest reasons and a step that lowers its score. */
export const TopRisk = Type.Object({
  ...RiskRow.properties,
  of: StringEnum(['identity', 'resource']),
  why: Type.Array(Type.String(), { description: 'reasons of the strongest factors that are known' }),
  others: Type.Integer({ description: 'number of further entities, of the riskiest ones, with the same reasons' }),
  fix: Type.String({ description: 'the step that helps most, in one sentence' }),
});
export type TopRisk = Static<typeof TopRisk>;

const Weight = Type.Number({ minimum: 0, maximum: 1 });

/** The weights of the score. All values are from 0 to 1. */
export const RiskWeights = Type.Object(
  {
    tiers: Type.Array(Weight, { minItems: 4, maxItems: 4, description: 'weight of each tier, falling' }),
    modes: Type.Object({ read: Weight, write: Weight, admin: Weight }, { additionalProperties: false }),
    conditional: Type.Number({ minimum: 0, maximum: 1, description: 'factor for access that holds only under conditions' }),
    breadth: Type.Number({ minimum: 0, maximum: 1, description: 'added for each tenfold of the number of resources' }),
    disuse: Type.Object({ base: Weight, unknown: Weight }, { additionalProperties: false }),
    severity: Type.Object({ high: Weight, medium: Weight, low: Weight }, { additionalProperties: false, description: 'factor for findings' }),
    exposure: Type.Object(
      {
        public: Weight,
        unknown_account: Weight,
        known_account: Weight,
        person_without_second_factor: Weight,
        person: Weight,
        old_key: Weight,
        idle: Weight,
        public_workload: Weight,
        workload: Weight,
        guest: Weight,
        through: Type.Number({ minimum: 0, maximum: 1, description: 'factor for an identity that others can become' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type RiskWeights = Static<typeof RiskWeights>;

const WeightsAnswer = Type.Object({ weights: RiskWeights, defaults: RiskWeights });
const Kind = StringEnum(['identity', 'resource']);
const KindOfList = StringEnum(['identity', 'resource', 'finding']);

/** Risk scores and their weights. */
export const riskEndpoints = {
  'GET /v1/risk': endpoint({
    summary: 'List identities, resources or open findings by risk, the highest first. Findings need the right to read alerts',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: {
      ...paging,
      of: KindOfList,
      min: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      tier: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
      history: Type.Optional(Type.Boolean({ description: 'with the scores of the last 30 days' })),
    },
    answer: Type.Object({
      rows: Type.Array(RiskRow),
      total: Type.Integer(),
      bands: Type.Array(Type.Object({ from: Type.Integer(), count: Type.Integer() }), {
        description: 'number of entities by band, the lowest first',
      }),
      scored_at: Nullable(Type.String({ description: 'ISO 8601; null before the first scoring' })),
    }),
  }),
  'GET /v1/risk/top': endpoint({
    summary:
      'List the five worst problems of identities and resources by risk, each with reasons and a fix. The account filter limits them to a source',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    answer: Type.Object({
      rows: Type.Array(TopRisk),
      assessed: Type.Integer({ description: 'number of identities and resources with a score; 0: nothing was assessed' }),
      scored_at: Nullable(Type.String({ description: 'ISO 8601; null before the first scoring' })),
    }),
  }),
  'GET /v1/risk/explain': endpoint({
    summary: 'Explain the risk score of an entity',
    access: INVENTORY_READ,
    accounts: refusedWithin('the reasons of a score name entities of other accounts'),
    owner: 'graph-explorer',
    query: { uri: Type.String({ maxLength: 2000 }) },
    answer: Type.Object({ ...RiskRow.properties, formula: Type.String({ description: 'the calculation with the values of the factors' }) }),
  }),
  'GET /v1/risk/trend': endpoint({
    summary: 'Read the daily history of the score of an entity, or of all bands',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: { uri: Type.Optional(Type.String({ maxLength: 2000 })), of: Type.Optional(Kind) },
    answer: Type.Object({
      points: Type.Array(
        Type.Object({
          day: Type.String(),
          risk: Type.Union([Risk, Type.Null()], { description: 'for an entity' }),
          bands: Type.Union([Type.Array(Type.Integer()), Type.Null()], { description: 'for all entities: their number by band, the lowest first' }),
          outside: Type.Union([Type.Array(Type.Object({ reaching: Type.Integer(), identities: Type.Integer() })), Type.Null()], {
            description: 'for all identities: by tier, those of less important tiers that have access to it, and all of those tiers',
          }),
        }),
      ),
    }),
  }),
  'GET /v1/risk/weights': endpoint({
    summary: 'Read the weights of the risk score',
    access: INVENTORY_READ,
    accounts: NO_ACCOUNTS,
    owner: 'graph-explorer',
    answer: WeightsAnswer,
  }),
  'PUT /v1/risk/weights': endpoint({
    summary: 'Change the weights of the risk score, which scores all entities again',
    access: ['CAM_GENERAL_WRITE'],
    audit: 'change',
    owner: 'graph-explorer',
    body: { weights: RiskWeights },
    answer: WeightsAnswer,
  }),
  'POST /v1/risk/weights/preview': endpoint({
    summary: 'Count the entities whose band other weights would change',
    access: INVENTORY_READ,
    audit: { exempt: 'It changes nothing.' },
    readOnly: true,
    accounts: refusedWithin('it counts the entities of all accounts'),
    owner: 'graph-explorer',
    body: { weights: RiskWeights },
    answer: Type.Object({ changed: Type.Integer(), total: Type.Integer(), up: Type.Integer(), down: Type.Integer() }),
  }),
};
