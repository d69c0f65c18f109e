import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { CloudType, Severity, StringEnum } from '../vocabulary';

/** The use of access that a change takes away: in use, not in the log, not known, that of a group's members, or the change takes nothing away. */
export const USES_OF_LOST_ACCESS = ['USED', 'NOT_SEEN', 'UNKNOWN', 'OF_MEMBERS', 'NOTHING_LOST'] as const;
export type UseOfLostAccess = (typeof USES_OF_LOST_ACCESS)[number];

/** The most edits of one source, and the most sources that a change edits together. */
const MOST_EDITS = 200;
export const MOST_EDITED_SOURCES = 10;

const Id = (description: string) => Type.String({ minLength: 1, maxLength: 2000, description });
const Document = Type.Record(Type.String(), Type.Unknown(), { description: 'policy document in the format of the provider' });
const OptionalDocument = Type.Union([Document, Type.Null()], { description: 'policy document in the format of the provider; null deletes it' });

const Holder = Id('native id of a user, group or role, such as its ARN');
const ManagedPolicy = Id('ARN of a managed policy');

const Resource = Id('native id of the resource, such as the ARN of a bucket or the full name of a project');
const Role = Id('native id of the role, such as roles/viewer');

const closed = { additionalProperties: false };

/** A condition of Google Cloud, or of a role assignment of Azure, which has only the expression. */
const Condition = Type.Object(
  { expression: Type.String({ maxLength: 10_000 }), title: Type.Optional(Type.String()), description: Type.Optional(Type.String()) },
  closed,
);

const Profile = Type.Record(Type.String(), Type.Unknown(), { description: 'profile of the assignment of an application of Okta' });

/** A principal that holds a role somewhere. */
const assignment = {
  principal: Id('native id of the user, group, application or member'),
  role: Type.String({
    maxLength: 2000,
    description: 'native id of the role, role of the application, or permission set; empty: the application itself',
  }),
  scope: Id('native id of the resource, scope, application or account; "/": the whole directory'),
  condition: Type.Optional(Condition),
  eligible: Type.Optional(
    Type.Boolean({ description: 'the role of Entra ID or Azure is eligible: its holder activates it first (Privileged Identity Management)' }),
  ),
};

/** Edits of policies, memberships, principals and buckets. Answers have edits of these kinds only, because programs know them. */
const POLICY_EDITS = [
  Type.Object(
    { kind: Type.Literal('SET_INLINE_POLICY'), holder: Holder, name: Type.String({ minLength: 1, maxLength: 256 }), document: OptionalDocument },
    closed,
  ),
  Type.Object({ kind: Type.Literal('SET_MANAGED_POLICY'), policy: ManagedPolicy, document: OptionalDocument }, closed),
  Type.Object({ kind: Type.Literal('ATTACH_POLICY'), holder: Holder, policy: ManagedPolicy }, closed),
  Type.Object({ kind: Type.Literal('DETACH_POLICY'), holder: Holder, policy: ManagedPolicy }, closed),
  Type.Object({ kind: Type.Literal('ADD_MEMBER'), group: Id('native id of the group'), member: Id('native id of the member') }, closed),
  Type.Object({ kind: Type.Literal('REMOVE_MEMBER'), group: Id('native id of the group'), member: Id('native id of the member') }, closed),
  Type.Object(
    {
      kind: Type.Literal('CREATE_PRINCIPAL'),
      principal: Id('ARN of the new user, group or role of AWS'),
      document: Type.Union([Document, Type.Null()], { description: 'trust policy of a role; null for users and groups' }),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('DELETE_PRINCIPAL'), principal: Holder }, closed),
  Type.Object(
    { kind: Type.Literal('SET_BOUNDARY'), holder: Holder, policy: Type.Union([ManagedPolicy, Type.Null()], { description: 'null: no boundary' }) },
    closed,
  ),
  Type.Object({ kind: Type.Literal('CREATE_BUCKET'), bucket: Id('ARN of the new bucket of AWS') }, closed),
  Type.Object({ kind: Type.Literal('DELETE_BUCKET'), bucket: Id('ARN of the bucket') }, closed),
  Type.Object({ kind: Type.Literal('SET_TRUST_POLICY'), role: Id('ARN of the role'), document: Document }, closed),
  Type.Object({ kind: Type.Literal('SET_RESOURCE_POLICY'), resource: Resource, document: OptionalDocument }, closed),
] as const;

export const PolicyEdit = Type.Union([...POLICY_EDITS]);
export type PolicyEdit = Static<typeof PolicyEdit>;

