import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api, Campaign, ReviewItem } from '@cam/contracts';
import { ACCOUNT, allow, dump, group, managedPolicy, policyDocument, user } from '../../server/test/support/aws-account';
import { timed, type Benchmark, type Measurement } from './benchmark';
import { newDataDir, removeDataDir, startCam, type RunningCam } from './running-cam';
import { WatchedCam } from './scale/watched-cam';

/** Users of the account. Each has four units: three memberships and a policy of its own. */
const USERS = Number(process.env.BENCH_USERS ?? 2500);
const GROUPS = 120;
const BUCKETS = 400;
/** Pages of each list. */
const PAGES = 60;

/** Targets in ms: the items of a review, and the 95th percentile of a page. */
const TARGET = { items: 10_000, page: 200 };
const ADMIN = 'admin@demo.example';
const LOOK = 50;

/** Measures an access review with 10,000 items (BENCH_USERS, default 2,500 users with four items each): making the items, pages, and decisions of 100 items. */
export const reviews: Benchmark = {
  name: 'reviews',
  run: async () => {
    const dataDir = newDataDir();
    const cam = await startCam(dataDir);
    try {
      return await new Reviewing(cam).measured();
    } finally {
      await cam.stop();
      removeDataDir(dataDir);
    }
  },
};

/** An account whose users are in three groups each, and have a policy of their own. */
function account(): object {
  const names = Array.from({ length: GROUPS }, (_, n) => `team-${n}`);
  const objects = (n: number): string => `arn:aws:s3:::bucket-${n % BUCKETS}/*`;
  return dump({
    users: Array.from({ length: USERS }, (_, n) =>
      user(`user-${n}`, { groups: [n, n + 1, n + 7].map((one) => names[one % GROUPS] ?? ''), managed: [`Read-${n % GROUPS}`] }),
    ),
    groups: names.map((name, n) => group(name, [`Write-${n}`])),
    policies: names.flatMap((_name, n) => [
      managedPolicy(`Read-${n}`, policyDocument(allow('s3:GetObject', [objects(n), objects(n + 11)]))),
      managedPolicy(`Write-${n}`, policyDocument(allow(['s3:GetObject', 's3:PutObject'], [objects(n), objects(n + 5), objects(n + 9)]))),
    ]),
  });
}

class Reviewing {
  readonly #token: string;

  constructor(private readonly cam: RunningCam) {
    this.#token = cam.cli('token', '--user', ADMIN).trim();
  }

  async measured(): Promise<Measurement[]> {
    this.#import();
    const scope = { query: 'user', reviewers: { by: 'PEOPLE', people: [ADMIN] }, fallback: ADMIN };
    const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const preview = await timed(() => this.#call('POST', '/v1/campaigns/preview', scope));
    let campaign: Campaign | null = null;
    const made = await timed(async () => {
      const { campaign_id: id } = await this.#call<Campaign>('POST', '/v1/campaigns', { ...scope, name: 'Large', due_on: due, on_silence: 'KEEP' });
      do {
        await new Promise((resolve) => setTimeout(resolve, LOOK));
        ({ campaign } = await this.#call<Api['GET /v1/campaigns/{campaign_id}']['answer']>('GET', `/v1/campaigns/${id}`));
      } while (campaign.state === 'PREPARING');
    });
    if (!campaign) throw new Error('no review');
    const { campaign_id: id, counts } = campaign as Campaign;
    const of = `of ${counts.items} items`;
    // The server still works on what follows from the import, such as compliance, and the embedded database does one thing at a time.
    const beside = await this.#pages(`all items ${of} beside the work that follows the import, p95`, `/v1/campaigns/${id}/items?limit=50`);
    await new WatchedCam(this.cam).untilQuiet();
    return [
      { what: `preview ${of}`, measured: preview, against: 'target', reference: TARGET.items, unit: 'ms' },
      { what: `making ${counts.items} items`, measured: made, against: 'target', reference: TARGET.items, unit: 'ms' },
      beside,
      await this.#pages(`all items ${of}, p95`, `/v1/campaigns/${id}/items?limit=50`),
      await this.#pages(`own open items ${of}, p95`, `/v1/campaigns/${id}/items?reviewer=me&state=OPEN&limit=50`),
      await this.#pages(`units ${of}, p95`, `/v1/campaigns/${id}/units?limit=50`),
      await this.#pages(`review ${of}, p95`, `/v1/campaigns/${id}`),
      await this.#pages(`list of reviews ${of}, p95`, '/v1/campaigns'),
      await this.#decisions(`100 decisions ${of}, p95`, id),
    ];
  }

  #import(): void {
    const folder = join(this.cam.dataDir, 'account');
    mkdirSync(join(folder, 'iam'), { recursive: true });
    mkdirSync(join(folder, 's3'));
    writeFileSync(join(folder, 'iam/get-account-authorization-details.json'), JSON.stringify(account()));
    const names = Array.from({ length: BUCKETS }, (_, n) => ({ Name: `bucket-${n}` }));
    writeFileSync(join(folder, 's3/list-buckets.json'), JSON.stringify({ Buckets: names }));
    this.cam.cli('import', folder, '--cloud', 'AWS', '--account', ACCOUNT, '--name', 'Large');
  }

  /** Reads pages one after the other, from the start again after the last. */
  async #pages(what: string, path: string): Promise<Measurement> {
    const times: number[] = [];
    for (let cursor = 0; times.length < PAGES;) {
      const joined = path.includes('?') ? '&' : '?';
      let next: number | null = null;
      times.push(
        await timed(async () => {
          ({ next = null } = await this.#call<{ next?: number | null }>('GET', `${path}${joined}cursor=${cursor}`));
        }),
      );
      cursor = next ?? 0;
    }
    return { what, measured: percentile(times), against: 'target', reference: TARGET.page, unit: 'ms' };
  }

  async #decisions(what: string, id: string): Promise<Measurement> {
    const times: number[] = [];
    while (times.length < PAGES / 3) {
      const open = `/v1/campaigns/${id}/items?reviewer=me&state=OPEN&limit=100`;
      const { items } = await this.#call<{ items: ReviewItem[] }>('GET', open);
      const decisions = items.map(({ item_id, version }) => ({ item_id, version, decision: 'REVOKE' }));
      times.push(await timed(() => this.#call('POST', `/v1/campaigns/${id}/decisions`, { decisions })));
    }
    return { what, measured: percentile(times), against: 'target', reference: TARGET.page, unit: 'ms' };
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${this.cam.url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }
}

/** Returns the 95th percentile. */
function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
