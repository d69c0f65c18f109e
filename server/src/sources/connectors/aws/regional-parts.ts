import type { AwsCall } from '../../../graph';
import type { ReadPart } from '../pull';
import { fileOf, type AccountReader } from './account-reader';
import type { AwsResponse } from './responses';
import { REGIONAL_DETAILS, REGIONAL_LISTS, TABLE_POLICY, type Entry, type RegionalDetail, type RegionalList } from './regional-calls';

const RESOURCES = 'PHASE_PULL_RESOURCES' as const;

/** Returns the parts that list the resources of a region. */
export function regionalLists(reader: AccountReader, region: string): ReadPart[] {
  return [...REGIONAL_LISTS, accessPoints(reader.accountId)].map((list) => ({
    name: `${region}/${list.call}`,
    region,
    phase: RESOURCES,
    grant: reader.grant,
    read: () => reader.list(`${region}/`, region, list),
  }));
}

/** Returns the parts that read each resource of a region, above all its policies. */
export function regionalDetails(reader: AccountReader, region: string): ReadPart[] {
  return [...REGIONAL_DETAILS.map((detail) => detailPart(reader, region, detail)), tablePolicies(reader, region), ...ofAccessPoints(reader, region)];
}

function detailPart(reader: AccountReader, region: string, detail: RegionalDetail): ReadPart {
  const { call, list: of, service, operation, input, subject, absent, pages } = detail;
  return {
    name: `${region}/${call}`,
    dependsOn: `${region}/${of}`,
    region,
    phase: RESOURCES,
    grant: reader.grant,
    read: () =>
      reader.forEach(call, reader.entries<Entry>(`${region}/`, region, listOf(of)), subject, async (entry) => {
        const detailInput = input(entry);
        if (detailInput === null) return;
        await reader.detail(fileOf(`${region}/${call}`, subject(entry)), absent, () =>
          pages === undefined
            ? reader.client.call(service, region, operation, detailInput)
            : reader.all(service, region, operation, pages, { request: 'Marker', response: 'NextMarker' }, detailInput),
        );
      }),
  };
}

/** Reads table policies by ARN, which follows from the name. */
function tablePolicies(reader: AccountReader, region: string): ReadPart {
  const { call, absent } = TABLE_POLICY;
  const name = (entry: Entry): string => String(entry);
  return {
    name: `${region}/${call}`,
    dependsOn: `${region}/dynamodb/list-tables`,
    region,
    phase: RESOURCES,
    grant: reader.grant,
    read: () =>
      reader.forEach(call, reader.entries<Entry>(`${region}/`, region, listOf('dynamodb/list-tables')), name, async (entry) => {
        const arn = `arn:${reader.client.partition}:dynamodb:${region}:${reader.accountId}:table/${name(entry)}`;
        const ask = (): Promise<AwsResponse> => reader.client.call('dynamodb', region, 'GetResourcePolicy', { ResourceArn: arn });
        await reader.detail(fileOf(`${region}/${call}`, name(entry)), absent, ask);
      }),
  };
}

/** Returns the list of access points, which names the account in a header. */
function accessPoints(accountId: string): RegionalList {
  return {
    call: 's3control/list-access-points',
    service: 's3control',
    operation: 'ListAccessPoints',
    field: 'AccessPointList',
    input: { 'x-amz-account-id': accountId, maxResults: 1000 },
    paging: { request: 'nextToken', response: 'NextToken' },
  };
}

/** Returns the parts that read the settings and the policy of each access point. */
function ofAccessPoints(reader: AccountReader, region: string): ReadPart[] {
  const list = accessPoints(reader.accountId);
  const name = (entry: Entry): string => (typeof entry === 'string' ? entry : String(entry.Name));
  const part = (call: AwsCall, operation: string, absent?: RegExp): ReadPart => ({
    name: `${region}/${call}`,
    dependsOn: `${region}/${list.call}`,
    region,
    phase: RESOURCES,
    grant: reader.grant,
    read: () =>
      reader.forEach(call, reader.entries<Entry>(`${region}/`, region, list), name, (entry) =>
        reader.detail(fileOf(`${region}/${call}`, name(entry)), absent, () =>
          reader.client.call('s3control', region, operation, { name: name(entry), 'x-amz-account-id': reader.accountId }),
        ),
      ),
  });
  return [
    part('s3control/get-access-point', 'GetAccessPoint'),
    part('s3control/get-access-point-policy', 'GetAccessPointPolicy', /^NoSuchAccessPointPolicy$/),
  ];
}

function listOf(call: string): RegionalList {
  const found = REGIONAL_LISTS.find((list) => list.call === call);
  if (!found) throw new Error(`${call} is not in REGIONAL_LISTS`);
  return found;
}
