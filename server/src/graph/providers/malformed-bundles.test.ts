import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import JSZip from 'jszip';
import { compactCatalogue } from '../../../../scripts/catalogue/compact-catalogue';
import { ACCOUNT, allow, COMPANY, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../test/support/aws-account';
import { AWS_BUNDLE } from '../../../test/support/aws-bundle';
import { mutations, WRONG } from '../../../test/support/mutations';
import { Catalogue } from '../engine/catalogue/catalogue';
import { Directory } from '../pipeline/context/directory';
import { buildGraph } from '../pipeline/build-graph';
import type { Entity } from '../engine/model';
import { AwsAccountBundle } from './aws/read/read';
import { readBundle } from '../../sources/read-bundle';

const MEGABYTE = 1024 * 1024;
const catalogue = new Catalogue(compactCatalogue(resolve(__dirname, '../../../..')));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-malformed-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Files = Record<string, string | Buffer | object | Readable>;

/** Runs everything that an import does with a bundle except storing it. */
async function imported(files: Files) {
  const path = join(folder, 'bundle.zip');
  const zip = new JSZip();
  for (const [name, content] of Object.entries(files)) {
    zip.file(name, typeof content === 'string' || Buffer.isBuffer(content) || content instanceof Readable ? content : JSON.stringify(content));
  }
  await pipeline(zip.generateNodeStream({ streamFiles: true, compression: 'DEFLATE', compressionOptions: { level: 1 } }), createWriteStream(path));
  return atPath(path, 'bundle.zip');
}

async function atPath(path: string, fileName: string) {
  const { warnings, normalise } = await readBundle(path, fileName, new AwsAccountBundle(), () => Promise.resolve());
  const facts = normalise('t', ACCOUNT, new Date());
  const graph = buildGraph('t', facts, catalogue);
  const said = [...warnings, ...facts.warnings].filter(({ message }) => !message.startsWith('The bundle has no'));
  return { said, graph, names: graph.entities.map(({ entity }) => entity.name) };
}

/** JSON of about this many bytes, generated while it is read. */
function* large(bytes: number): Generator<string> {
  const line = `${' '.repeat(4095)}\n`;
  yield '{"Buckets": [';
  for (let written = 0; written < bytes; written += line.length) yield line;
  yield ']}';
}

describe('the import of an unusual AWS bundle', () => {
  it('reports the file and byte of truncated, invalid or non-UTF-8 JSON, and imports the rest', async () => {
    const keys = JSON.stringify({ Keys: [{ KeyArn: `arn:aws:kms:eu-west-1:${ACCOUNT}:key/1` }] });
    const { said, names } = await imported({
      'iam.json': dump(COMPANY),
      'kms/list-keys.json': keys.slice(0, -5),
      's3/list-buckets.json': Buffer.concat([Buffer.from('{"Buckets": [{"Name": "pay'), Buffer.from([0xc3, 0x28]), Buffer.from('roll"}]}')]),
      'sns/list-topics.json': '<html>denied</html>',
    });
    expect(said).toEqual([
      { file: 'kms/list-keys.json', place: `byte ${keys.length - 5}`, message: expect.stringContaining('cut off here') },
      { file: 's3/list-buckets.json', place: 'byte 26', message: expect.stringContaining('not valid UTF-8') },
      { file: 'sns/list-topics.json', place: 'byte 0', message: expect.stringContaining('not valid here') },
    ]);
    expect(names).toEqual(expect.arrayContaining(['ada', 'deployer', 'pay\uFFFD(roll']));
  });

  it('skips a file of 200 MB in the zip with a warning, and imports the rest', async () => {
    const files = { 'iam.json': dump(COMPANY), 's3/list-buckets.json': Readable.from(large(200 * MEGABYTE)) };
    const { said, names } = await imported(files);
    expect(said).toEqual([{ file: 's3/list-buckets.json', place: null, message: expect.stringContaining('larger than 128 MB and was skipped') }]);
    expect(names).toContain('ada');
  }, 60_000);

  it('rejects a single file of 200 MB without reading it', async () => {
    const path = join(folder, 'dump.json');
    await writeFile(path, '{}');
    await truncate(path, 200 * MEGABYTE);
    const before = process.memoryUsage().arrayBuffers;
    await expect(atPath(path, 'dump.json')).rejects.toThrow('contains no readable output');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * MEGABYTE);
  });

  it('imports entities with unknown enumeration values', async () => {
    const instance = {
      InstanceId: 'i-1',
      State: { Name: 'daydreaming', Code: 99 },
      Placement: { AvailabilityZone: 'moon-base-1a' },
      MetadataOptions: { HttpTokens: 'maybe' },
      Tags: [{ Key: 'Name', Value: 'odd' }],
    };
    const { said, names } = await imported({
      'iam.json': dump({
        users: [user('ada', { inline: { p: policyDocument({ Effect: 'Perhaps', Action: 's3:*', Resource: '*' }, allow('s3:*')) } })],
      }),
      'ec2/describe-instances.json': { Reservations: [{ OwnerId: ACCOUNT, Instances: [instance] }] },
      'ec2/describe-security-groups.json': {
        SecurityGroups: [{ GroupId: 'sg-1', GroupName: 'strange', IpPermissions: [{ IpProtocol: 'warp', FromPort: -7 }] }],
      },
      'organizations/describe-policy/p-1.json': {
        Policy: { PolicySummary: { Id: 'p-1', Arn: 'arn:x', Name: 'new', Type: 'NEW_KIND_OF_POLICY' }, Content: '{}' },
      },
    });
    expect(said.map(({ place }) => place)).toEqual(['/UserDetailList/0/UserPolicyList/0/PolicyDocument/Statement/0/Effect']);
    expect(names).toEqual(expect.arrayContaining(['ada', 'odd', 'strange']));
  });

  it('ends if roles, organizational units or groups form cycles', async () => {
    const arn = (id: string): string => `arn:aws:organizations::${ACCOUNT}:ou/o-abcdefghij/${id}`;
    const unit = (id: string): object => ({ OrganizationalUnits: [{ Id: id, Arn: arn(id), Name: id }] });
    const { graph } = await imported({
      'iam.json': dump({
        roles: ['a', 'b', 'c'].map((name, index) => role(name, trust({ AWS: `arn:aws:iam::${ACCOUNT}:role/${'bca'[index]}` }), ['All'])),
        policies: [managedPolicy('All', policyDocument(allow('s3:*')))],
      }),
      'organizations/list-organizational-units-for-parent/ou-1.json': unit('ou-2'),
      'organizations/list-organizational-units-for-parent/ou-2.json': unit('ou-1'),
    });
    expect(graph.entities.filter(({ entity }) => entity.type === 'ROLE' && entity.isIdentity)).toHaveLength(3);

    const entity = (nativeId: string): Entity => ({ uri: nativeId, nativeId, name: nativeId, type: 'GROUP', accountId: 'd', cloudType: 'IDP_OKTA', region: '-', isIdentity: true, isResource: false, attributes: {} }); // prettier-ignore
    const member = (child: string, parent: string) => ({
      child: { nativeId: child },
      parent: { nativeId: parent },
      kind: 'member_of' as const,
      detail: {},
    });
    const [holder] = new Directory(['ann', 'x', 'y'].map(entity), [member('ann', 'x'), member('x', 'y'), member('y', 'x')]).holdersOf(null);
    expect(holder?.refs).toEqual(['ann', 'x', 'y']);
  });

  it('evaluates every statement of a policy with 10,000 statements', async () => {
    const statements = Array.from({ length: 10_000 }, (_none, index) => allow('s3:GetObject', `arn:aws:s3:::bucket-${index}/*`));
    const { said, graph } = await imported({
      'iam.json': dump({ users: [user('ada', { managed: ['Long'] })], policies: [managedPolicy('Long', policyDocument(...statements))] }),
      's3/list-buckets.json': { Buckets: [{ Name: 'bucket-0' }, { Name: 'bucket-9999' }, { Name: 'other' }] },
    });
    const classOf = (name: string) => graph.entities.find(({ entity }) => entity.name === name)?.classId;
    const readable = graph.access.filter(({ read }) => read === 2).map(({ classId }) => classId);
    expect(['bucket-0', 'bucket-9999', 'other'].map((name) => readable.includes(classOf(name) ?? ''))).toEqual([true, true, false]);
    expect(said).toEqual([]);
  });

  it('keeps the first entity of a duplicate id, and reports each other one', async () => {
    const vpc = { VpcId: 'vpc-1', OwnerId: ACCOUNT };
    const { said, names } = await imported({
      'iam.json': dump({
        users: [user('ada'), user('ada')],
        groups: [group('g', []), group('g', [])],
        policies: [managedPolicy('p', policyDocument()), managedPolicy('p', policyDocument(allow('*')))],
      }),
      'eu-west-1/ec2/describe-vpcs.json': { Vpcs: [vpc, vpc] },
    });
    expect(said.map(({ place }) => place).sort()).toEqual(['/GroupDetailList/1', '/Policies/1', '/UserDetailList/1', '/Vpcs/1']);
    expect(names.filter((name) => ['ada', 'g', 'p', 'vpc-1'].includes(name))).toHaveLength(4);
  });
});

