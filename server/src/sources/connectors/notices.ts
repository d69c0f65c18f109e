import { randomUUID } from 'node:crypto';
import { readText, type ObjectStorage } from '../../platform/storage';

/** A provider's notice that a log has new events of a day. */
export interface Notice {
  accountId: string;
  region: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
}

/** A stored notice, with the file name under which it is removed. */
export interface StoredNotice extends Omit<Notice, 'accountId'> {
  name: string;
}

/** The period over which every notice of a topic was stored. Times in ISO 8601, UTC. */
interface DrainPeriod {
  /** ARN of the topic. */
  to: string;
  since: string;
  last: string;
}

/** Retention of notices for accounts that are not pulled, ms. */
const RETENTION = 14 * 86_400_000;
/** Longest gap between two reads of a queue without a loss, ms. Queues hold messages for at least four days. */
const LONGEST_GAP = 3 * 86_400_000;
const DRAIN_FILE = 'listening.json';

/**
 * Stores notices of new log events until a pull reads those days. One store serves all accounts of a connection, because one queue reports all
 * of them. A notice is an empty file, so that storing and removing it are atomic.
 */
export class Notices {
  constructor(
    private readonly storage: ObjectStorage,
    readonly now: () => Date = () => new Date(),
  ) {}

  /** Stores notices, each day of an account and region once per call. */
  async add(notices: readonly Notice[]): Promise<void> {
    const days = new Set(notices.map((notice) => `${notice.accountId}/${notice.region}.${notice.day}`));
    for (const path of days) {
      await this.storage.put(`${path}.${randomUUID()}`, '');
    }
  }

  async listFor(accountId: string): Promise<StoredNotice[]> {
    const names = (await this.storage.list(accountId)).map(({ name }) => name);
    return names.sort().map((name) => {
      const [region = '', day = ''] = name.split('.');
      return { name, region, day };
    });
  }

  /** Removes the notices that were read. Newer notices of the same days stay. */
  async remove(accountId: string, names: readonly string[]): Promise<void> {
    for (const name of names) await this.storage.remove(`${accountId}/${name}`);
  }

  /**
   * Records that every notice of a topic up to a time is stored.
   * @returns the time since which no notice is missing
   */
  async recordDrain(to: string, until: Date): Promise<Date> {
    const before = await this.#drainPeriod();
    const isGapless = before?.to === to && until.getTime() - Date.parse(before.last) < LONGEST_GAP;
    const period: DrainPeriod = { to, since: isGapless ? before.since : until.toISOString(), last: until.toISOString() };
    await this.storage.put(DRAIN_FILE, JSON.stringify(period));
    await this.#removeOld(until);
    return new Date(period.since);
  }

  async #drainPeriod(): Promise<DrainPeriod | null> {
    const text = await readText(this.storage, DRAIN_FILE);
    if (text === null) return null;
    try {
      return JSON.parse(text) as DrainPeriod;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  async #removeOld(until: Date): Promise<void> {
    const oldest = new Date(until.getTime() - RETENTION).toISOString().slice(0, 10);
    for (const { name: accountId } of await this.storage.list('')) {
      if (!/^\d+$/.test(accountId)) continue;
      const old = (await this.listFor(accountId)).filter(({ day }) => day < oldest);
      await this.remove(
        accountId,
        old.map(({ name }) => name),
      );
    }
  }
}
