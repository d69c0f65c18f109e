import type { Connector, HierarchyNode, Tested } from '../connector';
import { forEachOf } from '../http/limiter';
import { ProviderError } from '../http/provider-error';
import { unlessGone, type Pull, type ReadPart } from '../pull';
import { asFileName, type Page } from '../staging';
import type { OktaClient } from './okta-client';

interface WithId {
  id: string;
}

/** Groups, applications or roles at once; the client bounds the requests themselves. */
const AT_ONCE = 6;

/** Scopes and roles of Okta that let a token read everything below. */
const READ_ONLY = 'Give the owner of the token the Read-only Administrator role.';

/** Users whose factors are asked for in one go, to be kept as one file, and those of whom they are asked for at all: each is a request of its own. */
const FACTORS_OF = { atOnce: 50, most: 5000 };

/** Pulls an Okta org: its people, groups, applications, administrators, second factors, sign-on policies and System Log. */
export class OktaConnector implements Connector {
  /** @param domain of the org: the account that its bundle is of */
  constructor(
    private readonly client: OktaClient,
    private readonly domain: string,
  ) {}

  async test(): Promise<Tested> {
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
      { phase: 'PHASE_PULL_USAGE', name: 'logs', grant: `${READ_ONLY} The System Log needs it for all of the org.`, read: () => this.#logs(pull) },
    ];
    await pull.parts(parts);
  }

  readonly #groups = (next: string | null): Promise<Page<WithId>> => this.client.page('groups', { limit: '1000' }, next);
  readonly #apps = (next: string | null): Promise<Page<WithId>> => this.client.page('apps', { limit: '200' }, next);

  readonly #active = (next: string | null): Promise<Page<WithId>> => this.client.page('users', { limit: '200' }, next);
  readonly #assignees = (next: string | null): Promise<Page<WithId>> => this.client.page('iam/assignees/users', { limit: '100' }, next, 'value');

  /** The list of users leaves out those that are deprovisioned; they are asked for by their state. */
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
    await staging.complete('group-members');
  }

  async #assignments({ staging }: Pull): Promise<void> {
    await forEachOf(staging.entries('apps', this.#apps), AT_ONCE, ({ id }) =>
      unlessGone(async () => {
        const [file, path] = [`app-assignments/${asFileName(id)}`, `apps/${encodeURIComponent(id)}`];
        await staging.list(`${file}/assigned-groups`, (next) => this.client.page(`${path}/groups`, { limit: '200' }, next));
        await staging.list(`${file}/assigned-users`, (next) => this.client.page(`${path}/users`, { limit: '500' }, next));
      }),
    );
    await staging.complete('app-assignments');
  }

  /** Users that hold a role are listed, in a file that is none of the bundle; groups have to be asked one by one. */
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
          .answer(`roles/${asFileName(id)}/permissions`, () => this.client.one(`iam/roles/${encodeURIComponent(id)}/permissions`))
          .then(() => undefined),
      ),
    );
  }

  /** How people sign in: to the org, and to applications where the org runs on the Identity Engine; another one knows no such policies, and refuses. */
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
    await staging.complete('policy-rules');
  }

  /** Okta has no list of factors: each user is asked for, of a large org administrators first, as far as it goes. */
  async #factors(pull: Pull): Promise<void> {
    const { staging } = pull;
    const ids = new Set<string>();
    if (pull.outcome.read.includes('roles')) for await (const { id } of staging.entries('.assignees', this.#assignees)) ids.add(id);
    for await (const { id } of staging.entries('users', this.#active)) ids.add(id);
    const asked = [...ids].slice(0, FACTORS_OF.most);
    await staging.list('factors', async (next) => {
      const from = Number(next ?? 0);
      const items: { userId: string; factors: unknown[] }[] = [];
      await forEachOf(asked.slice(from, from + FACTORS_OF.atOnce).entries(), AT_ONCE, ([at, userId]) =>
        unlessGone(async () => {
          items[at] = { userId, factors: (await this.client.page(`users/${encodeURIComponent(userId)}/factors`, {}, null)).items };
        }),
      );
      const following = from + FACTORS_OF.atOnce;
      return { items: items.filter(Boolean), next: following < asked.length ? String(following) : null };
    });
    if (ids.size > asked.length)
      pull.warn(
        'factors',
        `Factors were asked of ${asked.length} of ${ids.size} users, administrators first. Of the others it is not known whether they have a second factor.`,
      );
  }

  async #logs({ staging, options: { since, until } }: Pull): Promise<void> {
    const query = { since: since.toISOString(), until: until.toISOString(), limit: '1000', sortOrder: 'ASCENDING' };
    await staging.list('logs', (next) => this.client.page('logs', query, next));
  }
}
