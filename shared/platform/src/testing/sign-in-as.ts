import { READ_RIGHTS, type FeatureFlag, type Tenant, type User } from '@cam/contracts';
import { flagsAtom, forgetSession, sessionAtom } from '../session/session';
import { store } from '../state/store';
import { signInFor } from './sign-in-values';

/** The user of a test. */
export interface FakeUser {
  /** Default: those of a user who may read everything. */
  rights?: readonly string[];
  flags?: readonly FeatureFlag[];
  user?: Partial<User>;
  tenant?: Partial<Tenant>;
}

/** Signs a user in, without a server. Ends the session of an earlier test. */
export function signInAs({ rights = READ_RIGHTS, flags = [], user, tenant }: FakeUser = {}): void {
  forgetSession();
  signInFor(3600);
  store.set(flagsAtom, new Set(flags));
  store.set(sessionAtom, { user: { ...USER, rights: [...rights], ...user }, tenant: { ...TENANT, ...tenant }, notifications: [] });
}

const USER: User = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@demo.example',
  user_name: 'ada@demo.example',
  role: '',
  rights: [],
  userSource: 'SOURCE_UNKNOWN',
  alert_info: { changes_in_config: false, health_and_dialog_issue_found: false, new_user_found: false },
};

const TENANT: Tenant = {
  tenant_id: 'demo',
  name: 'Demo',
  address: '',
  update_time: '2026-01-01T00:00:00Z',
  account_info: [],
  organization_info: [],
  sub_organization: [],
  correlated_sources: [],
  shadow_accounts: {},
  alertSettings: [],
  sister_product_url: null,
  analytics: null,
  trace_share: null,
};
