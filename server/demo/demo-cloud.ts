import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectableCloud } from '@cam/contracts/server';
import type { Asking, Credentials } from '../src/sources';
import { privateFile } from '../src/platform/security/secret-box';
import { Calendar } from './calendar';
import { Plan } from './plan';
import { SMALL_COMPANY } from './small-company';
import { CompanyCloud, type CompanySecrets } from './stand-ins/company-cloud';

/** After so long without a request nothing of the company is kept in the memory, ms. */
const IDLE = 5 * 60_000;

/** What lies in the data folder: by it the company is the same after each restart, and knows its own connections. */
interface KeptCompany extends CompanySecrets {
  /** Last day of its history, YYYY-MM-DD. */
  end: string;
}

const DAY = 86_400_000;

/**
 * The providers of the demo tenant's sources: servers on this machine that answer as the real ones do, and let in who has the company's secrets, which are of
 * this installation alone. They answer as yesterday ended, the last day that is over everywhere: after the company's history its logs go on day by day. Any
 * other connection, of the demo tenant as well, goes to the provider itself.
 */
export class DemoCloud {
  #kept: KeptCompany | null = null;
  #latest: { daysAfter: number; company: CompanyCloud } | null = null;
  /** Companies whose servers may be up, with what stops them once nobody asks: a pull that began yesterday ends at the servers of that day. */
  readonly #closing = new Map<CompanyCloud, NodeJS.Timeout>();

  constructor(
    private readonly dataDir: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Makes the company at the first time. @param end last day of its history, YYYY-MM-DD */
  async open(end: string): Promise<CompanyCloud> {
    const made = (): KeptCompany => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      return { end, secret: randomBytes(24).toString('base64url'), googleKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
    };
    this.#kept = JSON.parse(await privateFile(this.#file, () => JSON.stringify(made()))) as KeptCompany;
    return this.#asOfYesterday(this.#kept);
  }

  /** Where a connection of the company is asked; null for any other. */
  async askingFor(cloud: ConnectableCloud, credentials: Credentials): Promise<Pick<Asking, 'endpoints' | 'aws'> | null> {
    this.#kept ??= await this.#read();
    const company = this.#kept && this.#asOfYesterday(this.#kept);
    if (!company?.knows(cloud, credentials)) return null;
    if (!this.#closing.has(company)) this.#closing.set(company, this.#closeWhenIdle(company));
    return company.asking(cloud);
  }

  async stop(): Promise<void> {
    for (const company of [...this.#closing.keys()]) await this.#close(company);
    await this.#latest?.company.close();
  }

  async #read(): Promise<KeptCompany | null> {
    try {
      return JSON.parse(await readFile(this.#file, 'utf8')) as KeptCompany;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  #asOfYesterday({ end, ...secrets }: KeptCompany): CompanyCloud {
    const daysAfter = Math.max(0, Math.floor((this.now() - Date.parse(`${end}T00:00:00Z`)) / DAY) - 1);
    if (this.#latest?.daysAfter !== daysAfter) {
      this.#latest = { daysAfter, company: new CompanyCloud(new Plan(SMALL_COMPANY, new Calendar(end, -daysAfter)), { secrets }) };
    }
    return this.#latest.company;
  }

  #closeWhenIdle(company: CompanyCloud): NodeJS.Timeout {
    let before = -1;
    const timer = setInterval(() => {
      void company.answered().then(async (answered) => {
        if (answered === before) await this.#close(company);
        before = answered;
      });
    }, IDLE);
    return timer.unref();
  }

  async #close(company: CompanyCloud): Promise<void> {
    clearInterval(this.#closing.get(company));
    this.#closing.delete(company);
    await company.close();
  }

  get #file(): string {
    return join(this.dataDir, 'demo-company.json');
  }
}
