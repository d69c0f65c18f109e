import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { Db } from '../../../server/src/platform/db/database';
import type { Size } from '../../../server/demo/size';
import { findPostgres, startPostgres } from '../../../server/test/support/postgres.cjs';
import { ROOT } from '../../build/root';
import type { Measurement } from '../benchmark';
import { camAt, newDataDir, removeDataDir, startCam, type RunningCam } from '../running-cam';
import { readMemoryGraph, type MemoryGraph } from './memory-graph';
import { UNUSED_DAYS } from './questions';

const TENANT = 'demo';

export type DatabaseKind = 'embedded' | 'PostgreSQL';

/**
 * Measures a CAM with a made-up company on the embedded database and, where this machine has it, on PostgreSQL. BENCH_DATABASE selects one of them.
 * @param measure measures on one database; the size and the database are put before what it measured
 */
export async function onDatabases(size: Size, measure: (loaded: LoadedCam) => Promise<Measurement[]>): Promise<Measurement[]> {
  const lines: Measurement[] = [];
  for (const kind of databaseKinds()) {
    const loaded = await LoadedCam.of(kind, size);
    try {
      lines.push(...(await measure(loaded)).map((line) => ({ ...line, what: `${size}, ${kind}: ${line.what}` })));
    } finally {
      loaded.remove();
    }
  }
  return lines;
}

/** Returns the databases to measure: those of this machine, or the one that BENCH_DATABASE names. */
export function databaseKinds(): DatabaseKind[] {
  const { BENCH_DATABASE: only, BENCH_DATABASE_URL: url } = process.env;
  const kinds = (['embedded', 'PostgreSQL'] as const).filter((kind) => kind === (only ?? kind) && (kind === 'embedded' || findPostgres() || url));
  if (kinds.length === 0) throw new Error(`This machine has no database "${only}". Use embedded or PostgreSQL.`);
  return kinds;
}

/** A CAM with a made-up company, started and stopped as needed. */
export class LoadedCam {
  readonly #loopFile: string;

  private constructor(
    readonly kind: DatabaseKind,
    readonly size: Size,
    private readonly dataDir: string,
    private readonly database: { url: string; stop: () => void } | null,
    private readonly isKept: boolean,
  ) {
    this.#loopFile = join(dataDir, 'bench-loop.json');
  }

  /**
   * Imports the company unless it is already there. BENCH_DATA keeps its folder for further runs. BENCH_DATABASE_URL names an existing PostgreSQL to
   * use instead of a temporary one. BENCH_PORT, together with both, names a CAM that runs on them already: a large one works for a while after each start.
   */
  static async of(kind: DatabaseKind, size: Size): Promise<LoadedCam> {
    const keptData = process.env.BENCH_DATA;
    const dataDir = keptData ? join(keptData, `${kind}-${size}`) : newDataDir();
    mkdirSync(dataDir, { recursive: true });
    const databaseUrl = process.env.BENCH_DATABASE_URL;
    const database = kind === 'embedded' ? null : databaseUrl ? { url: databaseUrl, stop: () => undefined } : await startPostgres();
    const cam = new LoadedCam(kind, size, dataDir, database, keptData !== undefined && (kind === 'embedded' || databaseUrl !== undefined));
    try {
      await cam.#load();
    } catch (error) {
      cam.remove();
      throw error;
    }
    return cam;
  }

  async #load(): Promise<void> {
    const done = join(this.dataDir, 'bench-loaded');
    if (existsSync(done)) return;
    await this.running((cam) => Promise.resolve(cam.cli('demo', 'load', '--size', this.size)));
    writeFileSync(done, '');
  }

  /** Does some work with the started server, and stops it. */
  async running<T>(work: (cam: RunningCam) => Promise<T>): Promise<T> {
    const cam = await this.start();
    try {
      return await work(cam);
    } finally {
      await cam.stop();
    }
  }

  private async start(): Promise<RunningCam> {
    const { BENCH_PORT: port } = process.env;
    if (port) return camAt(Number(port), this.dataDir, { ...process.env, ...(this.database ? { DATABASE_URL: this.database.url } : {}) });
    rmSync(this.#loopFile, { force: true });
    const probe = join(ROOT, 'scripts/bench/query/loop-probe.cjs');
    return startCam(this.dataDir, {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${probe}`,
      CAM_BENCH_LOOP: this.#loopFile,
      ...(this.database ? { DATABASE_URL: this.database.url } : {}),
    });
  }

  /**
   * Returns the longest delay and the 99.9th percentile of the server's event loop since the last call, ms. Call it once before a measurement to
   * drop the delays of the server's start.
   */
  async loopDelay(): Promise<{ longest: number; late: number }> {
    const trigger = `${this.#loopFile}.asked`;
    writeFileSync(trigger, '');
    while (existsSync(trigger)) await new Promise((resolve) => setTimeout(resolve, 100));
    return JSON.parse(readFileSync(this.#loopFile, 'utf8')) as { longest: number; late: number };
  }

  /** Reads the graph into memory. Requires that CAM is stopped. */
  async memoryGraph(): Promise<MemoryGraph> {
    const worker = pathToFileURL(join(ROOT, 'server/dist/pglite-worker.mjs'));
    const log = pino({ level: 'silent' });
    const db = this.database ? await Db.postgres(this.database.url, log) : await Db.embedded(join(this.dataDir, 'db'), worker);
    try {
      return await db.tenant(TENANT, (tx) => readMemoryGraph(tx, TENANT, UNUSED_DAYS));
    } finally {
      await db.close();
    }
  }

  /** Deletes the data, unless BENCH_DATA keeps it. */
  remove(): void {
    this.database?.stop();
    if (!this.isKept) removeDataDir(this.dataDir);
  }
}
