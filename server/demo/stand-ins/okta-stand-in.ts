import type { DemoBundle } from '../files';
import { pageOf, Seed, sizeFor, type PageSize } from './seed';
import { StandIn, type StandInReply, type StandInRequest } from './stand-in';

interface Options {
  /** The accepted token. */
  token: string;
  pageSize?: PageSize;
  /** True for an org without the Identity Engine, which has no policies of applications. */
  isClassic?: boolean;
}

/** Largest page of each list. @see https://developer.okta.com/docs/api/ */
const LIMITS: Record<string, number> = { users: 200, groups: 10_000, apps: 200, logs: 1000, members: 1000, assignees: 200 };

/** Stands in for the Management API with the bundle of an org. Other requests than those of a pull get 404. */
export function startOktaStandIn(bundle: Pick<DemoBundle, 'files'>, { token, pageSize = 10_000, isClassic = false }: Options): Promise<StandIn> {
  const seed = new Seed(bundle);
  return StandIn.start((request) => {
    if (request.headers.authorization !== `SSWS ${token}`) return failure(401, 'E0000011', 'Invalid token provided');
    return new Answer(seed, request, pageSize, isClassic).reply() ?? failure(404, 'E0000007', 'Not found: Resource not found');
  });
}

class Answer {
  constructor(
    private readonly seed: Seed,
    private readonly request: StandInRequest,
    private readonly pageSize: PageSize,
    private readonly isClassic: boolean,
  ) {}

  reply(): StandInReply | null {
    const [, path = ''] = /^\/api\/v1\/(.+)$/.exec(this.request.path) ?? [];
    const [first, id = '', last] = path.split('/');
    if (path === 'org') return { body: { id: '00ostandin', companyName: this.#companyName(), status: 'ACTIVE' } };
    if (path === 'users') return this.#list(this.#users(), LIMITS.users);
    if (path === 'groups') return this.#list(this.seed.list('groups.json'), LIMITS.groups);
    if (path === 'apps') return this.#list(this.seed.list('apps.json'), LIMITS.apps);
    if (path === 'logs') return this.#logs();
    if (path === 'policies') return this.#policies();
    if (first === 'policies' && last === 'rules') return this.#list(this.seed.list(`policy-rules/${id}.json`), LIMITS.apps);
    if (path === 'iam/roles') return { body: { roles: [], _links: {} } };
    if (path === 'iam/assignees/users') return this.#assignees();
    if (first === 'groups' && last === 'users') return this.#list(this.seed.list(`group-members/${id}.json`), LIMITS.members);
    if (first === 'apps' && last === 'groups') return this.#list(this.seed.list(`app-assignments/${id}.json`), LIMITS.apps);
    if (first === 'apps' && last === 'users') return this.#list([], LIMITS.apps);
    if ((first === 'users' || first === 'groups') && last === 'roles') return { body: this.seed.list(`roles/${id}.json`) };
    if (first === 'users' && last === 'factors') return this.#factors(id);
    return null;
  }

  #companyName(): string {
    const [user] = this.seed.list('users.json');
    return String((user?.profile as { organization?: string } | undefined)?.organization ?? 'Stand-in');
  }

  /** Returns the policies of one type. Okta refuses a request without a type. */
  #policies(): StandInReply {
    const wanted = this.request.query.get('type');
    if (wanted === null || (this.isClassic && wanted === 'ACCESS_POLICY')) return failure(400, 'E0000001', 'Api validation failed: type');
    return this.#list(
      this.seed.list('policies.json').filter(({ type }) => type === wanted),
      LIMITS.apps,
    );
  }

  /** Deprovisioned users have no factors. */
  #factors(id: string): StandInReply | null {
    if (!this.seed.list('users.json').some((user) => user.id === id)) return null;
    return { body: this.seed.list('factors.json').find(({ userId }) => userId === id)?.factors ?? [] };
  }

  /** Returns the users. Omits deprovisioned users unless the filter asks for them, as Okta does. */
  #users(): Record<string, unknown>[] {
    const [, status] = /^status eq "(\w+)"$/.exec(this.request.query.get('filter') ?? '') ?? [];
    return this.seed.list('users.json').filter((user) => (status ? user.status === status : user.status !== 'DEPROVISIONED'));
  }

  #logs(): StandInReply {
    const [since, until] = [this.request.query.get('since') ?? '', this.request.query.get('until') ?? '9'];
    const events = this.seed.list('logs.json').filter(({ published }) => String(published) >= since && String(published) < until);
    const sorted = [...events].sort((a, b) => (String(a.published) < String(b.published) ? -1 : 1));
    return this.#list(this.request.query.get('sortOrder') === 'DESCENDING' ? sorted.reverse() : sorted, LIMITS.logs);
  }

  #assignees(): StandInReply {
    const holders = this.seed.paths.flatMap((path) => /^roles\/(00u\w+)\.json$/.exec(path)?.[1] ?? []);
    const { items, next } = this.#page(holders, LIMITS.assignees);
    const links = next === null ? {} : { next: { href: this.#address(next) } };
    return { body: { value: items.map((id) => ({ id, orn: `orn:okta:directory:00ostandin:users:${id}`, _links: {} })), _links: links } };
  }

  /** Responds with a page. The next-page link in the `Link` header has the org's address, not that of the stand-in. */
  #list(all: readonly unknown[], most: number | undefined): StandInReply {
    const { items, next } = this.#page(all, most);
    const self = `<https://id.stand-in.example${this.request.path}>; rel="self"`;
    return { headers: { link: next === null ? self : `${self}, <${this.#address(next)}>; rel="next"` }, body: items };
  }

  #page<T>(all: readonly T[], most = 200): { items: T[]; next: number | null } {
    const { query } = this.request;
    const limit = Math.min(Number(query.get('limit') ?? most), most, sizeFor(this.pageSize, all));
    return pageOf(all, Number(query.get('after') ?? 0), limit);
  }

  #address(next: number): string {
    const query = new URLSearchParams(this.request.query);
    query.set('after', String(next));
    return `https://id.stand-in.example${this.request.path}?${query}`;
  }
}

function failure(status: number, errorCode: string, errorSummary: string): StandInReply {
  return { status, body: { errorCode, errorSummary, errorLink: errorCode, errorId: 'stand-in', errorCauses: [] } };
}
