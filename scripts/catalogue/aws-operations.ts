import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Generates the table of AWS operations and their responses (`server/src/sources/connectors/aws/aws-operations.json`) from the service models in
 * AWS's own command line: `npx tsx scripts/catalogue/aws-operations.ts PATH_OF/botocore/data`. For XML protocols, it contains every field with its
 * element. For JSON protocols, it contains only time fields, which arrive as numbers.
 */
const OPERATIONS: Record<string, string> = {
  sts: 'AssumeRole AssumeRoleWithWebIdentity GetCallerIdentity',
  iam: 'GetAccountAuthorizationDetails GenerateCredentialReport GetCredentialReport GenerateServiceLastAccessedDetails GetServiceLastAccessedDetails ListAccountAliases',
  organizations:
    'DescribeOrganization ListRoots ListAccounts ListAccountsForParent ListOrganizationalUnitsForParent ListPolicies ListTargetsForPolicy DescribePolicy',
  s3: 'ListBuckets GetBucketLocation GetBucketPolicy GetPublicAccessBlock GetBucketTagging GetBucketAcl GetBucketOwnershipControls ListObjectsV2',
  s3control: 'GetPublicAccessBlock ListAccessPoints GetAccessPoint GetAccessPointPolicy',
  ec2: 'DescribeRegions DescribeInstances DescribeVolumes DescribeSnapshots DescribeSnapshotAttribute DescribeVpcs DescribeSubnets DescribeRouteTables DescribeSecurityGroups DescribeAddresses DescribeInternetGateways DescribeVpcEndpoints',
  elbv2: 'DescribeLoadBalancers',
  rds: 'DescribeDBInstances DescribeDBClusters DescribeDBSnapshots DescribeDBSnapshotAttributes',
  lambda: 'ListFunctions GetPolicy ListFunctionUrlConfigs',
  dynamodb: 'ListTables DescribeTable GetResourcePolicy',
  kms: 'ListKeys DescribeKey GetKeyPolicy ListGrants ListAliases',
  sqs: 'ListQueues GetQueueAttributes GetQueueUrl ReceiveMessage DeleteMessageBatch',
  sns: 'ListTopics GetTopicAttributes ListSubscriptionsByTopic',
  secretsmanager: 'ListSecrets GetResourcePolicy',
  ecr: 'DescribeRepositories GetRepositoryPolicy',
  cloudtrail: 'LookupEvents DescribeTrails',
  resourcegroupstaggingapi: 'GetResources',
  'sso-admin':
    'ListInstances ListPermissionSets DescribePermissionSet GetInlinePolicyForPermissionSet ListManagedPoliciesInPermissionSet ListCustomerManagedPolicyReferencesInPermissionSet GetPermissionsBoundaryForPermissionSet ListAccountsForProvisionedPermissionSet ListAccountAssignments',
  identitystore: 'ListUsers ListGroups ListGroupMemberships',
};

interface Model {
  metadata: { protocol: string; apiVersion: string; endpointPrefix: string; signingName?: string; jsonVersion?: string; targetPrefix?: string };
  operations: Record<string, { http: { method: string; requestUri: string }; output: { shape: string; resultWrapper?: string } }>;
  shapes: Record<string, Shape>;
}

interface Member {
  shape: string;
  locationName?: string;
  location?: string;
  flattened?: boolean;
  xmlAttribute?: boolean;
}

interface Shape {
  type: string;
  members?: Record<string, Member>;
  member?: Member;
  flattened?: boolean;
  payload?: string;
}

const LETTERS: Record<string, string> = { integer: 'n', long: 'n', float: 'n', double: 'n', boolean: 'b', timestamp: 't', blob: 's', string: 's' };

class ServiceTable {
  readonly shapes: Record<string, Record<string, string>> = {};
  readonly #isXml: boolean;

  constructor(private readonly model: Model) {
    this.#isXml = !model.metadata.protocol.endsWith('json');
  }

