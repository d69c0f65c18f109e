import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST_LOADER, type EndpointKey, type RemoteId, type Scope } from '@cam/contracts';
import { api, type ApiResult, type CallArgs } from './client';
import { createDatabase, onDatabase } from './postgres.cjs';
import { releaseZip, type ReleaseChange } from './release-zip';
import { startServer } from './server-process.cjs';

export const HOST_PROVIDES = {
  '@cam/contracts': '1.0.0',
  '@cam/platform': '1.0.0',
  '@cam/ui': '1.0.0',
  react: '19.3.1',
  [HOST_LOADER]: '1.0.0',
};

/** A server for one test file, with a known host: releases and channels belong to the whole installation, so tests do not share it. */
export interface RegistryServer {
  url: string;
  dataDir: string;
  call: <K extends EndpointKey>(key: K, args?: CallArgs<K>, token?: string) => ReturnType<typeof api<K>>;
  /** Calls with the key of the installation instead of a token. */
  callAsInstallation: <K extends EndpointKey>(key: K, args?: CallArgs<K>) => ReturnType<typeof api<K>>;
  tokenFor: (who: { user?: string; tenant?: string; scopes?: Scope[] }) => Promise<string>;
  createTenant: () => Promise<string>;
  /** Adds a user with the operator's right. @returns a token of that user */
  operatorUser: (email: string, tenant: string) => Promise<string>;
  publish: (token: string, id: RemoteId, version: string, change?: ReleaseChange) => Promise<ApiResult<Published>>;
  point: (token: string, id: RemoteId, version: string, ifMatch?: string) => Promise<ApiResult<{ etag: string; version: string }>>;
  serveHost: (version: string, provides: Record<string, string>) => void;
  stop: () => Promise<void>;
}

type Published = { created: boolean; warnings: string[]; release: { version: string; digest: string; files: number } };

/** @param env settings of the server, on top of those that it needs */
export async function startRegistryServer(env: Record<string, string> = {}): Promise<RegistryServer> {
  const hostDir = mkdtempSync(join(tmpdir(), 'cam-test-host-'));
  const serveHost = (version: string, provides: Record<string, string>) =>
    writeFileSync(join(hostDir, 'host-provides.json'), JSON.stringify({ version, provides }));
  serveHost('1.0.0', HOST_PROVIDES);
  const server = await startServer({ CAM_HOST_DIR: hostDir, CAM_TRUSTED_PROXIES: '127.0.0.1', ...(await ownDatabase()), ...env });
  const operator = { authorization: `Operator ${server.operatorKey}` };

  const call: RegistryServer['call'] = (key, args, token) => api(key, args, token, server.url);
  const callAsInstallation: RegistryServer['callAsInstallation'] = (key, args) => call(key, { ...args, headers: operator } as never);
  const tokenFor: RegistryServer['tokenFor'] = async (who) => (await callAsInstallation('POST /v1/operator/token', { body: who })).body.access_token;
  return {
    url: server.url,
    dataDir: server.dataDir,
    call,
    callAsInstallation,
    tokenFor,
    createTenant: async () => {
      const tenantId = `t-${randomUUID().slice(0, 8)}`;
      const answer = await callAsInstallation('POST /v1/operator/tenants', { body: { tenant_id: tenantId, name: tenantId } });
      if (answer.status !== 201) throw new Error(`no tenant: ${answer.error.message}`);
      return tenantId;
    },
    operatorUser: async (email, tenant) => {
      const body = { email, tenant, password: `Aa1!${randomUUID()}`, scopes: ['cam:operator' as const] };
      const answer = await callAsInstallation('POST /v1/operator/users', { body });
      if (answer.status !== 201) throw new Error(`no user: ${answer.error.message}`);
      return tokenFor({ user: email });
    },
    publish: async (token, id, version, change) => {
      const raw = { content: await releaseZip(id, version, change), type: 'application/zip' };
      return call('POST /v1/remotes/{id}/releases', { path: { id }, raw }, token);
    },
    point: (token, id, version, ifMatch) => {
      const headers = ifMatch === undefined ? undefined : { 'if-match': `"${ifMatch}"` };
      return call('PUT /v1/remotes/{id}/channels/{channel}', { path: { id, channel: 'stable' }, body: { version }, headers }, token);
    },
    serveHost,
    stop: async () => {
      await server.stop();
      rmSync(hostDir, { recursive: true, force: true });
    },
  };
}

/** Makes a database that no other server uses, where the suite runs on PostgreSQL. It goes with the throw-away PostgreSQL. */
async function ownDatabase(): Promise<Record<string, string>> {
  const shared = process.env.CAM_TEST_POSTGRES_URL;
  return shared ? onDatabase(await createDatabase(shared)) : {};
}
