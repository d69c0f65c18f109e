import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NO_ACCOUNTS } from '../endpoint';

/** The value of a feature flag. */
export const FlagValue = Type.Object({
  featureflag: Type.String(),
  value: Type.Boolean(),
  error: Type.String(),
  owner: Type.Optional(Type.String({ description: 'name of the area that declares the flag; absent for flags of CAM' })),
  effect: Type.Optional(Type.String({ description: "the area's description of the flag" })),
});
export type FlagValue = Static<typeof FlagValue>;

const flagPath = { featureflag: Type.String() };

/** Feature flags of the tenant. */
export const flagEndpoints = {
  'GET /v1/tenants/featureflag/{featureflag}': endpoint({ summary: 'Read a feature flag', access: 'session', path: flagPath, answer: FlagValue }),
  'GET /v1/tenants/featureflags': endpoint({
    summary: 'List the feature flags of the tenant',
    access: 'session',
    accounts: NO_ACCOUNTS,
    apiTokens: true,
    answer: Type.Object({ featureflags: Type.Array(FlagValue) }),
  }),
  'PATCH /v1/tenants/featureflag/{featureflag}': endpoint({
    summary: 'Set a feature flag of the tenant. Open consoles follow within 2 s',
    access: ['CAM_GENERAL_WRITE', 'CAM_OPERATOR'],
    audit: 'change',
    path: flagPath,
    body: { value: Type.Boolean() },
    answer: FlagValue,
  }),
};