/** One edit of a source. It names everything by the ids of the provider. */
export const ChangeEdit = Type.Union([
  ...POLICY_EDITS,
  Type.Object({ kind: Type.Literal('CREATE_RESOURCE'), resource: Id('ARN of the new resource of AWS') }, closed),
  Type.Object({ kind: Type.Literal('DELETE_RESOURCE'), resource: Id('ARN of the resource') }, closed),
  Type.Object(
    {
      kind: Type.Literal('SET_STATEMENT'),
      resource: Id('ARN of the resource'),
      sid: Type.String({ minLength: 1, maxLength: 256 }),
      statement: Type.Union([Document, Type.Null()], { description: 'statement of its policy; null removes it' }),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('SET_RUNTIME_ROLE'),
      resource: Id('ARN of a function or an instance profile'),
      role: Type.Union([Id('ARN of the role that it acts with'), Type.Null()]),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('SET_PUBLIC_ACCESS_BLOCK'),
      resource: Id('ARN of a bucket, or the number of an account'),
      block: Type.Union([Type.Object({ restrict_public_buckets: Type.Boolean(), ignore_public_acls: Type.Boolean() }, closed), Type.Null()], {
        description: 'null removes it',
      }),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('SET_KEY_GRANT'),
      key: Id('ARN of the key'),
      grant: Type.String({ minLength: 1, maxLength: 256, description: 'id of the grant' }),
      document: Type.Union([Document, Type.Null()], { description: 'grant as AWS lists it; null retires it' }),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('RETAIN_POLICIES'),
      holder: Holder,
      inline: Type.Optional(Type.Array(Type.String(), { description: 'names of the inline policies that stay' })),
      attached: Type.Optional(Type.Array(ManagedPolicy, { description: 'managed policies that stay' })),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('ADD_ASSIGNMENT'),
      ...assignment,
      profile: Type.Optional(Profile),
      priority: Type.Optional(Type.Integer({ description: 'of a group of Okta: lower numbers come first' })),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('REMOVE_ASSIGNMENT'), ...assignment }, closed),
  Type.Object(
    {
      kind: Type.Literal('SET_BINDING'),
      scope: Resource,
      role: Role,
      condition: Type.Optional(Condition),
      members: Type.Array(Id('member such as user:ann@acme.example'), { description: 'all members of the role there; empty: the binding ends' }),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal('SET_ROLE_DEFINITION'), role: Role, document: OptionalDocument }, closed),
]);
export type ChangeEdit = Static<typeof ChangeEdit>;

const Count = Type.Integer();

const End = Type.Object({ uri: Type.String(), name: Type.String(), type: Type.String(), account_id: Type.String() });

/** Actions of a row that a change adds or takes away. */
const Actions = Type.Object({
  total: Count,
  names: Type.Array(Type.String(), { description: 'the first ones by name' }),
});

/** A use of lost access in the log. */
export const BrokenUse = Type.Object({
  action: Type.String(),
  actor: Type.String({ description: 'name of the identity or role that made the calls' }),
  calls: Type.Integer({ description: 'allowed calls of the last 90 days' }),
  last_at: Type.String(),
});
export type BrokenUse = Static<typeof BrokenUse>;

/** The changed access of an identity to a resource. */
export const WhatIfRow = Type.Object({
  identity: End,
  resource: End,
  actions_before: Type.String({ description: '"RWA" with "-" for each kind of access that is not possible; empty without access' }),
  conditional_actions_before: Type.String(),
  actions_after: Type.String(),
  conditional_actions_after: Type.String(),
  gained: Actions,
  lost: Actions,
  use: StringEnum(USES_OF_LOST_ACCESS),
  use_reason: Type.String({ description: 'sentence that says why the use of the lost access is unknown; empty otherwise' }),
  broken: Type.Array(BrokenUse, { description: 'the calls that would be denied, the latest first' }),
  broken_total: Count,
});
export type WhatIfRow = Static<typeof WhatIfRow>;

/** A guardrail with findings that the change adds or takes away. */
export const WhatIfGuardrail = Type.Object({
  monitor_id: Type.String(),
  name: Type.String(),
  severity: Severity,
  raised: Type.Integer({ description: 'findings that the change adds' }),
  cleared: Type.Integer({ description: 'findings that the change takes away' }),
  examples: Type.Array(
    Type.Object({
      uri: Type.String(),
      name: Type.String(),
      type: Type.String(),
      objects: Type.Integer({ description: 'resources that the finding gains' }),
    }),
  ),
});
export type WhatIfGuardrail = Static<typeof WhatIfGuardrail>;

