import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { StringEnum } from '../vocabulary';
import { Channel, RemoteIdSchema, RolloutStage } from './remotes';

const idPath = { id: RemoteIdSchema };
const planPath = { ...idPath, plan_id: Type.String() };
const Reason = Type.String({ minLength: 3, maxLength: 500 });
const Time = Type.String({ format: 'date-time' });

/** Tenants that get releases before they are promoted, and all others. */
export const EnvironmentSchema = StringEnum(['staging', 'production']);
export type Environment = Static<typeof EnvironmentSchema>;

/** Rules of a team for the stable channel of its remote. A rollback needs neither. */
export const DeliveryRules = Type.Object(
  {
    approval: Type.Boolean({ description: 'another operator approves each new release' }),
    staging: Type.Boolean({ description: 'each new release runs in staging first' }),
  },
  { additionalProperties: false },
);
export type DeliveryRules = Static<typeof DeliveryRules>;

/** A move of a channel that waits for its time or for an approval, or that is over. */
export const PlannedMove = Type.Object({
  plan_id: Type.String(),
  id: RemoteIdSchema,
  channel: Channel,
  version: Type.String(),
  rollout: Type.Union([RolloutStage, Type.Null()], { description: 'null for all users' }),
  at: Type.String({ description: 'earliest time of the move; a freeze window delays it' }),
  reason: Type.String(),
  requested_by: Type.String(),
  requested_at: Type.String(),
  state: StringEnum(['approval', 'scheduled', 'done', 'failed', 'cancelled', 'declined']),
  decided_by: Type.Union([Type.String(), Type.Null()], { description: 'operator who approved, declined or cancelled it' }),
  note: Type.String({ description: 'reason of the decision or of the failure' }),
});
export type PlannedMove = Static<typeof PlannedMove>;

/** A time without new releases on the stable and canary channels. Rollbacks remain possible. */
export const Freeze = Type.Object({
  freeze_id: Type.String(),
  id: Type.Union([RemoteIdSchema, Type.Null()], { description: 'null for all remotes' }),
  starts_at: Type.String(),
  ends_at: Type.String(),
  reason: Type.String(),
  created_by: Type.String(),
});
export type Freeze = Static<typeof Freeze>;

/** Environments, planned moves, approvals and freeze windows. */
export const deliveryEndpoints = {
  'GET /v1/remotes/environments': endpoint({
    summary: 'List the tenants of the staging environment, which get releases before they are promoted',
    access: ['CAM_OPERATOR'],
    answer: Type.Object({ staging: Type.Array(Type.String({ description: 'tenant' })) }),
  }),
  'PUT /v1/remotes/environments/{tenant_id}': endpoint({
    summary: 'Put a tenant into the staging or the production environment',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: { tenant_id: Type.String() },
    body: { environment: EnvironmentSchema },
    answer: Type.Object({ tenant_id: Type.String(), environment: EnvironmentSchema }),
  }),
  'GET /v1/remotes/freezes': endpoint({
    summary: 'List present and future freeze windows, the next to start first',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    answer: Type.Object({ freezes: Type.Array(Freeze) }),
  }),
  'POST /v1/remotes/freezes': endpoint({
    summary: 'Add a freeze window for one remote or for all',
    access: ['CAM_OPERATOR'],
    audit: 'add',
    status: 201,
    body: { id: Type.Optional(RemoteIdSchema), starts_at: Type.Optional(Time), ends_at: Time, reason: Reason },
    answer: Freeze,
  }),
  'DELETE /v1/remotes/freezes/{freeze_id}': endpoint({
    summary: 'End or remove a freeze window',
    access: ['CAM_OPERATOR'],
    audit: 'remove',
    path: { freeze_id: Type.String() },
    status: 204,
    answer: NoAnswer,
  }),
  'GET /v1/remotes/{id}/delivery': endpoint({
    summary: 'Read the delivery rules of a remote and its planned moves: open ones first, then the last 20',
    access: ['CAM_OPERATOR', 'CAM_GENERAL_READ'],
    publisher: true,
    path: idPath,
    answer: Type.Object({ rules: DeliveryRules, plans: Type.Array(PlannedMove) }),
  }),
  'PUT /v1/remotes/{id}/delivery': endpoint({
    summary: 'Set the delivery rules of a remote',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: idPath,
    body: DeliveryRules.properties,
    answer: DeliveryRules,
  }),
  'POST /v1/remotes/{id}/channels/{channel}/plans': endpoint({
    summary: 'Plan a move of a channel for a time, or request its approval if the delivery rules require one',
    access: ['CAM_OPERATOR'],
    audit: 'add',
    publisher: true,
    status: 201,
    path: { ...idPath, channel: Channel },
    body: {
      version: Type.String(),
      rollout: Type.Optional(RolloutStage),
      at: Type.Optional(Time),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
    },
    answer: PlannedMove,
  }),
  'POST /v1/remotes/{id}/plans/{plan_id}/decision': endpoint({
    summary: 'Approve or decline a planned move. 403 for the one who requested it',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: planPath,
    body: { approve: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 500 })) },
    answer: PlannedMove,
  }),
  'DELETE /v1/remotes/{id}/plans/{plan_id}': endpoint({
    summary: 'Cancel a planned move',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: planPath,
    answer: PlannedMove,
  }),
};
