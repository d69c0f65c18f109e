import { forEachOf } from '../http/limiter';
import { unlessGone, type Pull, type ReadPart } from '../pull';
import { asFileName, type Page } from '../staging';
import type { GoogleApis } from './google-apis';

/** What a service account asks the directory as an administrator for (domain-wide delegation), and no more. */
export const DIRECTORY_SCOPES = [
  'https://www.googleapis.com/auth/admin.directory.user.readonly',
  'https://www.googleapis.com/auth/admin.directory.group.readonly',
].join(' ');

interface Group {
  id: string;
}

/** Groups whose members are asked for at once; the client bounds the requests themselves. */
const AT_ONCE = 6;
const PATH = '/admin/directory/v1';

/** The directory of Google Workspace or Cloud Identity, asked as one of its administrators. */
export class GoogleDirectory {
  /** @param domain empty: all domains of the administrator's company */
  constructor(
    private readonly apis: GoogleApis,
    private readonly adminEmail: string,
    private readonly domain: string,
  ) {}

  /** People, groups, and who is in which. */
  parts({ staging }: Pull): ReadPart[] {
    const part = { phase: 'PHASE_PULL_IDENTITIES' as const, grant: this.grant };
    return [
      { ...part, name: 'directory-users', read: () => staging.list('directory-users', (next) => this.#users('500', next)) },
      { ...part, name: 'directory-groups', read: () => staging.list('directory-groups', (next) => this.#groups(next)) },
      {
        ...part,
        name: 'directory-members',
        of: 'directory-groups',
        read: async () => {
          const groups = staging.entries<Group>('directory-groups', (next) => this.#groups(next));
          await forEachOf(groups, AT_ONCE, ({ id }) =>
            unlessGone(() => staging.list(`${asFileName(id)}/directory-members`, (next) => this.#members(id, next))),
          );
          await staging.complete('directory-members');
        },
      },
    ];
  }

  /** Throws a ProviderError where the administrator may not be acted for, or may not read users. */
  async test(): Promise<void> {
    await this.#users('1', null);
  }

  /** What to grant, sentences. */
  get grant(): string {
    return [
      `In the Admin console (Security, API controls, Domain-wide delegation) allow the client id of the service account the scopes ${DIRECTORY_SCOPES.replace(' ', ' and ')},`,
      `turn on the Admin SDK API in its project, and let ${this.adminEmail} be an administrator who may read users and groups.`,
    ].join(' ');
  }

  #users(maxResults: string, next: string | null): Promise<Page<unknown>> {
    return this.apis.page('admin', `${PATH}/users`, { ...this.#whose, maxResults, orderBy: 'email' }, 'users', next);
  }

  #groups(next: string | null): Promise<Page<Group>> {
    return this.apis.page('admin', `${PATH}/groups`, { ...this.#whose, maxResults: '200' }, 'groups', next);
  }

  #members(group: string, next: string | null): Promise<Page<unknown>> {
    return this.apis.page('admin', `${PATH}/groups/${encodeURIComponent(group)}/members`, { maxResults: '200' }, 'members', next);
  }

  get #whose(): Record<string, string> {
    return this.domain === '' ? { customer: 'my_customer' } : { domain: this.domain };
  }
}
