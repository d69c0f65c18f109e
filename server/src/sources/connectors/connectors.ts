import type { ConnectableCloud } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import type { Connector } from './connector';
import type { ProviderEndpoints } from './endpoints';
import { AwsConnector } from './aws/aws-connector';
import { putsOff } from './aws/aws-error';
import type { AwsEnvironment } from '../../platform/config';
import { AwsRegions } from './aws/regions';
import { RoleSessions } from './aws/role-session';
import { AzureConnector } from './azure/azure-connector';
import { EntraConnector } from './entra/entra-connector';
import { DIRECTORY_SCOPES, GoogleDirectory } from './gcp/directory-parts';
import { GcpConnector } from './gcp/gcp-connector';
import { GoogleApis } from './gcp/google-apis';
import { readServiceAccountKey, serviceAccount } from './gcp/service-account';
import { Transport, type TransportOptions } from './http/transport';
import { clientCredentials } from './microsoft/client-credentials';
import { ODataClient } from './microsoft/odata-client';
import { OktaClient } from './okta/okta-client';
import { OktaConnector } from './okta/okta-connector';

/** What somebody typed into the fields of a source, secrets as they are. */
export type Credentials = Readonly<Record<string, string | undefined>>;

export interface Asking {
  endpoints: ProviderEndpoints;
  transport: TransportOptions;
  /** What the environment of the server says of its own identity at AWS. */
  aws?: AwsEnvironment;
}

type MakeConnector = (credentials: Credentials, asking: Asking) => Connector;

/** How sources of each cloud type are pulled live. */
const CONNECTORS: Record<ConnectableCloud, MakeConnector> = {
  AWS: (credentials, { endpoints, transport, aws = {} }) => {
    const {
      role_arn: roleArn = '',
      external_id: externalId = '',
      cloud_trail_arn: trailArn = '',
      ct_log_archive_account_id: logAccountId = '',
      sns_topic_arn: topicArn = '',
    } = credentials;
    const regions = new AwsRegions(roleArn.split(':')[1] ?? 'aws', endpoints.aws);
    const sessions = new RoleSessions(regions, new Transport({ ...transport, putsOff }), aws);
    return new AwsConnector(sessions, regions, { roleArn, externalId, trailArn, logAccountId, topicArn });
  },
  AZURE: ({ tenant_id: tenantId = '', app_client_id: clientId = '', app_secret: secret = '' }, { endpoints, transport }) => {
    const sender = new Transport(transport);
    const arm = endpoints.microsoft('arm');
    const authorize = clientCredentials(endpoints.microsoft('login'), arm, { tenantId, clientId, secret }, sender);
    return new AzureConnector(new ODataClient(arm, sender, authorize), tenantId.toLowerCase());
  },
  GCP: (credentials, { endpoints, transport }) => {
    const { organization_id: organizationId = '', domain = '', admin_email: adminEmail = '', gcp_json_file_text: file = '' } = credentials;
    const sender = new Transport(transport);
    const key = readServiceAccountKey(file);
    const apis = new GoogleApis(endpoints, sender, serviceAccount(endpoints.google('oauth2'), key, sender));
    const acting = serviceAccount(endpoints.google('oauth2'), key, sender, { scope: DIRECTORY_SCOPES, sub: adminEmail });
    const directory = adminEmail === '' ? null : new GoogleDirectory(new GoogleApis(endpoints, sender, acting), adminEmail, domain);
    return new GcpConnector(apis, organizationId, key.projectId, directory);
  },
  IDP_AZURE_AD: (credentials, { endpoints, transport }) => {
    const { tenant_id: tenantId = '', app_client_id: clientId = '', app_secret: secret = '', app_instance_id: applicationId = '' } = credentials;
    const sender = new Transport(transport);
    const graph = endpoints.microsoft('graph');
    const authorize = clientCredentials(endpoints.microsoft('login'), graph, { tenantId, clientId, secret }, sender);
    return new EntraConnector(new ODataClient(`${graph}/v1.0`, sender, authorize), tenantId.toLowerCase(), applicationId);
  },
  IDP_OKTA: ({ org_url: orgUrl = '', token = '' }, { endpoints, transport }) => {
    const org = endpoints.okta(orgUrl);
    if (!org) {
      const why = 'It must be https://, and a domain of Okta or one that the operator allows (CAM_OKTA_DOMAINS).';
      throw unprocessable('ORG_URL', `${orgUrl} is no address that an Okta org is asked at. ${why}`);
    }
    return new OktaConnector(new OktaClient(org.base, token, new Transport(transport)), org.domain);
  },
};

/** ARN of the server's own identity at AWS, as trust policies name it. Throws a ProviderError that says what to set where it has none. */
export function awsPrincipal({ endpoints, transport, aws = {} }: Asking): Promise<string> {
  const regions = new AwsRegions(aws.AWS_ROLE_ARN?.split(':')[1] ?? 'aws', endpoints.aws);
  return new RoleSessions(regions, new Transport({ ...transport, putsOff }), aws).principal();
}

/** Throws 422 where the credentials cannot be meant for the provider. Nothing is asked yet. */
export function connectorOf(cloudType: ConnectableCloud, credentials: Credentials, asking: Asking): Connector {
  return CONNECTORS[cloudType](credentials, asking);
}
