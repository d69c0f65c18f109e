import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { StringEnum } from '../vocabulary';
import { INVENTORY_READ, Nullable, paging, Query } from './inventory/common';

/** The kinds of tier rules, by how they select their entities. */
export const TIER_RULE_KINDS = ['QUERY', 'TAG', 'PLACE', 'HAND', 'BUILT_IN'] as const;
export const MEMBER_STATES = ['PROPOSED', 'MEMBER', 'REJECTED'] as const;

const TierNumber = Type.Integer({ minimum: 0, maximum: 3 });
const Labels = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 10 });

/** The selection of a tier rule; the fields depend on its kind. */
export const TierDefinition = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: 4000, description: 'QUERY: selects the entities that the query is about' })),
    key: Type.Optional(Type.String({ maxLength: 200, description: 'TAG: key of the tag' })),
    value: Type.Optional(Type.String({ maxLength: 300, description: 'TAG: value of the tag, in any case' })),
    place: Type.Optional(Type.String({ maxLength: 300, description: 'PLACE: id of an account, subscription, project, folder or management group' })),
    uris: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 1000, description: 'HAND: URIs of entities' })),
  },
  { additionalProperties: false },
);
export type TierDefinition = Static<typeof TierDefinition>;

const ruleFields = {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  kind: StringEnum(['QUERY', 'TAG', 'PLACE', 'HAND']),
  definition: TierDefinition,
  tier: Type.Optional(Type.Union([TierNumber, Type.Null()], { description: 'null or absent: labels only' })),
  labels: Type.Optional(Labels),
  reason: Type.String({ minLength: 1, maxLength: 1000 }),
  certify: Type.Optional(Type.Boolean({ description: 'new entities are proposals until a user certifies them; ignored for HAND' })),
  enabled: Type.Optional(Type.Boolean()),
};

/** A rule that assigns a tier or labels to entities. */
export const TierRule = Type.Object({
  rule_id: Type.String(),
  name: Type.String(),
  kind: StringEnum(TIER_RULE_KINDS),
  definition: TierDefinition,
  tier: Nullable(Type.Integer()),
  labels: Type.Array(Type.String()),
  reason: Type.String(),
  owner: Type.String({ description: 'e-mail address of the user who changed it last; empty for a built-in rule' }),
  certify: Type.Boolean(),
  enabled: Type.Boolean(),
  version: Type.Integer(),
  matched: Nullable(Type.Integer({ description: 'entities in the last evaluation; null before the first' })),
  members: Type.Integer(),
  proposed: Type.Integer(),
  query: Query,
  notice: Type.String({ description: 'sentence that says what looks wrong with the last evaluation; empty: nothing' }),
});
export type TierRule = Static<typeof TierRule>;

const entity = { uri: Type.String(), name: Type.String(), type: Type.String(), account_id: Type.String(), account_name: Type.String() };

/** An entity that a rule holds. */
export const TierMember = Type.Object({
  ...entity,
  present: Type.Boolean({ description: 'false when no source lists the entity now' }),
  rule_id: Type.String(),
  rule_name: Type.String(),
  tier: Nullable(Type.Integer()),
  labels: Type.Array(Type.String()),
  state: StringEnum(MEMBER_STATES),
  since: Type.String({ description: 'ISO 8601' }),
  decided_by: Type.String({ description: 'e-mail address of the user who decided; empty: the rule decides' }),
  note: Type.String(),
});
export type TierMember = Static<typeof TierMember>;

/** An identity that controls tier 0 without being in it. */
export const ShadowControl = Type.Object({
  ...entity,
  tier: Type.Integer(),
  over: Type.Object({ uri: Type.String(), name: Type.String(), type: Type.String() }, { description: 'what it administers or can become' }),
  how: StringEnum(['ADMINISTERS', 'BECOMES']),
  steps: Type.Integer({ description: '1: it controls a member of tier 0; more: it controls somebody who does' }),
  query: Type.String({ description: 'query for its access to the entity' }),
});
export type ShadowControl = Static<typeof ShadowControl>;

/** A tier with its size. */
export const TierSummary = Type.Object({
  tier: Type.Integer(),
  name: Type.String(),
  members: Type.Integer(),
  added: Type.Integer({ description: 'members that it gained within 7 days' }),
  removed: Type.Integer({ description: 'members that it lost within 7 days' }),
  query: Query,
  outside: Nullable(Type.Integer({ description: 'identities of less important tiers that have access to it; null before the first scoring' })),
  identities: Nullable(Type.Integer({ description: 'all identities of less important tiers' })),
  outside_query: Query,
});
export type TierSummary = Static<typeof TierSummary>;

const Rule = { rule_id: Type.String({ maxLength: 100 }) };

