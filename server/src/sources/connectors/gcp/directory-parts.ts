import { forEachOf } from '../../../platform/async/limiter';
import { unlessGone, type Pull, type ReadPart } from '../pull';
import { asFileName, type Page } from '../staging';
import type { GoogleApis } from './google-apis';

/** The scopes that a service account uses as an administrator of the directory (domain-wide delegation). */
export const DIRECTORY_SCOPES = [
  'https://www.googleapis.com/auth/admin.directory.user.readonly',
  'https://www.googleapis.com/auth/admin.directory.group.readonly',
].join(' ');

interface Group {
  id: string;
}

/** Groups whose members are read in parallel. The client bounds the requests themselves. */
const AT_ONCE = 6;
const PATH = '/admin/directory/v1';

/** Reads the directory of Google Workspace or Cloud Identity as one of its administrators. @see https://developers.google.com/workspace/admin/directory/reference/rest */
export class GoogleDirectory {
  /** @param domain empty for all domains of the administrator's company */
  constructor(
    private readonly apis: GoogleApis,
    private readonly adminEmail: string,
    private readonly domain: string,
  ) {}

  /** Returns the parts that read users, groups and their members. */
  parts({ staging }: Pull): ReadPart[] {
    const part = { phase: 'PHASE_PULL_IDENTITIES' as const, grant: this.grant };
    return [
      { ...part, name: 'directory-users', read: () => staging.list('directory-users', (next) => this.#users('500', next)) },
      { ...part, name: 'directory-groups', read: () => staging.list('directory-groups', (next) => this.#groups(next)) },
      {
        ...part,
        name: 'directory-members',
        dependsOn: 'directory-groups',
        read: async () => {
          const groups = staging.entries<Group>('directory-groups', (next) => this.#groups(next));
          await forEachOf(groups, AT_ONCE, ({ id }) =>
            unlessGone(() => staging.list(`${asFileName(id)}/directory-members`, (next) => this.#members(id, next))),
          );
          await staging.markComplete('directory-members');
        },
      },
    ];
  }

  /** Tests the delegation. Throws a ProviderError if the service account may not act as the administrator, or the administrator may not read users. */
  async test(): Promise<void> {
    await this.#users('1', null);
  }

  /** The permissions to grant, as sentences. */
  get grant(): string {
    return [
      `In the Admin console (Security, API controls, Domain-wide delegation) grant the client ID of the service account the scopes ${DIRECTORY_SCOPES.replace(' ', ' and ')}.`,
      `Enable the Admin SDK API in its project. Make ${this.adminEmail} an administrator who may read users and groups.`,
    ].join(' ');
  }

  #users(maxResults: string, next: string | null): Promise<Page<unknown>> {
    return this.apis.page('admin', `${PATH}/users`, { ...this.#customerOrDomain, maxResults, orderBy: 'email' }, 'users', next);
  }

  #groups(next: string | null): Promise<Page<Group>> {
    return this.apis.page('admin', `${PATH}/groups`, { ...this.#customerOrDomain, maxResults: '200' }, 'groups', next);
  }

  #members(group: string, next: string | null): Promise<Page<unknown>> {
    return this.apis.page('admin', `${PATH}/groups/${encodeURIComponent(group)}/members`, { maxResults: '200' }, 'members', next);
  }

  get #customerOrDomain(): Record<string, string> {
    return this.domain === '' ? { customer: 'my_customer' } : { domain: this.domain };
  }
}