/** The effect of a change that was only tried. */
export const WhatIfVerdict = Type.Object({
  source_uid: Type.String({
    description: 'uid of the edited source; of the first one where several are edited together, as are cloud_type and account_id',
  }),
  cloud_type: CloudType,
  account_id: Type.String(),
  account_name: Type.String({ description: 'names of all edited accounts' }),
  taken_at: Type.String({ description: 'time of the export that the change was tried on; of the oldest one where several are edited' }),
  edits: Type.Array(Type.String(), { description: 'the edits in words' }),
  gained: Type.Integer({ description: 'pairs of identity and resource with more access' }),
  lost: Type.Integer({ description: 'pairs with less access' }),
  broken: Type.Integer({ description: 'pairs whose lost access is in use' }),
  unknown: Type.Integer({ description: 'pairs with less access whose use is unknown' }),
  is_complete: Type.Boolean({ description: 'false: more pairs change than were compared, so the numbers are lower bounds' }),
  rows: Type.Array(WhatIfRow, { description: 'at most 200 of each group: with broken use, lost, gained' }),
  guardrails: Type.Array(WhatIfGuardrail),
  guardrails_complete: Type.Boolean({ description: 'false: the notes say which guardrails were not compared' }),
  guardrails_compared: Type.Integer({ description: 'guardrails with alerting whose findings were compared' }),
  notes: Type.Array(Type.String(), { description: 'the limits of this verdict, in sentences' }),
});
export type WhatIfVerdict = Static<typeof WhatIfVerdict>;

/** A policy document that a change can set, with the edit that does it. */
export const EditablePolicy = Type.Object({
  name: Type.String(),
  place: Type.String({ description: 'kind of the policy, and how many others a managed policy is attached to' }),
  document: Type.String({ description: 'JSON text' }),
  edit: Type.Object({
    kind: StringEnum(['SET_INLINE_POLICY', 'SET_MANAGED_POLICY', 'SET_TRUST_POLICY', 'SET_RESOURCE_POLICY']),
    target: Type.String({ description: 'native id of the holder, the policy, the role or the resource' }),
    name: Type.String({ description: 'name of the inline policy; otherwise empty' }),
  }),
  may_delete: Type.Boolean(),
});
export type EditablePolicy = Static<typeof EditablePolicy>;

const Named = Type.Object({ id: Type.String({ description: 'native id' }), name: Type.String() });

/** The policies and memberships of an entity that a change can edit. */
export const ChangeOptions = Type.Object({
  uri: Type.String(),
  native_id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  reason: Type.String({ description: 'sentence that says why nothing can be edited; empty otherwise' }),
  policies: Type.Array(EditablePolicy),
  attached: Type.Array(Named, { description: 'managed policies that can be detached' }),
  attachable: Type.Array(Named, { description: 'managed policies that can be attached' }),
  groups: Type.Array(Named, { description: 'groups of the user' }),
  joinable: Type.Array(Named, { description: 'groups that the user can be added to' }),
  members: Type.Array(Named, { description: 'members of the group' }),
});
export type ChangeOptions = Static<typeof ChangeOptions>;

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** The edits of one source. */
const editsOfSource = {
  source_uid: Type.Optional(Type.String({ maxLength: 200, description: 'uid of the source; needed only if several sources have the edited entity' })),
  edits: Type.Array(ChangeEdit, { minItems: 1, maxItems: MOST_EDITS }),
};

/** Changes that are tried before anybody makes them. */
export const whatIfEndpoints = {
  'POST /v1/graph-querymgr/what-if': endpoint({
    summary: 'Try a change of policies or memberships, without changing anything',
    access: read,
    owner: 'graph-explorer',
    audit: { requestOnly: 'it changes nothing; the request names the edits that were tried' },
    readOnly: true,
    body: {
      ...editsOfSource,
      with: Type.Optional(
        Type.Array(Type.Object(editsOfSource, closed), {
          maxItems: MOST_EDITED_SOURCES - 1,
          description: 'edits of other sources that are made together with these: some access needs both',
        }),
      ),
    },
    answer: WhatIfVerdict,
  }),
  'GET /v1/graph-querymgr/what-if/options': endpoint({
    summary: 'List the policies and memberships of an entity that a change can edit',
    access: read,
    owner: 'graph-explorer',
    query: { uri: Type.String({ maxLength: 2000 }) },
    answer: ChangeOptions,
  }),
};
