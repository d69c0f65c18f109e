import { Worker } from 'node:worker_threads';

export interface QueryOutcome {
  rows: Record<string, unknown>[];
  affected: number;
}

/** An error of the database; `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  code?: string;
  detail?: string;
  constraint?: string;
  table?: string;
}

interface Answer extends QueryOutcome {
  id: number;
  error?: { message: string; code?: string; detail?: string; constraint?: string; table?: string };
}

interface Waiting {
  resolve: (outcome: QueryOutcome) => void;
  reject: (error: Error) => void;
}

/** Sends statements to the worker thread of the embedded database. They run one after another, in the order of the calls. */
export class PgliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready: Promise<void>;
  #nextId = 1;

  constructor(workerFile: URL, dataDir: string) {
    this.#worker = new Worker(workerFile, { workerData: { dataDir } });
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('exit', (code) => reject(new Error(`the embedded database ended with code ${code}`)));
      this.#worker.on('message', (message: Answer | { ready: true } | { closed: true }) => {
        if ('ready' in message) resolve();
        else if ('id' in message) this.#settle(message);
      });
    });
    this.#worker.on('error', (error) => this.#failAll(error));
    this.#worker.on('exit', (code) => this.#failAll(new Error(`the embedded database ended with code ${code}`)));
  }

  /** Resolves when the database is open: after seconds on the first open of a data folder, after milliseconds later. */
  opened(): Promise<void> {
    return this.#ready;
  }

  /** Runs one statement with parameters, or a script without (`parameters` null). */
  query(sql: string, parameters: readonly unknown[] | null): Promise<QueryOutcome> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, sql, parameters });
    });
  }

  async close(): Promise<void> {
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.postMessage('close');
    await exited;
  }

  #settle({ id, error, rows, affected }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!waiting) return;
    if (error) waiting.reject(Object.assign(new DatabaseError(error.message), error));
    else waiting.resolve({ rows, affected });
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
