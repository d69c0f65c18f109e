import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
    private readonly folder: string,
    readonly now: () => Date = () => new Date(),
  ) {}

  /** Stores notices, each day of an account and region once per call. */
  async add(notices: readonly Notice[]): Promise<void> {
    const days = new Map(notices.map((notice) => [`${notice.accountId}/${notice.region}.${notice.day}`, notice.accountId]));
    for (const [path, accountId] of days) {
      await mkdir(join(this.folder, accountId), { recursive: true });
      await writeFile(join(this.folder, `${path}.${randomUUID()}`), '');
    }
  }

  async listFor(accountId: string): Promise<StoredNotice[]> {
    const names = await entriesOf(join(this.folder, accountId));
    return names.sort().map((name) => {
      const [region = '', day = ''] = name.split('.');
      return { name, region, day };
    });
  }

  /** Removes the notices that were read. Newer notices of the same days stay. */
  async remove(accountId: string, names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.folder, accountId, name), { force: true });
  }

  /**
   * Records that every notice of a topic up to a time is stored.
   * @returns the time since which no notice is missing
   */
  async recordDrain(to: string, until: Date): Promise<Date> {
    const before = await this.#drainPeriod();
    const isGapless = before?.to === to && until.getTime() - Date.parse(before.last) < LONGEST_GAP;
    const period: DrainPeriod = { to, since: isGapless ? before.since : until.toISOString(), last: until.toISOString() };
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, DRAIN_FILE);
    await writeFile(`${path}.new`, JSON.stringify(period));
    await rename(`${path}.new`, path);
    await this.#removeOld(until);
    return new Date(period.since);
  }

  async #drainPeriod(): Promise<DrainPeriod | null> {
    try {
      return JSON.parse(await readFile(join(this.folder, DRAIN_FILE), 'utf8')) as DrainPeriod;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  async #removeOld(until: Date): Promise<void> {
    const oldest = new Date(until.getTime() - RETENTION).toISOString().slice(0, 10);
    for (const accountId of await entriesOf(this.folder)) {
      if (!/^\d+$/.test(accountId)) continue;
      const old = (await this.listFor(accountId)).filter(({ day }) => day < oldest);
      await this.remove(
        accountId,
        old.map(({ name }) => name),
      );
    }
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
