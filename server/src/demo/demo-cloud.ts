import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectableCloud } from '@cam/contracts/server';
import type { Asking, Credentials } from '../connectors/connectors';
import { privateFile } from '../security/secret-box';
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

/**
 * The providers of the demo tenant's sources: servers on this machine that answer as the real ones do, and let in who has the company's secrets, which are of
 * this installation alone. Any other connection, of the demo tenant as well, goes to the provider itself.
 */
export class DemoCloud {
  #company: CompanyCloud | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly dataDir: string) {}

  /** Makes the company at the first time. @param end last day of its history, YYYY-MM-DD */
  async open(end: string): Promise<CompanyCloud> {
    const made = (): KeptCompany => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      return { end, secret: randomBytes(24).toString('base64url'), googleKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
    };
    return this.#of(JSON.parse(await privateFile(this.#file, () => JSON.stringify(made()))) as KeptCompany);
  }

  /** Where a connection of the company is asked; null for any other. */
  async askingFor(cloud: ConnectableCloud, credentials: Credentials): Promise<Pick<Asking, 'endpoints' | 'aws'> | null> {
    const company = this.#company ?? (await this.#kept());
    if (!company?.knows(cloud, credentials)) return null;
    this.#timer ??= this.#closeWhenIdle(company);
    return company.asking(cloud);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#company?.close();
  }

  async #kept(): Promise<CompanyCloud | null> {
    try {
      return this.#of(JSON.parse(await readFile(this.#file, 'utf8')) as KeptCompany);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  #of({ end, ...secrets }: KeptCompany): CompanyCloud {
    this.#company ??= new CompanyCloud(new Plan(SMALL_COMPANY, new Calendar(end, 0)), { secrets });
    return this.#company;
  }

  #closeWhenIdle(company: CompanyCloud): NodeJS.Timeout {
    let before = -1;
    const timer = setInterval(() => {
      void company.answered().then(async (answered) => {
        if (answered === before) await this.stop();
        before = answered;
      });
    }, IDLE);
    return timer.unref();
  }

  get #file(): string {
    return join(this.dataDir, 'demo-company.json');
  }
}
