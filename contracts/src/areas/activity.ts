import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { Words } from '../vocabulary';

/** A way of telling by logs that something is suspicious, as it is set for the tenant. */
export const ActivityMethod = Type.Object({
  method_id: Type.String(),
  kind: Words(['EVENT', 'USAGE', 'LOCATION', 'AI']),
  title: Type.String(),
  technique: Type.String({ description: 'of MITRE ATT&CK; empty: none fits' }),
  source: Type.String({ description: 'where the method comes from' }),
  enabled: Type.Boolean({ description: 'what it finds raises alerts' }),
  open_count: Type.Integer({ description: 'its alerts that are open' }),
});
export type ActivityMethod = Static<typeof ActivityMethod>;

const answer = Type.Object({ methods: Type.Array(ActivityMethod) });

export const activityEndpoints = {
  'GET /v1/intents/methods': endpoint({
    summary: 'By which methods logs are looked at for what is suspicious',
    access: ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'],
    owner: 'alerts',
    answer,
  }),
  'PATCH /v1/intents/methods': endpoint({
    summary: 'Switch methods that look at logs on or off, all that are named or none; 404 where there is no such method',
    access: ['CAM_GUARDRAIL_WRITE'],
    audit: 'change',
    owner: 'alerts',
    body: { method_ids: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }), enabled: Type.Boolean() },
    answer,
  }),
};
