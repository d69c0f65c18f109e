import type { PreparedKind } from './prepared-data.cjs';

export interface ServerProcess {
  url: string;
  pid: number;
  dataDir: string;
  /** The server's PostgreSQL; null for the embedded database. */
  databaseUrl: string | null;
  /** The variables of another server on the same data, after `stop` with `keepData`. */
  restartEnv: Record<string, string>;
  operatorKey: string;
  /** Resolves when the process ends, with its signal or exit code in words. */
  ended: Promise<string>;
  log: () => string;
  /** Removes what `stop` with `keepData` kept. */
  removeData: () => void;
  stop: (options?: { signal?: 'SIGTERM' | 'SIGKILL'; keepData?: boolean }) => Promise<void>;
}

export const BUNDLE: string;
export const DEMO_PASSWORD: string;
/** A script for `node --require`, which spares servers of tests the optimization of the embedded database. */
export const QUICK_WASM: string;
export function buildServer(): Promise<void>;
export function startServer(env?: Record<string, string>, options?: { data?: PreparedKind | 'none' }): Promise<ServerProcess>;
