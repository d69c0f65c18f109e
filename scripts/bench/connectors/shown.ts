import { ApiClient } from '../../cli/api-client';
import { findInstallation } from '../../cli/installation';
import { timed, type Measurement } from '../benchmark';
import { newDataDir, removeDataDir, startCam } from '../running-cam';
import { ACCOUNTS, KEYS, SIZE } from './big-organization';

/** Target for showing the hierarchy, ms. */
const TARGET = 2000;
/** Poll interval of the source editor for a hierarchy, ms. */
const POLL = 250;

/** Measures the calls of the source editor and of the sources page on a running CAM while an organization is connected. */
export async function shown(standInUrl: string, info: Record<string, string>): Promise<Measurement[]> {
  const dataDir = newDataDir();
  const cam = await startCam(dataDir, {
    CAM_PROVIDER_URLS: `aws=${standInUrl}`,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  });
  try {
    const api = new ApiClient(findInstallation({ dataDir }));
    await api.token();
    const body = { cloud_type: 'AWS' as const, aws_info: info };
    const tested = await timed(() => api.call('POST /v1/policy-reader/test-connection', { body }));
    const built = await timed(async () => {
      const query = await api.call('POST /v1/policy-reader/build-organization-hierarchy', { body });
      for (;;) {
        const { status, error, hierarchy } = await api.call('GET /v1/policy-reader/get-organization-hierarchy', { query });
        if (status === 'FAILED' || (hierarchy && hierarchy.scope_accounts.length !== ACCOUNTS.length)) throw new Error(error);
        if (hierarchy) return;
        await new Promise((resolve) => setTimeout(resolve, POLL));
      }
    });
    const organization = { organization_name: 'Big', cloud_type: 'AWS' as const, aws_organization_info: info };
    const saved = await timed(() => api.call('POST /v1/tenants/organizations', { body: { organization } }));
    // Pulls of its accounts are running by now.
    const listed = await timed(() =>
      Promise.all([
        api.call('GET /v1/tenants/organizations'),
        api.call('GET /beta/accounts/{cloud_type}', { path: { cloud_type: 'AWS' } }),
        api.call('GET /v1/calendar/progress'),
        api.call('GET /v1/tenants', { query: { include_organizations: true } }),
      ]),
    );
    const row = (what: string, measured: number): Measurement => ({
      what: `${SIZE}: ${what}`,
      measured,
      against: 'target',
      reference: TARGET,
      unit: 'ms',
    });
    return [
      row('test of the credentials', tested),
      row('hierarchy in the source editor', built),
      row('saving the organization', saved),
      row('sources page during pulls', listed),
    ];
  } finally {
    await cam.stop();
    removeDataDir(dataDir);
  }
}
