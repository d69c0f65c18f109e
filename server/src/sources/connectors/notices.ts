import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Something new was logged of a day. */
export interface Notice {
  accountId: string;
  region: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
}

/** A notice that was written down, by the name that it is settled under. */
export interface KeptNotice extends Omit<Notice, 'accountId'> {
  name: string;
}

/** Since when everything is written down that was told, and until when somebody listened. ISO 8601, UTC. */
interface Listening {
  /** The topic. */
  to: string;
  since: string;
  last: string;
}

/** Of accounts that nobody pulls, notices are kept for so long, ms. */
const KEPT_FOR = 14 * 86_400_000;
/** Nothing that is told is lost where somebody listens this often, ms: queues keep it for four days at least. */
const LONGEST_SILENCE = 3 * 86_400_000;
const LISTENING = 'listening.json';

/**
 * Days of which a provider told that something new was logged, written down until they were read: for all accounts of a connection, as one queue tells of all
 * of them. A notice is a file without content, so that writing it down and settling it cannot be cut off in the middle.
 */
export class Notices {
  constructor(
    private readonly folder: string,
    readonly now: () => Date = () => new Date(),
  ) {}

  /** The same day of an account is written down once a time. */
  async add(notices: readonly Notice[]): Promise<void> {
    const days = new Map(notices.map((notice) => [`${notice.accountId}/${notice.region}.${notice.day}`, notice.accountId]));
    for (const [path, accountId] of days) {
      await mkdir(join(this.folder, accountId), { recursive: true });
      await writeFile(join(this.folder, `${path}.${randomUUID()}`), '');
    }
  }

  async of(accountId: string): Promise<KeptNotice[]> {
    const names = await entriesOf(join(this.folder, accountId));
    return names.sort().map((name) => {
      const [region = '', day = ''] = name.split('.');
      return { name, region, day };
    });
  }

  /** What was read: what was told meanwhile of the same days stays. */
  async settle(accountId: string, names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.folder, accountId, name), { force: true });
  }

  /**
   * Says that everything was taken over that a topic told until then.
   * @returns since when nothing is missing
   */
  async heard(to: string, until: Date): Promise<Date> {
    const before = await this.#listening();
    const isWhole = before?.to === to && until.getTime() - Date.parse(before.last) < LONGEST_SILENCE;
    const listening: Listening = { to, since: isWhole ? before.since : until.toISOString(), last: until.toISOString() };
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, LISTENING);
    await writeFile(`${path}.new`, JSON.stringify(listening));
    await rename(`${path}.new`, path);
    await this.#forget(until);
    return new Date(listening.since);
  }

  async #listening(): Promise<Listening | null> {
    try {
      return JSON.parse(await readFile(join(this.folder, LISTENING), 'utf8')) as Listening;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  async #forget(until: Date): Promise<void> {
    const oldest = new Date(until.getTime() - KEPT_FOR).toISOString().slice(0, 10);
    for (const accountId of await entriesOf(this.folder)) {
      if (!/^\d+$/.test(accountId)) continue;
      const old = (await this.of(accountId)).filter(({ day }) => day < oldest);
      await this.settle(
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
