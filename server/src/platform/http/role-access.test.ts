import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { BUILT_IN_ROLES, endpoints, RIGHTS, type Endpoint, type EndpointKey, type Right } from '@cam/contracts/server';
import { createApp } from './app';
import { accountLimitOf } from './limited-token';
import { createMount } from './mount';
import type { Grant, Principal } from './principal';

const [OWN, OTHER, FAR] = ['111122223333', '444455556666', '777788889999'] as const;

const FAKE_ID = '00000000-0000-4000-8000-000000000000';

/** A caller: rights of the token itself, and grants of roles. */
interface Caller {
  rights?: readonly Right[];
  grants?: readonly Grant[];
}

const everywhere = (...rights: Right[]): Grant[] => rights.map((right) => ({ right, accounts: null }));
const within = (accounts: readonly string[], ...rights: Right[]): Grant[] => rights.map((right) => ({ right, accounts }));
const rightsOf = (id: string): readonly Right[] => BUILT_IN_ROLES.find(({ role_id }) => role_id === id)?.rights ?? [];

const CALLERS = {
  'no role': {},
  'Administrator by token': { rights: rightsOf('administrator') },
  'Viewer by token': { rights: rightsOf('viewer') },
  'Administrator by role': { grants: everywhere(...rightsOf('administrator')) },
  'Viewer by role': { grants: everywhere(...rightsOf('viewer')) },
  'Administrator in one account': { grants: within([OWN], ...rightsOf('administrator')) },
  'Viewer in two accounts': { grants: within([OWN, OTHER], ...rightsOf('viewer')) },
  'searches in one account': { grants: within([OWN], 'CAM_GENERAL_READ') },
  'searches everywhere, alerts in one account': {
    grants: [...everywhere('CAM_GENERAL_READ'), ...within([OWN], 'CAM_ALERTS_READ', 'CAM_ALERTS_WRITE')],
  },
  'searches by token, alerts in one account': { rights: ['CAM_GENERAL_READ'], grants: within([OTHER], 'CAM_ALERTS_WRITE') },
  'searches here, alerts there': { grants: [...within([OWN], 'CAM_GENERAL_READ'), ...within([OTHER], 'CAM_ALERTS_READ')] },
  'reads here, changes there': { grants: [...within([OWN], 'CAM_ALERTS_READ'), ...within([OTHER], 'CAM_ALERTS_WRITE')] },
  'a right of an area': { grants: everywhere('payments.read' as Right) },
} satisfies Record<string, Caller>;
type CallerName = keyof typeof CALLERS;

/** `yes`: in all accounts. `within`: in the accounts of the role. `whole`: refused, because the call concerns the whole tenant. `no`: the right is missing. */
type Outcome = 'yes' | 'within' | 'whole' | 'no';

/** Calls whose outcomes the contract alone does not show. */
const HELD: readonly [EndpointKey, Partial<Record<CallerName, Outcome>>][] = [
  [
    'POST /v1/graph-querymgr/autocomplete-user',
    { 'no role': 'no', 'Viewer by role': 'yes', 'searches in one account': 'within', 'a right of an area': 'no' },
  ],
  ['GET /v1/graph-querymgr/explain', { 'searches in one account': 'within', 'searches everywhere, alerts in one account': 'yes' }],
  ['POST /v1/graph-querymgr/what-if', { 'searches in one account': 'whole', 'Viewer by token': 'yes', 'Viewer in two accounts': 'whole' }],
  [
    'GET /v1/alerts/groups',
    { 'searches in one account': 'no', 'searches everywhere, alerts in one account': 'within', 'searches here, alerts there': 'within' },
  ],
  [
    'GET /v1/intents/alertscount',
    { 'reads here, changes there': 'within', 'searches here, alerts there': 'within', 'searches in one account': 'no' },
  ],
  [
    'PATCH /v1/alerts/dismissal',
    { 'searches by token, alerts in one account': 'within', 'Viewer in two accounts': 'no', 'Administrator by token': 'yes' },
  ],
  ['PUT /v1/roles/{role_id}', { 'Administrator by role': 'yes', 'Administrator in one account': 'whole', 'Viewer by token': 'no' }],
  ['POST /v1/roles', { 'Administrator by token': 'yes', 'Administrator in one account': 'whole', 'Viewer by role': 'no' }],
  ['GET /v1/tenants/audit', { 'Administrator by role': 'yes', 'Administrator in one account': 'whole', 'Viewer by role': 'no' }],
  ['POST /beta/accounts', { 'Administrator in one account': 'whole', 'Administrator by role': 'yes' }],
  ['GET /v1/tenants', { 'no role': 'yes', 'searches in one account': 'within', 'searches here, alerts there': 'within', 'Viewer by role': 'yes' }],
  ['GET /v1/tenants/users', { 'no role': 'yes', 'searches in one account': 'within', 'Administrator in one account': 'within' }],
  ['GET /v1/remotes/in-use', { 'Administrator by token': 'no', 'Administrator by role': 'no' }],
];

