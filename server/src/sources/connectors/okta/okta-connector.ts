import type { Connector, HierarchyNode, ConnectionTest } from '../connector';
import { forEachOf } from '../../../platform/async/limiter';
import { ProviderError } from '../http/provider-error';
import { unlessGone, type Pull, type ReadPart } from '../pull';
import { asFileName, type Page } from '../staging';
import type { OktaClient } from './okta-client';

interface WithId {
  id: string;
}

/** Groups, applications or roles to read in parallel. The client bounds the requests themselves. */
const AT_ONCE = 6;

/** The permission that reads every part. */
const READ_ONLY = 'Give the owner of the token the Read-only Administrator role.';

/** Users per file of factors, and most users whose factors are read. Each user takes a request. */
const FACTORS_OF = { atOnce: 50, most: 5000 };

/** Pulls an Okta org: its users, groups, applications, administrators, factors, sign-on policies and System Log. */
export class OktaConnector implements Connector {
  /** @param domain of the org, which is the account of its bundle */
  constructor(
    private readonly client: OktaClient,
    private readonly domain: string,
  ) {}

  async test(): Promise<ConnectionTest> {
    const org = await this.client.one<{ id?: string; companyName?: string | null }>('org');
    await this.client.page('users', { limit: '1' }, null);
    return { kind: 'ACCOUNT', id: this.domain, name: org.companyName || this.domain, warnings: [] };
  }

  async hierarchy(): Promise<HierarchyNode> {
    return { type: 'ACCOUNT', id: this.domain, name: this.domain, children: [] };
  }

