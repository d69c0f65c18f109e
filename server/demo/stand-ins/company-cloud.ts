import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ConnectableCloud } from '@cam/contracts/server';
import { type ConnectorContext, type Credentials, ProviderEndpoints } from '../../src/sources';
import { awsBundles } from '../aws/bundle';
import { organizationOfPlan } from '../aws/accounts';
import { azureBundles } from '../azure/bundle';
import { directoryId } from '../entra/directory';
import { entraBundle } from '../entra/bundle';
import type { DemoBundle } from '../files';
import { gcpBundles } from '../gcp/bundle';
import { gcpOrganization } from '../gcp/projects';
import { oktaBundle } from '../okta/bundle';
import { OKTA_ORG } from '../okta/org';
import type { Plan } from '../plan';
import { startAwsStandIn } from './aws-stand-in';
import { startAzureStandIn } from './azure-stand-in';
import { startEntraStandIn } from './entra-stand-in';
import { startGcpStandIn } from './gcp-stand-in';
import { startOktaStandIn } from './okta-stand-in';
import type { PageSize } from './seed';
import type { StandIn } from './stand-in';

/** Secrets of the company's providers. */
export interface CompanySecrets {
  secret: string;
  /** Private key of the Google service account, PEM. */
  googleKey: string;
}

interface CompanyOptions {
  pageSize?: PageSize;
  /** Absent: new ones are created. */
  secrets?: CompanySecrets;
  /** Bundles of each provider. Absent: the whole company. */
  bundles?: (cloud: ConnectableCloud, bundles: DemoBundle[]) => DemoBundle[];
  /** AWS accounts without the role for pulls. */
  without?: readonly string[];
}

/** Name of the role for pulls in the company's AWS accounts. */
const ROLE = 'cam-read-only';
const CLIENT_ID = '11111111-2222-3333-4444-555555555555';
const READER = 'cam@reader.iam.gserviceaccount.com';
/** The field of a source that identifies the company's own connections. */
const SECRET_FIELDS = { AWS: 'external_id', AZURE: 'app_secret', GCP: 'gcp_json_file_text', IDP_AZURE_AD: 'app_secret', IDP_OKTA: 'token' } as const;

/** The provider APIs of the made-up company, each a local server, with the credentials for the company's accounts. */
export class CompanyCloud {
  readonly #secret: string;
  readonly #keys: { accessKeyId: string; secretAccessKey: string };
  readonly #standIns = new Map<ConnectableCloud, Promise<StandIn>>();
  #googleKey: string | undefined;

  constructor(
    private readonly plan: Plan,
    private readonly options: CompanyOptions = {},
  ) {
    this.#secret = options.secrets?.secret ?? randomBytes(24).toString('base64url');
    this.#keys = { accessKeyId: 'AKIACOMPANY', secretAccessKey: this.#secret };
    this.#googleKey = options.secrets?.googleKey;
  }

  /** Returns the bundles of all accounts of a provider. */
  bundles(cloud: ConnectableCloud): DemoBundle[] {
    const all = [...this.#made(cloud)];
    return this.options.bundles?.(cloud, all) ?? all;
  }

  /** Returns the server that stands in for a provider. Starts it on the first call. */
  standIn(cloud: ConnectableCloud): Promise<StandIn> {
    const known = this.#standIns.get(cloud) ?? this.#start(cloud);
    this.#standIns.set(cloud, known);
    return known;
  }

  /** Returns the endpoints and the AWS identity for the connectors of a provider. */
  async connectorContext(cloud: ConnectableCloud): Promise<Pick<ConnectorContext, 'endpoints' | 'aws'>> {
    const { url } = await this.standIn(cloud);
    const endpoints = new ProviderEndpoints({ okta: url, login: url, graph: url, arm: url, google: url, aws: url }, [OKTA_ORG]);
    return { endpoints, aws: { AWS_ACCESS_KEY_ID: this.#keys.accessKeyId, AWS_SECRET_ACCESS_KEY: this.#keys.secretAccessKey } };
  }

  /** Returns the fields of a source. @param organization index of the AWS organization; the company has two */
  credentials(cloud: ConnectableCloud, organization: 0 | 1 = 0): Record<string, string> {
    switch (cloud) {
      case 'AWS':
        return { role_arn: this.roleIn(organizationOfPlan(this.plan, organization).managementId), external_id: this.#secret };
      case 'AZURE':
      case 'IDP_AZURE_AD':
        return { tenant_id: directoryId(this.plan), app_client_id: CLIENT_ID, app_secret: this.#secret };
      case 'GCP':
        return { organization_id: this.#googleOrganization, gcp_json_file_text: JSON.stringify(this.#serviceAccount()) };
      case 'IDP_OKTA':
        return { org_url: `https://${OKTA_ORG}`, token: this.#secret };
    }
  }

  /** Returns whether a connection belongs to the company. */
  owns(cloud: ConnectableCloud, credentials: Credentials): boolean {
    const field = SECRET_FIELDS[cloud];
    return credentials[field] === this.credentials(cloud)[field];
  }

  /** Returns the number of requests since the servers started. */
  async requestCount(): Promise<number> {
    const standIns = await Promise.all(this.#standIns.values());
    return standIns.reduce((sum, { requests }) => sum + requests.length, 0);
  }

  /** Returns the ARN of the role in one AWS account. */
  roleIn(accountId: string): string {
    return `arn:aws:iam::${accountId}:role/${ROLE}`;
  }

  /** Stops the servers. The next call starts them again. */
  async close(): Promise<void> {
    const standIns = [...this.#standIns.values()];
    this.#standIns.clear();
    for (const standIn of standIns) await (await standIn).close();
  }

  *#made(cloud: ConnectableCloud): Iterable<DemoBundle> {
    if (cloud === 'AWS') yield* awsBundles(this.plan);
    else if (cloud === 'AZURE') yield* azureBundles(this.plan);
    else if (cloud === 'GCP') yield* gcpBundles(this.plan);
    else yield cloud === 'IDP_OKTA' ? oktaBundle(this.plan) : entraBundle(this.plan);
  }

  #start(cloud: ConnectableCloud): Promise<StandIn> {
    const { pageSize, without } = this.options;
    const bundles = this.bundles(cloud);
    const [only] = bundles as [DemoBundle];
    const application = { tenantId: directoryId(this.plan), clientId: CLIENT_ID, secret: this.#secret, pageSize };
    switch (cloud) {
      case 'AWS':
        return startAwsStandIn(bundles, { keys: this.#keys, roleName: ROLE, externalId: this.#secret, without, pageSize });
      case 'AZURE':
        return startAzureStandIn(bundles, application);
      case 'IDP_AZURE_AD':
        return startEntraStandIn(only, application);
      case 'GCP':
        return startGcpStandIn(bundles, { email: READER, publicKey: createPublicKey(createPrivateKey(this.#privateKey())), pageSize });
      case 'IDP_OKTA':
        return startOktaStandIn(only, { token: this.#secret, pageSize });
    }
  }

  get #googleOrganization(): string {
    return gcpOrganization(this.plan).slice('organizations/'.length);
  }

  #privateKey(): string {
    this.#googleKey ??= String(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return this.#googleKey;
  }

  #serviceAccount() {
    return {
      type: 'service_account',
      project_id: this.bundles('GCP')[0]?.accountId,
      client_email: READER,
      private_key: this.#privateKey(),
    };
  }
}
