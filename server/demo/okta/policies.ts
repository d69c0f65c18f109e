import { listFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { link, oktaTime } from './org';

interface SignOn {
  key: string;
  type: 'OKTA_SIGN_ON' | 'ACCESS_POLICY';
  name: string;
  /** Action of its only rule. */
  action: object;
}

const session = (maxSessionIdleMinutes: number): object => ({
  signon: {
    access: 'ALLOW',
    requireFactor: false,
    primaryFactor: 'PASSWORD_IDP_ANY_FACTOR',
    rememberDeviceByDefault: false,
    session: { usePersistentCookie: false, maxSessionIdleMinutes, maxSessionLifetimeMinutes: 720 },
  },
});
const application = (factorMode: '1FA' | '2FA'): object => ({
  appSignOn: { access: 'ALLOW', verificationMethod: { type: 'ASSURANCE', factorMode, reauthenticateIn: 'PT12H', constraints: [] } },
});

const POLICIES: readonly SignOn[] = [
  { key: 'administrators', type: 'OKTA_SIGN_ON', name: 'Administrators', action: session(15) },
  // Okta's default, unchanged.
  { key: 'default', type: 'OKTA_SIGN_ON', name: 'Default Policy', action: session(120) },
  { key: 'two-factors', type: 'ACCESS_POLICY', name: 'Any two factors', action: application('2FA') },
  { key: 'wiki', type: 'ACCESS_POLICY', name: 'Wiki, with a password', action: application('1FA') },
];

/** Yields the sign-on policies of the org and its applications, like `GET /api/v1/policies` and the rules of each. */
export function* policyFiles(plan: Plan): Generator<DemoFile> {
  const made = oktaTime(plan.calendar.at(1000, 30_000));
  const listed = POLICIES.map((policy, index) => {
    const id = `${policy.type === 'OKTA_SIGN_ON' ? '00p' : 'rst'}${plan.seed.at('okta-policy', policy.key).alphanumeric(17)}`;
    const rule = {
      id: `0pr${plan.seed.at('okta-policy-rule', policy.key).alphanumeric(17)}`,
      type: policy.type === 'OKTA_SIGN_ON' ? 'SIGN_ON' : 'ACCESS_POLICY',
      name: 'Everybody else',
      status: 'ACTIVE',
      priority: 1,
      system: false,
      created: made,
      lastUpdated: made,
      actions: policy.action,
      _links: { self: link(`policies/${id}/rules/rule`) },
    };
    const { type, name } = policy;
    const times = { created: made, lastUpdated: made };
    const self = { _links: { self: link(`policies/${id}`) } };
    return { entry: { id, type, name, description: name, status: 'ACTIVE', priority: index + 1, system: false, ...times, ...self }, rule };
  });
  yield listFile(
    'policies.json',
    listed.map(({ entry }) => entry),
  );
  for (const { entry, rule } of listed) yield listFile(`policy-rules/${entry.id}.json`, [rule]);
}
