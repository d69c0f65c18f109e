import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { StringEnum } from '../vocabulary';

/** Results of a proposal. */
export const PROPOSAL_STATUSES = ['PROPOSED', 'NOTHING_USED', 'NOT_ENOUGH_DATA', 'NOTHING_HELD', 'NOT_SUPPORTED'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Time windows of a proposal, in days. */
export const PROPOSAL_DAYS = [7, 30, 90] as const;

const Count = Type.Integer();

/** A policy or role in the format of the provider. */
export const ProposedDocument = Type.Object({
  title: Type.String(),
  format: StringEnum(['AWS_POLICY', 'AZURE_ROLE', 'GCP_ROLE', 'OKTA_ROLE', 'OKTA_ASSIGNMENTS', 'ENTRA_ROLE', 'ENTRA_ASSIGNMENTS']),
  place: Type.String({ description: 'place of attachment or assignment' }),
  file_name: Type.String(),
  content: Type.String({ description: 'JSON, indented by 4 spaces' }),
});
export type ProposedDocument = Static<typeof ProposedDocument>;

/** Replay of the calls that were used: the evaluator decides each with the current and with the proposed policies. */
export const ReplayProof = Type.Object({
  calls: Type.Integer({ description: 'number of distinct calls, each an action on a resource, that its policies allow today' }),
  uses: Type.Integer({ description: 'number of uses' }),
  allowed: Count,
  conditional: Type.Integer({ description: 'calls allowed under conditions that the current policies contain as well' }),
  denied: Type.Integer({ description: 'calls that are allowed today and would be denied' }),
  denied_calls: Type.Array(Type.Object({ action: Type.String(), resource: Type.String(), because: Type.String() })),
  decided_elsewhere: Type.Integer({ description: 'calls that its own policies do not allow today, such as a sign-in or a deleted policy' }),
});
export type ReplayProof = Static<typeof ReplayProof>;

/** The proposal for the permissions of an identity in one source. */
export const ProposalPart = Type.Object({
  cloud_type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  status: StringEnum(PROPOSAL_STATUSES),
  reason: Type.String({ description: 'sentence that says why there is no proposal, or what to do' }),
  documents: Type.Array(ProposedDocument),
  replay: Type.Union([ReplayProof, Type.Null()]),
  taken_away: Type.Object({
    actions: Type.Integer({ description: 'actions that the proposal removes' }),
    sensitive: Count,
    held: Type.Integer({ description: 'actions held today' }),
    services: Type.Array(Type.Object({ service: Type.String(), actions: Count, examples: Type.Array(Type.String()) })),
  }),
  notes: Type.Array(Type.String(), { description: 'permissions that were kept because they could not be assessed, in sentences' }),
});
export type ProposalPart = Static<typeof ProposalPart>;

/** Least-privilege proposals. */
export const leastPrivilegeEndpoints = {
  'GET /v1/graph-querymgr/least-privilege': endpoint({
    summary: 'Propose policies that keep the used permissions of an identity or role, and replay its use against them',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    owner: 'graph-explorer',
    query: {
      uri: Type.String({ maxLength: 2000 }),
      days: Type.Optional(Type.Union(PROPOSAL_DAYS.map((days) => Type.Literal(days)))),
    },
    answer: Type.Object({
      uri: Type.String(),
      name: Type.String(),
      type: Type.String(),
      days: Type.Integer(),
      since: Type.String({ description: 'first day of the window, YYYY-MM-DD' }),
      parts: Type.Array(ProposalPart),
    }),
  }),
};