let app: FastifyInstance;
let caller: Caller;
/** The caller as the handler got it. */
let served: Principal | null;

beforeAll(async () => {
  app = createApp(pino({ level: 'silent' }), { publicUrl: 'http://localhost' });
  const { mount } = createMount(app, {
    verifyToken: async () => ({
      ...{ tenantId: 'one', email: 'a@one.example', userSource: 'COGNITO', expiresAt: Infinity },
      rights: caller.rights ?? [],
      grants: caller.grants,
    }),
    verifyApiToken: () => Promise.reject(new Error('an API token was not expected')),
    isOperatorKey: () => false,
    verifyPublisher: async () => null,
    record: async () => undefined,
    accountsWithin: async () => [],
    isRemoteOff: async () => false,
  });
  for (const key of Object.keys(endpoints)) {
    mount(key as EndpointKey, async ({ principal }) => {
      served = principal;
      throw new Error('served');
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const contract = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { access }]) => access !== 'public' && access !== 'operator-key');

/** Makes a call with the least valid input. @param account the account filter */
async function call(key: string, account?: string): Promise<{ status: number; code: string; principal: Principal | null }> {
  const { path, query, body, consumes } = (endpoints as Record<string, Endpoint>)[key]!;
  const [method = '', template = ''] = key.split(' ');
  const values = leastOf(path as Shape) as Record<string, unknown>;
  const url = new URL(
    template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name]))),
    app.listeningOrigin,
  );
  const inBody = method !== 'GET' && !consumes;
  const filter = account === undefined ? {} : { account_id: account };
  for (const [name, value] of Object.entries({ ...(leastOf(query as Shape) as object), ...(inBody ? {} : filter) }))
    url.searchParams.append(name, String(value));
  served = null;
  const response = await fetch(url, {
    method,
    headers: { authorization: 'Bearer token', ...(inBody ? { 'content-type': 'application/json' } : {}) },
    ...(inBody ? { body: JSON.stringify({ ...(leastOf(body as Shape) as object), ...filter }) } : {}),
  });
  const text = await response.text();
  const { code = '' } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {};
  return { status: response.status, code, principal: served };
}

/** The keywords of a schema that a value needs. */
interface Shape {
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  type?: string;
  format?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  items?: Shape;
  required?: readonly string[];
  properties?: Readonly<Record<string, Shape>>;
}

const FORMATS: Readonly<Record<string, string>> = { date: '2026-01-01', 'date-time': '2026-01-01T00:00:00Z', email: 'a@one.example', uuid: FAKE_ID };

/** Returns the least value of a schema: objects have their required properties only. */
function leastOf(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return leastOf(shape.anyOf[0]);
  if (shape.type === 'object') return Object.fromEntries((shape.required ?? []).map((name) => [name, leastOf(shape.properties?.[name] ?? {})]));
  if (shape.type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => leastOf(shape.items ?? {}));
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1;
  if (shape.type === 'boolean') return false;
  if (shape.type === 'null') return null;
  return FORMATS[shape.format ?? ''] ?? 'x'.repeat(Math.max(1, shape.minLength ?? 1));
}