/** Tiers, the rules that fill them, and the decisions about their proposals. */
export const tierEndpoints = {
  'GET /v1/tiers': endpoint({
    summary: 'Read the tiers with their sizes',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    answer: Type.Object({
      tiers: Type.Array(TierSummary),
      proposed: Type.Integer({ description: 'entities that wait for certification' }),
      shadow: Type.Integer({ description: 'identities that control tier 0 without being in it' }),
      labels: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer(), query: Query })),
      scored_at: Nullable(Type.String()),
      scoring: Type.Boolean({ description: 'a newer snapshot than the scored one has come' }),
    }),
  }),
  'PUT /v1/tiers/names': endpoint({
    summary: 'Name the four tiers',
    access: ['CAM_GENERAL_WRITE'],
    audit: 'change',
    owner: 'graph-explorer',
    body: { names: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 4, maxItems: 4 }) },
    answer: Type.Object({ names: Type.Array(Type.String()) }),
  }),
  'GET /v1/tiers/rules': endpoint({
    summary: 'List the tier rules',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    answer: Type.Object({ rules: Type.Array(TierRule) }),
  }),
  'POST /v1/tiers/rules': endpoint({
    summary: 'Add a tier rule',
    access: ['CAM_GENERAL_WRITE'],
    audit: 'add',
    owner: 'graph-explorer',
    body: ruleFields,
    answer: TierRule,
  }),
  'PATCH /v1/tiers/rules/{rule_id}': endpoint({
    summary: 'Change a tier rule. A built-in rule can only be switched on and off',
    access: ['CAM_GENERAL_WRITE'],
    audit: 'change',
    owner: 'graph-explorer',
    path: Rule,
    body: {
      name: Type.Optional(ruleFields.name),
      definition: Type.Optional(TierDefinition),
      tier: ruleFields.tier,
      labels: ruleFields.labels,
      reason: Type.Optional(ruleFields.reason),
      certify: ruleFields.certify,
      enabled: ruleFields.enabled,
      version: Type.Optional(Type.Integer({ description: 'refuses the change when the rule has another version' })),
    },
    answer: TierRule,
  }),
  'DELETE /v1/tiers/rules/{rule_id}': endpoint({
    summary: 'Delete a tier rule',
    access: ['CAM_GENERAL_WRITE'],
    audit: 'remove',
    owner: 'graph-explorer',
    path: Rule,
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/tiers/rules/preview': endpoint({
    summary: 'Show what a tier rule would hold, without saving it',
    access: INVENTORY_READ,
    audit: { exempt: 'It changes nothing.' },
    readOnly: true,
    owner: 'graph-explorer',
    body: { kind: ruleFields.kind, definition: TierDefinition },
    answer: Type.Object({
      total: Type.Integer(),
      examples: Type.Array(Type.Object({ ...entity, tier: Type.Integer() }), { description: 'at most 200, by name' }),
    }),
  }),
  'GET /v1/tiers/members': endpoint({
    summary: 'List the entities that tier rules hold, by page',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: {
      ...paging,
      state: Type.Optional(StringEnum(MEMBER_STATES)),
      tier: Type.Optional(TierNumber),
      rule_id: Type.Optional(Type.String({ maxLength: 100 })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
    },
    answer: Type.Object({ rows: Type.Array(TierMember), total: Type.Integer() }),
  }),
  'POST /v1/tiers/of': endpoint({
    summary: 'Read the tiers of some entities',
    access: INVENTORY_READ,
    audit: { exempt: 'It changes nothing.' },
    readOnly: true,
    owner: 'graph-explorer',
    body: { uris: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 500 }) },
    answer: Type.Object({
      tiers: Type.Array(Type.Object({ uri: Type.String(), tier: Type.Integer() }), {
        description: 'entities that a rule assigns to a tier; others are missing',
      }),
    }),
  }),
  'POST /v1/tiers/certify': endpoint({
    summary: 'Accept or reject the proposals of a tier rule',
    access: ['CAM_GUARDRAIL_WRITE'],
    audit: 'change',
    owner: 'graph-explorer',
    body: {
      rule_id: Rule.rule_id,
      uris: Type.Array(Type.String({ maxLength: 2000 }), { minItems: 1, maxItems: 500 }),
      decision: StringEnum(['ACCEPT', 'REJECT']),
      note: Type.String({ minLength: 1, maxLength: 1000 }),
    },
    answer: Type.Object({ decided: Type.Integer() }),
  }),
  'GET /v1/tiers/shadow': endpoint({
    summary: 'List the identities that control tier 0 without being in it, by page',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...paging, search: Type.Optional(Type.String({ maxLength: 200 })) },
    answer: Type.Object({ rows: Type.Array(ShadowControl), total: Type.Integer(), query: Query }),
  }),
};
