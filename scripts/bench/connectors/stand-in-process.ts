import { startAwsStandIn } from '../../../server/demo/stand-ins/aws-stand-in';
import { ACCOUNTS, bundleOf, EXTERNAL_ID, KEYS, ROLE } from './big-organization';

/** AWS's page size for organizations. */
const PAGE = 20;

/** The request counts of the stand-in. */
export interface StandInStatus {
  url: string;
  requests: number;
  mostConnections: number;
}

// The stand-in has a process of its own, so that its memory does not count as the connector's. The parent asks for its counts by message.
const standIn = await startAwsStandIn(ACCOUNTS.map(bundleOf), { keys: KEYS, roleName: ROLE, externalId: EXTERNAL_ID, pageSize: PAGE });
let requests = 0;
const report = (): void => {
  requests += standIn.requests.length;
  standIn.reset();
  process.send?.({ url: standIn.url, requests, mostConnections: standIn.mostConnections } satisfies StandInStatus);
};
process.on('message', report);
process.on('disconnect', () => process.exit());
report();
