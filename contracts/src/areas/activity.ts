import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { StringEnum } from '../vocabulary';

/** A method that detects suspicious activity in logs, with its setting for the tenant. */
export const ActivityMethod = Type.Object({
  method_id: Type.String(),
  kind: StringEnum(['EVENT', 'USAGE', 'LOCATION', 'AI']),
  title: Type.String(),
  technique: Type.String({ description: 'MITRE ATT&CK technique; empty when none applies' }),
  source: Type.String({ description: 'source of the method' }),
  enabled: Type.Boolean({ description: 'findings raise alerts' }),
  open_count: Type.Integer({ description: 'number of its open alerts' }),
});
export type ActivityMethod = Static<typeof ActivityMethod>;

const answer = Type.Object({ methods: Type.Array(ActivityMethod) });

/** Detection methods for suspicious activity. */
export const activityEndpoints = {
  'GET /v1/intents/methods': endpoint({
    summary: 'List the methods that detect suspicious activity in logs',
    access: ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'],
    owner: 'alerts',
    answer,
  }),
  'PATCH /v1/intents/methods': endpoint({
    summary: 'Enable or disable detection methods, all named ones or none; 404 for an unknown method',
    access: ['CAM_GUARDRAIL_WRITE'],
    audit: 'change',
    owner: 'alerts',
    body: { method_ids: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }), enabled: Type.Boolean() },
    answer,
  }),
};
