import { startAwsStandIn } from '../../../server/demo/stand-ins/aws-stand-in';
import { ACCOUNTS, bundleOf, EXTERNAL_ID, KEYS, ROLE } from './big-organization';

/** AWS's own pages of an organization. */
const PAGE = 20;

/** What the stand-in was asked so far. */
export interface Told {
  url: string;
  requests: number;
  mostConnections: number;
}

// A stand-in by itself, asked by its parent how it is: in the process of a connector its memory would be counted with that of the connector.
const standIn = await startAwsStandIn(ACCOUNTS.map(bundleOf), { keys: KEYS, roleName: ROLE, externalId: EXTERNAL_ID, pageSize: PAGE });
let requests = 0;
const tell = (): void => {
  requests += standIn.requests.length;
  standIn.reset();
  process.send?.({ url: standIn.url, requests, mostConnections: standIn.mostConnections } satisfies Told);
};
process.on('message', tell);
process.on('disconnect', () => process.exit());
tell();
