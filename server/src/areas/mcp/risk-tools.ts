import { Type } from '@sinclair/typebox';
import { entityAddress, RiskRow, StringEnum, TopRisk } from '@cam/contracts/server';
import { paged, tool, type Tool } from './tool';

const ScoredAt = { scored_at: Type.Union([Type.String(), Type.Null()], { description: 'time of the scores; null: nothing was scored yet' }) };

/** Tools about risk and tiers. */
export const RISK_TOOLS: readonly Tool[] = [
  tool({
    name: 'top_risks',
    title: 'Worst risks',
    description: 'List the five worst problems of identities and resources, each with its reasons and the step that lowers it most.',
    call: 'GET /v1/risk/top',
    input: { account_id: Type.Optional(Type.String({ maxLength: 200, description: 'only this account: its id at the provider' })) },
    row: TopRisk,
    about: { assessed: Type.Integer({ description: 'identities and resources with a score' }), ...ScoredAt },
    toCall: (query) => ({ query }),
    toFound: ({ rows, assessed, scored_at }) => ({ rows, total: rows.length, about: { assessed, scored_at } }),
    page: () => '/dashboard',
  }),
  tool({
    name: 'list_by_risk',
    title: 'Identities, resources or findings by risk',
    description: 'List identities, resources or open findings by risk score (0 to 100), the highest first, each with the factors of its score.',
    call: 'GET /v1/risk',
    input: {
      of: StringEnum(['identity', 'resource', 'finding']),
      min: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'the lowest score' })),
      tier: Type.Optional(Type.Integer({ minimum: 0, maximum: 3, description: '0: controls everything, 1: most valuable data' })),
      ...paged,
    },
    row: RiskRow,
    about: ScoredAt,
    toCall: ({ limit = 50, page = 0, ...query }) => ({ query: { ...query, page_size: limit, page_number: page } }),
    toFound: ({ rows, total, scored_at }) => ({ rows, total, about: { scored_at } }),
    page: () => '/crown-jewels?tab=risk',
  }),
  tool({
    name: 'entity_risk',
    title: 'Tier and risk of an entity',
    description: 'Read type, account, tier and risk score of one entity, with the factors, their reasons and the queries behind them.',
    call: 'GET /v1/risk/explain',
    input: { uri: Type.String({ minLength: 1, maxLength: 2000, description: 'URI of the entity' }) },
    row: RiskRow,
    about: { formula: Type.String({ description: 'the calculation with the values of the factors' }) },
    toCall: (query) => ({ query }),
    toFound: ({ formula, ...row }) => ({ rows: [row], total: 1, about: { formula } }),
    page: ({ uri }) => entityAddress(uri) ?? '/identities',
  }),
];
