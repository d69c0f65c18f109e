import { resolve } from 'node:path';
import { ADMINISTRATOR, IdentityPlatform, VIEWER, type Holder } from './identity-platform';
import { Attacked } from './attacked';
import { readCalls, type ApiCall } from './api-document';
import { azureEnvironment, plant, RECEIVING_HOST, startMarkedAzure } from './canaries';
import { startServer, type ServerProcess } from '../../server/test/support/server-process.cjs';

/** A server that an attack started for itself, with two tenants: the victim, and the attacker's own. */
export interface Instance {
  attacked: Attacked;
  server: ServerProcess;
  platform: IdentityPlatform;
  calls: ApiCall[];
  victim: Holder;
  attacker: Holder;
  viewer: Holder;
  stop: () => Promise<void>;
}

/** Loads the stand-in for a hostile name server into the attacked server. Commands of the project run in its root. */
const RESOLVER = `--require ${resolve('scripts/attack/resolver-stand-in.cjs')}`;

const holder = (tenant: string, name: string, scopes = ADMINISTRATOR): Holder => ({ tenant, email: `${name}@${tenant}.example`, scopes });

/**
 * Starts a server with an identity platform of the attack's own, on free loopback ports, and plants canaries in both tenants.
 * @param env variables of the server
 */
export async function startInstance(env: Record<string, string> = {}): Promise<Instance> {
  const platform = await IdentityPlatform.start();
  const azure = await startMarkedAzure();
  const settings = {
    ...platform.environment,
    ...azureEnvironment(azure),
    CAM_DEMO: 'none',
    CAM_HOST: '127.0.0.1',
    CAM_ALLOWED_NETWORKS: RECEIVING_HOST,
    // The suites look for other faults than the limit of calls, which would refuse most of their requests.
    CAM_CALL_LIMIT: '0',
    NODE_OPTIONS: RESOLVER,
    ...env,
  };
  const server = await startServer(settings, { data: 'console' });
  const attacked = new Attacked(server.url);
  const [victim, attacker] = [holder('victim', 'ann'), holder('attacker', 'mallory')];
  for (const { tenant } of [victim, attacker]) await createTenant(attacked, server.operatorKey, tenant);
  const instance: Instance = {
    ...{ attacked, server, platform, victim, attacker },
    calls: await readCalls(attacked),
    viewer: holder('attacker', 'vic', VIEWER),
    stop: async () => {
      attacked.close();
      await server.stop();
      await platform.stop();
      await azure.close();
    },
  };
  try {
    await plant(instance, victim, { withOrganization: true });
    await plant(instance, attacker, { withOrganization: false });
    return instance;
  } catch (error) {
    await instance.stop();
    throw error;
  }
}

async function createTenant(attacked: Attacked, operatorKey: string, tenant: string): Promise<void> {
  const headers = { authorization: `Operator ${operatorKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ tenant_id: tenant, name: tenant });
  const { status, text } = await attacked.send({ method: 'POST', path: '/v1/operator/tenants', headers, body });
  if (status !== 201) throw new Error(`no tenant ${tenant}: ${status} ${text}`);
}