  async pull(_accountId: string, pull: Pull): Promise<void> {
    const identities = { phase: 'PHASE_PULL_IDENTITIES' as const };
    const resources = { phase: 'PHASE_PULL_RESOURCES' as const };
    const parts: ReadPart[] = [
      { ...identities, name: 'users', essential: true, grant: READ_ONLY, read: () => this.#users(pull) },
      { ...identities, name: 'groups', essential: true, grant: READ_ONLY, read: () => pull.staging.list('groups', this.#groups) },
      { ...identities, name: 'group-members', grant: READ_ONLY, read: () => this.#members(pull) },
      {
        ...identities,
        name: 'roles',
        grant: `${READ_ONLY} Custom roles need a Super Administrator's consent to view roles.`,
        read: () => this.#roles(pull),
      },
      { ...identities, name: 'factors', grant: READ_ONLY, read: () => this.#factors(pull) },
      { ...identities, name: 'policies', grant: READ_ONLY, read: () => this.#policies(pull) },
      { ...resources, name: 'apps', grant: READ_ONLY, read: () => pull.staging.list('apps', this.#apps) },
      { ...resources, name: 'app-assignments', grant: READ_ONLY, read: () => this.#assignments(pull) },
      {
        phase: 'PHASE_PULL_USAGE',
        name: 'logs',
        grant: `${READ_ONLY} The System Log needs the role for the whole org.`,
        read: () => this.#logs(pull),
      },
    ];
    await pull.parts(parts);
  }

  readonly #groups = (next: string | null): Promise<Page<WithId>> => this.client.page('groups', { limit: '1000' }, next);
  readonly #apps = (next: string | null): Promise<Page<WithId>> => this.client.page('apps', { limit: '200' }, next);

  readonly #active = (next: string | null): Promise<Page<WithId>> => this.client.page('users', { limit: '200' }, next);
  readonly #assignees = (next: string | null): Promise<Page<WithId>> => this.client.page('iam/assignees/users', { limit: '100' }, next, 'value');

  /** Reads deprovisioned users separately, because the list of users omits them. */
  async #users({ staging }: Pull): Promise<void> {
    await staging.list('users', this.#active);
    await staging.list('users/deprovisioned', (next) => this.client.page('users', { limit: '200', filter: 'status eq "DEPROVISIONED"' }, next));
  }

  async #members({ staging }: Pull): Promise<void> {
    await forEachOf(staging.entries('groups', this.#groups), AT_ONCE, ({ id }) =>
      unlessGone(() =>
        staging.list(`group-members/${asFileName(id)}`, (next) =>
          this.client.page(`groups/${encodeURIComponent(id)}/users`, { limit: '1000' }, next),
        ),
      ),
    );
    await staging.markComplete('group-members');
  }

  async #assignments({ staging }: Pull): Promise<void> {
    await forEachOf(staging.entries('apps', this.#apps), AT_ONCE, ({ id }) =>
      unlessGone(async () => {
        const [file, path] = [`app-assignments/${asFileName(id)}`, `apps/${encodeURIComponent(id)}`];
        await staging.list(`${file}/assigned-groups`, (next) => this.client.page(`${path}/groups`, { limit: '200' }, next));
        await staging.list(`${file}/assigned-users`, (next) => this.client.page(`${path}/users`, { limit: '500' }, next));
      }),
    );
    await staging.markComplete('app-assignments');
  }

  /** Reads the roles of users and groups. Okta lists users with a role (staged outside the bundle); groups are read one by one. */
  async #roles({ staging }: Pull): Promise<void> {
    const holders = async ({ id }: WithId, of: 'users' | 'groups'): Promise<void> =>
      unlessGone(() =>
        staging.list(`roles/${asFileName(id)}`, (next) =>
          this.client.page(`${of}/${encodeURIComponent(id)}/roles`, { expand: 'targets/groups' }, next),
        ),
      );
    await forEachOf(staging.entries('.assignees', this.#assignees), AT_ONCE, (user) => holders(user, 'users'));
    await forEachOf(staging.entries('groups', this.#groups), AT_ONCE, (group) => holders(group, 'groups'));
    const custom = (next: string | null): Promise<Page<WithId>> => this.client.page('iam/roles', {}, next, 'roles');
    await forEachOf(staging.entries('roles', custom), AT_ONCE, ({ id }) =>
      unlessGone(() =>
        staging
          .response(`roles/${asFileName(id)}/permissions`, () => this.client.one(`iam/roles/${encodeURIComponent(id)}/permissions`))
          .then(() => undefined),
      ),
    );
  }

  /** Reads sign-on policies of the org and of applications. An org without the Identity Engine refuses the policies of applications. */
  async #policies({ staging }: Pull): Promise<void> {
    for (const type of ['OKTA_SIGN_ON', 'ACCESS_POLICY']) {
      const read = (next: string | null): Promise<Page<WithId>> => this.client.page('policies', { type }, next);
      try {
        await forEachOf(staging.entries(`policies/${type}`, read), AT_ONCE, ({ id }) =>
          unlessGone(() =>
            staging.list(`policy-rules/${asFileName(id)}`, (next) => this.client.page(`policies/${encodeURIComponent(id)}/rules`, {}, next)),
          ),
        );
      } catch (error) {
        if (type === 'OKTA_SIGN_ON' || !(error instanceof ProviderError) || error.fault !== 'refused') throw error;
      }
    }
    await staging.markComplete('policy-rules');
  }

  /** Reads the factors of each user, because Okta has no list of them. In a large org, administrators come first, up to the limit. */
  async #factors(pull: Pull): Promise<void> {
    const { staging } = pull;
    const ids = new Set<string>();
    if (pull.outcome.read.includes('roles')) for await (const { id } of staging.entries('.assignees', this.#assignees)) ids.add(id);
    for await (const { id } of staging.entries('users', this.#active)) ids.add(id);
    const selectedIds = [...ids].slice(0, FACTORS_OF.most);
    await staging.list('factors', async (next) => {
      const from = Number(next ?? 0);
      const items: { userId: string; factors: unknown[] }[] = [];
      await forEachOf(selectedIds.slice(from, from + FACTORS_OF.atOnce).entries(), AT_ONCE, ([at, userId]) =>
        unlessGone(async () => {
          items[at] = { userId, factors: (await this.client.page(`users/${encodeURIComponent(userId)}/factors`, {}, null)).items };
        }),
      );
      const following = from + FACTORS_OF.atOnce;
      return { items: items.filter(Boolean), next: following < selectedIds.length ? String(following) : null };
    });
    if (ids.size > selectedIds.length)
      pull.warn(
        'factors',
        `Factors of ${selectedIds.length} out of ${ids.size} users were read, administrators first. Whether the others have a second factor is unknown.`,
      );
  }

  async #logs({ staging, options: { since, until } }: Pull): Promise<void> {
    const query = { since: since.toISOString(), until: until.toISOString(), limit: '1000', sortOrder: 'ASCENDING' };
    await staging.list('logs', (next) => this.client.page('logs', query, next));
  }
}