  /** Returns the type: `s` text, `n` number, `b` flag, `t` time, `#Name` structure, `*T/element` list, `+T` list without an element, `{}` map of texts. Null if irrelevant. */
  typeOf({ shape: name, flattened }: Member): string | null {
    const shape = this.model.shapes[name] as Shape;
    if (shape.type === 'structure') return this.#structure(name) ? `#${name}` : null;
    if (shape.type === 'list') {
      const item = this.typeOf(shape.member as Member);
      if (item === null) return null;
      return flattened || shape.flattened
        ? `+${item}`
        : `*${item}/${shape.member?.locationName ?? (this.model.metadata.protocol === 'ec2' ? 'item' : 'member')}`;
    }
    if (shape.type === 'map') return this.#isXml ? '{}' : null;
    const letter = LETTERS[shape.type] ?? 's';
    return this.#isXml || letter === 't' ? letter : null;
  }

  #structure(name: string): boolean {
    if (name in this.shapes) return true;
    const fields: Record<string, string> = (this.shapes[name] = {});
    for (const [field, member] of Object.entries(this.model.shapes[name]?.members ?? {})) {
      if (member.location === 'header') continue;
      const type = this.typeOf(member);
      if (type === null) continue;
      const list = this.model.shapes[member.shape] as Shape;
      const inner = list.flattened ? list.member?.locationName : undefined;
      const wire = member.xmlAttribute ? `@${member.locationName}` : (member.locationName ?? inner ?? field);
      fields[field] = wire === field || !this.#isXml ? type : `${type}=${wire}`;
    }
    if (Object.keys(fields).length > 0 || this.#isXml) return true;
    delete this.shapes[name];
    return false;
  }
}

interface ServiceEntry {
  operations: Record<string, unknown>;
  shapes: Record<string, unknown>;
  [about: string]: unknown;
}

function serviceOf(folder: string, service: string): ServiceEntry {
  const version = readdirSync(join(folder, service)).sort().at(-1) as string;
  const model = JSON.parse(gunzipSync(readFileSync(join(folder, service, version, 'service-2.json.gz'))).toString()) as Model;
  const { protocol, apiVersion, endpointPrefix, signingName = endpointPrefix, jsonVersion, targetPrefix } = model.metadata;
  const table = new ServiceTable(model);
  const operations = Object.fromEntries(
    (OPERATIONS[service] as string).split(' ').map((name) => {
      const { http, output } = model.operations[name] as Model['operations'][string];
      const { payload } = model.shapes[output.shape] as Shape;
      const answer = table.typeOf(output);
      return [
        name,
        {
          ...(protocol.startsWith('rest') ? { http: `${http.method} ${http.requestUri}` } : {}),
          ...(answer ? { output: answer.slice(1) } : {}),
          ...(output.resultWrapper ? { wrapper: output.resultWrapper } : {}),
          ...(payload ? { payload } : {}),
        },
      ];
    }),
  );
  return {
    protocol,
    version: apiVersion,
    host: endpointPrefix,
    signs: signingName,
    ...(jsonVersion ? { json: jsonVersion, target: targetPrefix } : {}),
    operations,
    shapes: table.shapes,
  };
}

const [folder = ''] = process.argv.slice(2);
const out = join(import.meta.dirname, '../../server/src/sources/connectors/aws/aws-operations.json');
const services = Object.keys(OPERATIONS).map((service) => [service, serviceOf(folder, service)] as const);
// One structure per line keeps diffs of the models readable.
const text = services.map(([service, { shapes, operations, ...rest }]: readonly [string, ServiceEntry]) => {
  const lines = (rows: Record<string, unknown>): string =>
    `{\n${Object.entries(rows)
      .map(([name, row]) => `      ${JSON.stringify(name)}: ${JSON.stringify(row)}`)
      .join(',\n')}\n    }`;
  const head = Object.entries(rest).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `  ${JSON.stringify(service)}: {\n${[...head, `    "operations": ${lines(operations)}`, `    "shapes": ${lines(shapes)}`].join(',\n')}\n  }`;
});
writeFileSync(out, `{\n${text.join(',\n')}\n}\n`);
