import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectableCloud } from '@cam/contracts/server';
import type { ConnectorContext, Credentials } from '../src/sources';
import { ensurePrivateFile, isJsonWith } from '../src/platform/security/private-file';
import { Calendar } from './calendar';
import { Plan } from './plan';
import { SMALL_COMPANY } from './small-company';
import { CompanyCloud, type CompanySecrets } from './stand-ins/company-cloud';

/** The stand-ins stop after this time without a request, ms. */
const IDLE = 5 * 60_000;

/** The content of the demo's file in the data folder, which identifies the company and its connections after a restart. */
interface StoredCompany extends CompanySecrets {
  /** Last day of its history, YYYY-MM-DD. */
  end: string;
}

const DAY = 86_400_000;

/**
 * The providers of the demo tenant's sources: local servers that respond like the real ones. They accept only secrets of this installation. Their
 * data is that of yesterday, the last day that is over in every time zone, so logs continue after the company's history. Any other connection,
 * also one of the demo tenant, goes to the real provider.
 */
export class DemoCloud {
  #stored: StoredCompany | null = null;
  #latest: { daysAfter: number; company: CompanyCloud } | null = null;
  /** Companies with running servers and their idle timers. A pull that started yesterday ends on the servers of that day. */
  readonly #closing = new Map<CompanyCloud, NodeJS.Timeout>();

  constructor(
    private readonly dataDir: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Opens the company, and creates it on the first call. @param end last day of its history, YYYY-MM-DD */
  async open(end: string): Promise<CompanyCloud> {
    const made = (): StoredCompany => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      return { end, secret: randomBytes(24).toString('base64url'), googleKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
    };
    const isValid = (content: string): boolean => isJsonWith(content, 'end', 'secret', 'googleKey');
    const remedy = 'Restore the file from a backup, or delete it and connect the demo sources again.';
    this.#stored = JSON.parse(await ensurePrivateFile({ path: this.#file, isValid, remedy }, () => JSON.stringify(made()))) as StoredCompany;
    return this.#asOfYesterday(this.#stored);
  }

  /** Returns the endpoints of a connection of the company, or null for any other. */
  async contextFor(cloud: ConnectableCloud, credentials: Credentials): Promise<Pick<ConnectorContext, 'endpoints' | 'aws'> | null> {
    this.#stored ??= await this.#read();
    const company = this.#stored && this.#asOfYesterday(this.#stored);
    if (!company?.owns(cloud, credentials)) return null;
    if (!this.#closing.has(company)) this.#closing.set(company, this.#closeWhenIdle(company));
    return company.connectorContext(cloud);
  }

  async stop(): Promise<void> {
    for (const company of [...this.#closing.keys()]) await this.#close(company);
    await this.#latest?.company.close();
  }

  async #read(): Promise<StoredCompany | null> {
    try {
      return JSON.parse(await readFile(this.#file, 'utf8')) as StoredCompany;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  #asOfYesterday({ end, ...secrets }: StoredCompany): CompanyCloud {
    const daysAfter = Math.max(0, Math.floor((this.now() - Date.parse(`${end}T00:00:00Z`)) / DAY) - 1);
    if (this.#latest?.daysAfter !== daysAfter) {
      this.#latest = { daysAfter, company: new CompanyCloud(new Plan(SMALL_COMPANY, new Calendar(end, -daysAfter)), { secrets }) };
    }
    return this.#latest.company;
  }

  #closeWhenIdle(company: CompanyCloud): NodeJS.Timeout {
    let before = -1;
    const timer = setInterval(() => {
      void company.requestCount().then(async (answered) => {
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
