import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canonical, type Json, readPublicKeys, type Report, verify } from '@cam/checker';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, serverUrl, type TestTenant } from './support/client';

const OTHER = '444455556666';
const objects = (bucket: string): string => `arn:aws:s3:::${bucket}/*`;
const GET = 's3:GetObject';

const HOME = {
  'iam/get-account-authorization-details.json': dump({
    users: [
      user('ann', { groups: ['readers'] }),
      user('eve', { inline: { become: policyDocument(allow('sts:AssumeRole', arn('role', 'first'))) } }),
      user('kim', { managed: ['Read'], boundary: 'Little' }),
      user('out', { inline: { abroad: policyDocument(allow(GET, objects('foreign'))) } }),
    ],
    groups: [group('readers', ['Read'])],
    roles: [
      role('first', trust({ AWS: arn('user', 'eve') }), ['BecomeSecond']),
      role('second', trust({ AWS: arn('role', 'first') }, { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } }), ['Read']),
    ],
    policies: [
      managedPolicy('Read', policyDocument(allow(GET, objects('payroll')))),
      managedPolicy('BecomeSecond', policyDocument(allow('sts:AssumeRole', arn('role', 'second')))),
      managedPolicy('Little', policyDocument(allow('s3:ListBucket'))),
    ],
  }),
  's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] },
};

const ABROAD = {
  'iam/get-account-authorization-details.json': JSON.parse(
    JSON.stringify(dump({ users: [user('guest')], roles: [role('guard', trust({ AWS: arn('user', 'guest') }))] })).replaceAll(ACCOUNT, OTHER),
  ) as object,
  's3/list-buckets.json': { Buckets: [{ Name: 'foreign' }] },
  's3/get-bucket-policy/foreign.json': {
    Policy: JSON.stringify(policyDocument({ ...allow(GET, objects('foreign')), Principal: { AWS: arn('user', 'out') } })),
  },
};

let tenant: TestTenant;
let folder: string;

