import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { Tx } from '../../../platform/db/database';
import type { Events } from '../../../platform/events/events';
import type { LinksCache } from '../../engine/links-cache';
import { ProfilePaths } from '../../engine/profile-paths';
import { readLinks } from '../../store/read-links';
import { readHead } from '../../store/snapshot-writer';
import type { InventoryScope } from './parts';
import { readProfileReach, type ProfileReach } from './profile-reach';
import { markYoungPaths } from './young-paths';

/** Tenants whose access is kept. */
const MOST = 2;

/** Time after which unused access is dropped, ms. Counts, scores and choke points follow a snapshot within it. */
const LIFE = 10 * 60 * 1000;

/** Time after which access is read anew even if it is in use, ms: whether a log would show its use depends on the date. */
const MOST_AGE = 60 * 60 * 1000;

/** Returns the current access of a tenant's profiles. */
export type ReadReach = (tx: Tx, scope: InventoryScope) => Promise<ProfileReach>;

/**
 * The current access of tenants' profiles. Several counts and the scores after each of them need it, and reading it takes most of their time, so it is
 * kept until the graph changes.
 */
export class TenantReach {
  readonly #kept = new Map<string, { head: number; readAt: number; reach: ProfileReach; timer: NodeJS.Timeout }>();
  /** Readings that go on: counts and scores often begin at the same time. */
  readonly #reading = new Map<string, { head: number; reach: Promise<ProfileReach> }>();

  constructor(
    private readonly links: LinksCache,
    events: Pick<Events, 'subscribe'>,
  ) {
    events.subscribe(({ tenantId, kind }) => {
      if (kind === 'snapshot') this.#drop(tenantId);
    });
  }

  /** Reads the access inside the caller's transaction, unless it is kept. */
  readonly read: ReadReach = async (tx, scope) => {
    const { tenantId } = scope;
    const head = await readHead(tx, tenantId);
    const kept = this.#kept.get(tenantId);
    if (kept?.head === head && Date.now() - kept.readAt < MOST_AGE) {
      this.#keep(tenantId, kept);
      return kept.reach;
    }
    const begun = this.#reading.get(tenantId);
    // If the transaction of the first reader fails, each other one reads by itself.
    if (begun?.head === head) return begun.reach.catch(() => this.#read(tx, scope, head));
    const reach = this.#read(tx, scope, head);
    this.#reading.set(tenantId, { head, reach });
    return reach.finally(() => {
      if (this.#reading.get(tenantId)?.reach === reach) this.#reading.delete(tenantId);
    });
  };

  async #read(tx: Tx, scope: InventoryScope, head: number): Promise<ProfileReach> {
    const { tenantId } = scope;
    const readAt = Date.now();
    const links = await this.links.fork(tenantId, head, () => readLinks(tx, tenantId));
    const paths = await runCooperatively(ProfilePaths.of(links, links.identityOfProfiles()));
    const reach = await readProfileReach(tx, scope, paths);
    await markYoungPaths(tx, scope, reach, paths);
    // A snapshot that was published meanwhile may be in some of the parts.
    if ((await readHead(tx, tenantId)) === head) this.#keep(tenantId, { head, readAt, reach });
    return reach;
  }

  #keep(tenantId: string, read: { head: number; readAt: number; reach: ProfileReach }): void {
    this.#drop(tenantId);
    const timer = setTimeout(() => this.#drop(tenantId), LIFE).unref();
    this.#kept.set(tenantId, { ...read, timer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#drop(oldest);
  }

  #drop(tenantId: string): void {
    clearTimeout(this.#kept.get(tenantId)?.timer);
    this.#kept.delete(tenantId);
  }
}
