import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { Words } from '../vocabulary';

export const PROPOSAL_STATUSES = ['PROPOSED', 'NOTHING_USED', 'NOT_ENOUGH_DATA', 'NOTHING_HELD', 'NOT_SUPPORTED'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Days that a proposal may look back over. */
export const PROPOSAL_DAYS = [7, 30, 90] as const;

const Count = Type.Integer();

/** A policy or role as the provider takes it. */
export const ProposedDocument = Type.Object({
  title: Type.String(),
  format: Words(['AWS_POLICY', 'AZURE_ROLE', 'GCP_ROLE', 'OKTA_ROLE', 'OKTA_ASSIGNMENTS', 'ENTRA_ROLE', 'ENTRA_ASSIGNMENTS']),
  place: Type.String({ description: 'where it is attached or assigned' }),
  file_name: Type.String(),
  content: Type.String({ description: 'JSON, indented by 4 spaces' }),
});
export type ProposedDocument = Static<typeof ProposedDocument>;

/** What becomes of the calls that were used, put to the evaluator with the policies of today and with those that are proposed. */
export const ReplayProof = Type.Object({
  calls: Type.Integer({ description: 'different calls that its policies allow today, of an action on a resource each' }),
  uses: Type.Integer({ description: 'how often they were used' }),
  allowed: Count,
  conditional: Type.Integer({ description: 'allowed under conditions that stand in the policies of today as well' }),
  denied: Type.Integer({ description: 'calls that would be denied and are not today' }),
  denied_calls: Type.Array(Type.Object({ action: Type.String(), resource: Type.String(), because: Type.String() })),
  decided_elsewhere: Type.Integer({ description: 'calls that its own policies do not allow today: a sign-in, a policy that is gone' }),
});
export type ReplayProof = Static<typeof ReplayProof>;

/** What of one source an identity holds, and what would be left of it. */
export const ProposalPart = Type.Object({
  cloud_type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  status: Words(PROPOSAL_STATUSES),
  reason: Type.String({ description: 'why there is none, or what to do, in a sentence' }),
  documents: Type.Array(ProposedDocument),
  replay: Type.Union([ReplayProof, Type.Null()]),
  taken_away: Type.Object({
    actions: Type.Integer({ description: 'actions that are held today and would not be any more' }),
    sensitive: Count,
    held: Type.Integer({ description: 'actions that are held today' }),
    services: Type.Array(Type.Object({ service: Type.String(), actions: Count, examples: Type.Array(Type.String()) })),
  }),
  notes: Type.Array(Type.String(), { description: 'what could not be judged and is kept, in sentences' }),
});
export type ProposalPart = Static<typeof ProposalPart>;

export const leastPrivilegeEndpoints = {
  'GET /v1/graph-querymgr/least-privilege': endpoint({
    summary: 'Policies that leave an identity or role with what it used, with the proof that none of it would be denied',
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