/** Returns the accounts of a right; null: all. Undefined: the caller lacks it. */
function accountsOf({ rights = [], grants = [] }: Caller, right: Right): readonly string[] | null | undefined {
  if (rights.includes(right)) return null;
  const given = grants.filter((grant) => grant.right === right);
  if (given.length === 0) return undefined;
  return given.some(({ accounts }) => accounts === null) ? null : given.flatMap(({ accounts }) => accounts ?? []);
}

/** Returns what the contract says about a caller and a call: an outcome, and the accounts. */
function expectedOf(who: Caller, { access, accounts: rule }: Endpoint): { outcome: Outcome; accounts: string[] | null } {
  const candidates = Array.isArray(access) ? access : [...RIGHTS, 'payments.read' as Right];
  const scopes = candidates.map((right: Right) => accountsOf(who, right)).filter((scope) => scope !== undefined);
  if (Array.isArray(access) && scopes.length === 0) return { outcome: 'no', accounts: null };
  if (scopes.length === 0 || scopes.includes(null)) return { outcome: 'yes', accounts: null };
  const isRefused = rule ? rule.by === 'REFUSED' : Array.isArray(access);
  if (isRefused) return { outcome: 'whole', accounts: null };
  return { outcome: 'within', accounts: [...new Set(scopes.flatMap((scope) => scope ?? []))].sort() };
}

const CODE: Partial<Record<Outcome, string>> = { no: 'RIGHT_MISSING', whole: 'TOKEN_ACCOUNTS_REFUSED' };

it.each(Object.entries(CALLERS))(
  '%s makes exactly the calls of the role, in its accounts',
  async (_name, who: Caller) => {
    caller = who;
    for (const [key, endpoint] of contract) {
      const { outcome, accounts } = expectedOf(who, endpoint);
      const { status, code, principal } = await call(key);
      if (CODE[outcome]) {
        expect([key, status, code, principal]).toEqual([key, 403, CODE[outcome], null]);
        continue;
      }
      expect([key, status === 401 || status === 403]).toEqual([key, false]);
      // Without an own value for each call, some inputs are refused before the handler.
      if (!principal) continue;
      expect([key, [...(accountLimitOf(principal) ?? [])].sort()]).toEqual([key, accounts ?? []]);
      // No right counts in an account where no role gives it.
      for (const right of principal.rights) {
        const scope = accountsOf(who, right);
        const covered = scope === null || (accounts !== null && endpoint.access !== 'session' && accounts.every((id) => scope?.includes(id)));
        expect([key, right, covered]).toEqual([key, right, true]);
      }
    }
  },
  120_000,
);

it.each(Object.entries(CALLERS))(
  '%s reads no account beyond the role by a filter',
  async (_name, who: Caller) => {
    caller = who;
    for (const [key, endpoint] of contract) {
      const { outcome, accounts } = expectedOf(who, endpoint);
      const rule = endpoint.accounts?.by;
      if (outcome !== 'within' || accounts === null || (rule !== 'FILTER' && rule !== 'ROWS')) continue;
      const inside = await call(key, accounts[0]);
      if (!inside.principal) continue;
      for (const account of [FAR, ...[OWN, OTHER].filter((id) => !accounts.includes(id))]) {
        const outside = await call(key, account);
        expect([key, account, outside.status, outside.code, outside.principal]).toEqual([key, account, 403, 'TOKEN_ACCOUNTS', null]);
      }
    }
  },
  120_000,
);

it('the handlers of most calls were reached, so that the tests above see what these get', async () => {
  caller = CALLERS['Administrator by token'];
  let reached = 0;
  for (const [key] of contract) if ((await call(key)).principal) reached += 1;
  expect(reached).toBeGreaterThan(contract.length / 2);
}, 60_000);

it.each(HELD.flatMap(([key, outcomes]) => Object.entries(outcomes).map(([name, outcome]) => [key, name as CallerName, outcome] as const)))(
  '%s for "%s": %s',
  async (key, name, outcome) => {
    caller = CALLERS[name];
    expect(expectedOf(caller, (endpoints as Record<string, Endpoint>)[key]!).outcome).toBe(outcome);
    const { status, code } = await call(key);
    expect([status === 403, code === CODE[outcome]]).toEqual(CODE[outcome] ? [true, true] : [false, false]);
  },
);