beforeAll(async () => {
  tenant = await createTenant();
  await importAccount(tenant.token, await zipOf(ABROAD), { account: OTHER });
  await importAccount(tenant.token, await zipOf(HOME));
  folder = mkdtempSync(join(tmpdir(), 'cam-proofs-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const uri = (type: string, name: string, account = ACCOUNT): string => `${tenant.tenantId}:AWS:${account}:-:${type}:${name}`;
const bucket = (name: string, account = ACCOUNT): string => uri('OBJECT_STORE', name, account);

async function prove(kind: 'reaches' | 'not-reaches', identity_uri: string, resource_uri: string, actions?: string[], as_of?: string) {
  const body = { kind, identity_uri, resource_uri, ...(actions ? { actions } : {}), ...(as_of === undefined ? {} : { as_of }) };
  return api('POST /v1/proofs', { body }, tenant.token);
}

async function verified(kind: 'reaches' | 'not-reaches', identity: string, resource: string, actions?: string[]): Promise<Report> {
  const { status, body } = await prove(kind, identity, resource, actions);
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
  const { body: keys } = await api('GET /v1/proofs/keys', {});
  return verify(canonical(body as unknown as Json), readPublicKeys(JSON.stringify(keys)));
}

const claimed = ({ proof }: Report): string[] => proof?.claim.actions.map(({ action, on, value }) => `${action} ${on} ${value}`) ?? [];
const rules = ({ proof }: Report): string[] => proof?.steps.map(({ rule }) => rule) ?? [];

describe('a proof of access', () => {
  it('shows what a group gives', async () => {
    const report = await verified('reaches', uri('USER', 'ann'), bucket('payroll'));
    expect(report).toMatchObject({ code: 0, signature: 'valid' });
    expect(claimed(report)).toEqual([`${GET} arn:aws:s3:::payroll/any always`]);
    expect(report.proof?.assumes.map(({ id }) => id.split(' ')[0])).toEqual(['catalogue', 'no-organization', 'request']);
  });

  it('follows roles, one after the other, and keeps their conditions', async () => {
    const report = await verified('reaches', uri('USER', 'eve'), bucket('payroll'), [GET]);
    expect(report).toMatchObject({ code: 0, signature: 'valid' });
    expect(claimed(report)).toEqual([`${GET} arn:aws:s3:::payroll/any conditional`]);
    expect(rules(report).filter((rule) => rule === 'becomes')).toHaveLength(2);
  });

  it('crosses accounts, with the roots of both', async () => {
    const report = await verified('reaches', uri('USER', 'out'), bucket('foreign', OTHER));
    expect(claimed(report)).toEqual([`${GET} arn:aws:s3:::foreign/any always`]);
    const { body } = await api('GET /v1/proofs/manifest', {}, tenant.token);
    expect(report.proof?.sources.map(({ manifest }) => manifest).sort()).toEqual(body.manifests.map(({ digest }) => digest).sort());
    const [first] = body.manifests;
    const ofSnapshot = await api('GET /v1/proofs/manifest', { query: { snapshot: first?.snapshot } }, tenant.token);
    expect(ofSnapshot.body.manifests).toEqual([first]);
    expect(first?.bundle_sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a proof that something is out of reach', () => {
  it('names the layer that refuses', async () => {
    const report = await verified('not-reaches', uri('USER', 'kim'), bucket('payroll'), [GET]);
    expect(report).toMatchObject({ code: 0, signature: 'valid' });
    expect(JSON.stringify(report.proof?.steps.at(-1)?.says)).toContain('not allowed by boundary');
  });

  it('covers every action and every role of all accounts', async () => {
    const report = await verified('not-reaches', uri('USER', 'guest', OTHER), bucket('payroll'));
    expect(report.proof?.claim.actions.length).toBeGreaterThan(50);
    expect(report.proof?.steps.find(({ rule }) => rule === 'closes')?.says).toMatchObject({
      members: [arn('user', 'guest', OTHER), arn('role', 'guard', OTHER)],
      roles: 3,
    });
    expect(report.proof?.assumes.map(({ id }) => id)).toContain('chains');
  });
});

describe('what cannot be proved', () => {
  it('is refused with a sentence that says why', async () => {
    const refusal = async (...asked: Parameters<typeof prove>) => {
      const { status, body } = await prove(...asked);
      return { status, code: (body as unknown as { code: string }).code };
    };
    expect(await refusal('reaches', uri('USER', 'kim'), bucket('payroll'))).toEqual({ status: 422, code: 'CLAIM_FALSE' });
    expect(await refusal('reaches', uri('USER', 'ann'), bucket('payroll'), ['s3:PutObject'])).toEqual({ status: 422, code: 'CLAIM_FALSE' });
    expect(await refusal('not-reaches', uri('USER', 'eve'), bucket('payroll'), [GET])).toEqual({ status: 422, code: 'CLAIM_FALSE' });
    expect(await refusal('reaches', uri('GROUP', 'readers'), bucket('payroll'))).toEqual({ status: 422, code: 'PROOF_NOT_EXPRESSIBLE' });
    expect(await refusal('not-reaches', uri('USER', 'ann'), uri('ACCOUNT_DATA', ACCOUNT))).toEqual({ status: 422, code: 'PROOF_NOT_EXPRESSIBLE' });
    expect(await refusal('reaches', uri('USER', 'ann'), bucket('payroll'), ['s3:Fly'])).toEqual({ status: 422, code: 'UNKNOWN_ACTION' });
    expect(await refusal('reaches', uri('USER', 'nobody'), bucket('payroll'))).toEqual({ status: 404, code: 'NOT_FOUND' });
    const ofDay = (day: string) => refusal('reaches', uri('USER', 'ann'), bucket('payroll'), undefined, day);
    expect(await ofDay('2020-01-01')).toEqual({ status: 422, code: 'BEFORE_FIRST_SNAPSHOT' });
    expect(await ofDay('2999-01-01')).toEqual({ status: 422, code: 'DAY_IN_FUTURE' });
    const today = new Date().toISOString().slice(0, 10);
    expect((await prove('reaches', uri('USER', 'ann'), bucket('payroll'), [GET], today)).status).toBe(200);
    const foreign = await createTenant();
    const { status } = await api(
      'POST /v1/proofs',
      { body: { kind: 'reaches', identity_uri: uri('USER', 'ann'), resource_uri: bucket('payroll') } },
      foreign.token,
    );
    expect(status).toBe(404);
  });
});

describe('the checker as a file', () => {
  const run = promisify(execFile);

  async function checked(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const answer = await fetch(`${serverUrl}/v1/proofs/checker`);
    const file = Buffer.from(await answer.arrayBuffer());
    const { body } = await api('GET /v1/proofs/keys', {});
    expect(createHash('sha384').update(file).digest('hex')).toBe(body.checker_sha384);
    expect(file.length).toBeLessThan(90_000);
    writeFileSync(join(folder, 'cam-verify.mjs'), file);
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(body));
    return run(process.execPath, ['cam-verify.mjs', ...args], { cwd: folder }).then(
      (ended) => ({ code: 0, ...ended }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  }

  it('replays a proof without a server, and says by its exit code whether it holds', async () => {
    const { body } = await prove('reaches', uri('USER', 'eve'), bucket('payroll'), [GET]);
    const text = canonical(body as unknown as Json);
    writeFileSync(join(folder, 'proof.json'), text);
    const valid = await checked('proof.json', '--key', 'keys.json');
    expect(valid.code).toBe(0);
    expect(valid.stdout).toContain(`${arn('user', 'eve')} may take ${GET} under conditions on arn:aws:s3:::payroll.`);
    expect(valid.stdout).toContain('aws:multifactorauthpresent');
    expect(valid.stdout).toContain('Signature: valid');
    expect(valid.stdout.indexOf('Assumptions')).toBeLessThan(valid.stdout.indexOf('Steps'));

    const forged = JSON.parse(Buffer.from(body.payload, 'base64').toString()) as { claim: { actions: { value: string }[] } };
    (forged.claim.actions[0] as { value: string }).value = 'always';
    writeFileSync(
      join(folder, 'forged.json'),
      canonical({ ...body, payload: Buffer.from(canonical(forged as unknown as Json)).toString('base64') } as unknown as Json),
    );
    const invalid = await checked('forged.json');
    expect(invalid.code).toBe(1);
    expect(invalid.stdout).toMatch(/Invalid at claim\/actions[\s\S]*in the file:.*always[\s\S]*follows:.*conditional/);

    const newer = { ...forged, format: 'cam-proof/9' };
    writeFileSync(
      join(folder, 'newer.json'),
      canonical({ ...body, payload: Buffer.from(canonical(newer as unknown as Json)).toString('base64') } as unknown as Json),
    );
    expect((await checked('newer.json')).code).toBe(2);
    expect(await checked('none.json')).toMatchObject({ code: 64, stderr: expect.stringContaining('none.json cannot be read') });
    expect(await checked()).toMatchObject({ code: 64, stderr: expect.stringContaining('Exit codes') });
  });
});
