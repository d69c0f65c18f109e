import type { ConnectableCloud } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import type { Connector } from './connector';
import type { ProviderEndpoints } from './endpoints';
import { AwsConnector } from './aws/aws-connector';
import { isThrottled } from './aws/aws-error';
import type { AwsEnvironment } from '../../platform/config-values';
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

/** The typed fields of a source, with its secrets in clear text. */
export type Credentials = Readonly<Record<string, string | undefined>>;

/** The endpoints, transport options and AWS identity that a connector uses. */
export interface ConnectorContext {
  endpoints: ProviderEndpoints;
  transport: TransportOptions;
  /** The server's AWS identity, from its environment. */
  aws?: AwsEnvironment;
}

type MakeConnector = (credentials: Credentials, context: ConnectorContext) => Connector;

/** Creates the connector of each cloud type. */
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
    const sessions = new RoleSessions(regions, new Transport({ ...transport, isThrottled }), aws);
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
      const rule = 'Enter an https:// address on a domain of Okta, or on one that the operator allows with CAM_OKTA_DOMAINS.';
      throw unprocessable('ORG_URL', `${orgUrl} is not an allowed Okta org URL. ${rule}`);
    }
    return new OktaConnector(new OktaClient(org.base, token, new Transport(transport)), org.domain);
  },
};

/** Returns the ARN of the server's own AWS identity, as trust policies name it. Throws a ProviderError that says what to configure if there is none. */
export function awsPrincipal({ endpoints, transport, aws = {} }: ConnectorContext): Promise<string> {
  const regions = new AwsRegions(aws.AWS_ROLE_ARN?.split(':')[1] ?? 'aws', endpoints.aws);
  return new RoleSessions(regions, new Transport({ ...transport, isThrottled }), aws).principal();
}

/** Returns the connector of a source without any request. Throws 422 if the credentials are malformed. */
export function connectorOf(cloudType: ConnectableCloud, credentials: Credentials, context: ConnectorContext): Connector {
  return CONNECTORS[cloudType](credentials, context);
}
