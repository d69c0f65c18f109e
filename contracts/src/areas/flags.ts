import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';

export const FlagValue = Type.Object({ featureflag: Type.String(), value: Type.Boolean(), error: Type.String() });
export type FlagValue = Static<typeof FlagValue>;

const flagPath = { featureflag: Type.String() };

export const flagEndpoints = {
  'GET /v1/tenants/featureflag/{featureflag}': endpoint({ summary: 'One feature flag', access: 'session', path: flagPath, answer: FlagValue }),
  'GET /v1/tenants/featureflags': endpoint({
    summary: 'All feature flags of the tenant',
    access: 'session',
    answer: Type.Object({ featureflags: Type.Array(FlagValue) }),
  }),
  'PATCH /v1/tenants/featureflag/{featureflag}': endpoint({
    summary: 'Set a feature flag of the tenant; open consoles follow within 2 s',
    access: ['CAM_GENERAL_WRITE', 'CAM_OPERATOR'],
    audit: 'change',
    path: flagPath,
    body: { value: Type.Boolean() },
    answer: FlagValue,
  }),
};
