import type { SourceCloud } from '@cam/contracts/server';
import { unprocessable } from '../http/errors';
import type { Connector } from './connector';
import type { ProviderEndpoints } from './endpoints';
import { Transport, type TransportOptions } from './http/transport';
import { OktaClient } from './okta/okta-client';
import { OktaConnector } from './okta/okta-connector';

/** What somebody typed into the fields of a source, secrets as they are. */
export type Credentials = Readonly<Record<string, string | undefined>>;

export interface Asking {
  endpoints: ProviderEndpoints;
  transport: TransportOptions;
}

type MakeConnector = (credentials: Credentials, asking: Asking) => Connector;

/** The one place that knows which cloud types are pulled live. */
const CONNECTORS: Partial<Record<SourceCloud, MakeConnector>> = {
  IDP_OKTA: ({ org_url: orgUrl = '', token = '' }, { endpoints, transport }) => {
    const org = endpoints.okta(orgUrl);
    if (!org) {
      const why = 'It must be https://, and a domain of Okta or one that the operator allows (CAM_OKTA_DOMAINS).';
      throw unprocessable('ORG_URL', `${orgUrl} is no address that an Okta org is asked at. ${why}`);
    }
    return new OktaConnector(new OktaClient(org.base, token, new Transport(transport)), org.domain);
  },
};

/** Cloud types that can be pulled live. */
export function isConnectable(cloudType: string): cloudType is SourceCloud {
  return cloudType in CONNECTORS;
}

/** Throws 422 where the credentials cannot be meant for the provider. Nothing is asked yet. */
export function connectorOf(cloudType: SourceCloud, credentials: Credentials, asking: Asking): Connector {
  const make = CONNECTORS[cloudType];
  if (!make) throw unprocessable('CLOUD_NOT_CONNECTED', `Sources of ${cloudType} cannot be connected by this release. Import a bundle instead.`);
  return make(credentials, asking);
}
