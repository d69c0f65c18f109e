import { connectorOf } from '../../../server/src/sources/connectors/connectors';
import { ProviderEndpoints } from '../../../server/src/sources/connectors/endpoints';
import { timed, type Benchmark } from '../benchmark';
import { EXTERNAL_ID, KEYS, MANAGEMENT, ROLE, SIZE } from './big-organization';
import { pulled } from './pulled';
import { shown } from './shown';
import { startStandIn } from './stand-in';

/** Target for the hierarchy, ms. */
const TARGET = 2000;

const aws = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey };
const info = { role_arn: `arn:aws:iam::${MANAGEMENT}:role/${ROLE}`, external_id: EXTERNAL_ID };

/** Measures an AWS organization with 1,000 accounts: the time to read and show its hierarchy, and the memory of pulling all accounts. */
export const connectors: Benchmark = {
  name: 'connectors',
  run: async () => {
    const standIn = await startStandIn();
    const { signal: stop } = new AbortController();
    const endpoints = new ProviderEndpoints({ aws: standIn.url }, []);
    const connect = (signal: AbortSignal) => connectorOf('AWS', info, { endpoints, transport: { signal }, aws });
    try {
      const ms = await timed(() => connect(stop).hierarchy());
      return [
        { what: `${SIZE}: hierarchy by the connector`, measured: ms, against: 'target', reference: TARGET, unit: 'ms' },
        ...(await shown(standIn.url, info)),
        ...(await pulled(standIn, stop, connect)),
      ];
    } finally {
      standIn.stop();
    }
  },
};