describe('an AWS bundle with one malformed value', () => {
  const normalised = (files: Record<string, unknown>) => {
    const bundle = new AwsAccountBundle();
    for (const [name, value] of Object.entries(files)) bundle.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
    const { warnings, normalise } = bundle.result();
    return { warnings, facts: normalise('t', ACCOUNT, new Date()) };
  };
  const whole = normalised(AWS_BUNDLE);

  it.each(Object.keys(AWS_BUNDLE))('in %s keeps the other identities, and every warning names a file', (name) => {
    const others = new Set(whole.facts.entities.filter(({ type }) => ['USER', 'ROLE', 'GROUP'].includes(type)).map(({ uri }) => uri));
    for (const wrong of WRONG) {
      for (const value of mutations(AWS_BUNDLE[name], wrong)) {
        const { warnings, facts } = normalised({ ...AWS_BUNDLE, [name]: value });
        const found = new Set(facts.entities.map(({ uri }) => uri));
        if (name !== 'iam/details.json') expect([...others].filter((uri) => !found.has(uri))).toEqual([]);
        expect([...warnings, ...facts.warnings].filter(({ file }) => !file)).toEqual([]);
        for (const { uri } of facts.entities) if (uri.split(':').length !== 6) throw new Error(`${uri} has not six parts`);
      }
    }
  });
});
