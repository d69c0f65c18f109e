import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { StringEnum } from '../vocabulary';

const exclusionsRead = ['CAM_ALERTS_READ', 'CAM_ALERTS_WRITE'] as const;
const exclusionsWrite = ['CAM_ALERTS_WRITE'] as const;

/** Kinds of findings that an exclusion can hide: alerts, failures of compliance rules, and unused access. */
export const EXCLUSION_KINDS = ['ALERT', 'RULE', 'UNUSED'] as const;
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number];

export const EXCLUSION_CATEGORIES = ['ACCEPTED', 'FALSE_POSITIVE', 'COMPENSATING', 'TEMPORARY'] as const;
export type ExclusionCategory = (typeof EXCLUSION_CATEGORIES)[number];

/** States of an exclusion. PROPOSED: it has no end and waits for a second person. ENDED: its last day is over, or a user removed it. */
export const EXCLUSION_STATES = ['PROPOSED', 'ACTIVE', 'ENDED'] as const;
export type ExclusionState = (typeof EXCLUSION_STATES)[number];

/** Shortest reason of an exclusion, in characters. */
export const MIN_EXCLUSION_REASON = 10;
/** Longest time until the end of an exclusion, in days. */
export const MAX_EXCLUSION_DAYS = 366;
/** Time until the end of an exclusion that names none, in days. */
export const DEFAULT_EXCLUSION_DAYS = 90;

/** The findings that an exclusion covers: those that meet all of the given fields. */
export const ExclusionScope = Type.Object(
  {
    query: Type.Optional(
      Type.String({ maxLength: 4000, description: 'findings about the entities of a query; evaluated again after each snapshot' }),
    ),
    uris: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 1000, description: 'findings about these entities' })),
    reference_id: Type.Optional(Type.String({ maxLength: 200, description: 'ALERT: findings of this guardrail; RULE: of this compliance rule' })),
    account_id: Type.Optional(Type.String({ maxLength: 300, description: 'findings in this account' })),
  },
  { additionalProperties: false },
);
export type ExclusionScope = Static<typeof ExclusionScope>;

const Reason = Type.String({ minLength: MIN_EXCLUSION_REASON, maxLength: 2000 });
const EndsOn = Type.Union([Type.String({ format: 'date', description: 'last day, UTC' }), Type.Null()]);
const OptionalText = Type.Union([Type.String(), Type.Null()]);

/** A decision to hide findings, with its reason and its end. */
export const Exclusion = Type.Object({
  exclusion_id: Type.String(),
  kind: StringEnum(EXCLUSION_KINDS),
  scope: ExclusionScope,
  reference_name: Type.String({ description: 'name of the guardrail or rule; empty if the scope names none' }),
  reason: Type.String(),
  category: StringEnum(EXCLUSION_CATEGORIES),
  owner: Type.String({ description: 'email address of the user who answers for it' }),
  ticket: Type.String({ description: 'key or address of a ticket; may be empty' }),
  ends_on: Type.Union([Type.String(), Type.Null()], { description: 'last day, UTC; null: it has no end' }),
  state: StringEnum(EXCLUSION_STATES),
  created_by: Type.String(),
  created_at: Type.String(),
  approved_by: OptionalText,
  removed_by: OptionalText,
  hides: Type.Integer({ description: 'findings that it hides now' }),
  hid_at_start: Type.Integer({ description: 'findings that it hid when it was added' }),
  notice: Type.String({ description: 'sentence that says what looks wrong with it; empty: nothing' }),
  version: Type.Integer(),
});
export type Exclusion = Static<typeof Exclusion>;

/** A finding that an exclusion covers. */
export const ExcludedFinding = Type.Object({ uri: Type.String(), name: Type.String(), reference_name: Type.String(), account_id: Type.String() });
export type ExcludedFinding = Static<typeof ExcludedFinding>;

const byId = { exclusion_id: Type.String() };

/** Exclusions: findings that the tenant accepts for a reason and for a time. */
export const exclusionEndpoints = {
  'GET /v1/exclusions': endpoint({
    summary:
      'List exclusions, those that end first at the top, with the number of findings that each hides. Compliance and unused access need the right to read the inventory',
    access: exclusionsRead,
    owner: 'alerts',
    query: {
      kind: Type.Optional(StringEnum(EXCLUSION_KINDS)),
      state: Type.Optional(StringEnum(EXCLUSION_STATES)),
      owner: Type.Optional(Type.String({ maxLength: 320, description: 'email address' })),
      ending_within: Type.Optional(
        Type.Integer({ minimum: 0, maximum: MAX_EXCLUSION_DAYS, description: 'only active ones that end within these days' }),
      ),
    },
    answer: Type.Object({ exclusions: Type.Array(Exclusion) }),
  }),
  'POST /v1/exclusions/preview': endpoint({
    summary: 'Count the findings that a scope would hide, with examples',
    access: exclusionsRead,
    audit: { exempt: 'it counts and stores nothing' },
    readOnly: true,
    owner: 'alerts',
    body: { kind: StringEnum(EXCLUSION_KINDS), scope: ExclusionScope },
    answer: Type.Object({
      hides: Type.Integer(),
      of: Type.Integer({ description: 'number of all findings of the kind' }),
      examples: Type.Array(ExcludedFinding, { description: 'at most 100' }),
    }),
  }),
  'POST /v1/exclusions': endpoint({
    summary: 'Exclude findings until a day. Without an end, the exclusion waits for the approval of a second user',
    access: exclusionsWrite,
    audit: 'add',
    owner: 'alerts',
    body: {
      kind: StringEnum(EXCLUSION_KINDS),
      scope: ExclusionScope,
      reason: Reason,
      category: StringEnum(EXCLUSION_CATEGORIES),
      owner: Type.Optional(Type.String({ maxLength: 320, description: 'email address; by default the user who adds it' })),
      ticket: Type.Optional(Type.String({ maxLength: 2000 })),
      ends_on: Type.Optional(EndsOn),
    },
    status: 201,
    answer: Exclusion,
  }),
  'PATCH /v1/exclusions/{exclusion_id}': endpoint({
    summary: 'Extend or change an exclusion, with a new reason',
    access: exclusionsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: {
      version: Type.Integer(),
      reason: Reason,
      category: Type.Optional(StringEnum(EXCLUSION_CATEGORIES)),
      owner: Type.Optional(Type.String({ maxLength: 320 })),
      ticket: Type.Optional(Type.String({ maxLength: 2000 })),
      ends_on: Type.Optional(EndsOn),
    },
    answer: Exclusion,
  }),
  'POST /v1/exclusions/{exclusion_id}/approve': endpoint({
    summary: 'Approve an exclusion without an end. The user who added or last changed it cannot approve it',
    access: exclusionsWrite,
    audit: 'change',
    owner: 'alerts',
    path: byId,
    body: { version: Type.Integer() },
    answer: Exclusion,
  }),
  'DELETE /v1/exclusions/{exclusion_id}': endpoint({
    summary: 'End an exclusion now. Its findings are shown again, and the register keeps it',
    access: exclusionsWrite,
    audit: 'remove',
    owner: 'alerts',
    path: byId,
    answer: Exclusion,
  }),
};
