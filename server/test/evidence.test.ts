import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvidenceManifest, type EvidenceReport, type Json, parseCanonical, writeEnvelope, writeEvidenceManifest } from '@cam/checker';
import { verifyFile } from '@cam/checker/node';
import JSZip from 'jszip';
import { evidenceFile, type EvidenceClaim, type EvidenceSigner } from '../src/areas/proofs/evidence-file';
import { newKey, published, signWith, type StoredKey } from '../src/areas/proofs/signing-keys';
import type { ProofMoment } from '../src/graph';
import { ProofMaker } from '../src/graph/answers/proofs/proof-maker';
import { ACCOUNT, allow, arn, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';
import { silent } from './support/test-database';

const snapshots = StoredSnapshots.ofEachTest();
const keys: StoredKey[] = [newKey('2026-11-01T00:00:00.000Z')];
const signer: EvidenceSigner = { sign: (bytes) => signWith(keys, bytes), keys: keys.map(published) };
const PUBLIC = keys.map(published);

const uri = (type: string, name: string): string => `${TENANT}:AWS:${ACCOUNT}:-:${type}:${name}`;
const named = (type: string, name: string) => ({ name, uri: uri(type, name) });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-evidence-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  const may = policyDocument(allow(['iam:DeleteRole', 'iam:GetRole'], arn('role', 'payroll'), {}));
  const mayWithFactor = policyDocument(
    allow('iam:TagRole', arn('role', 'payroll'), { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } }),
  );
  await snapshots.take(
    {
      users: [user('ann', { managed: ['Own'] }), user('bob', { inline: { tag: mayWithFactor } }), user('=SUM(A1)')],
      groups: [group('readers', ['Own'])],
      roles: [role('payroll', trust({ Service: 'ec2.amazonaws.com' }))],
      policies: [managedPolicy('Own', may)],
    },
    '2026-11-20',
  );
});

const CLAIMED = [
  { kind: 'reaches', identity: 'ann' },
  { kind: 'reaches', identity: 'bob' },
  { kind: 'not-reaches', identity: '=SUM(A1)' },
  { kind: 'reaches', identity: 'nobody' },
] as const;

async function claims(): Promise<EvidenceClaim[]> {
  const moment: ProofMoment = { snapshotId: await snapshots.head(), madeAt: '2026-11-20T13:00:00.000Z', isPast: false };
  const all = CLAIMED.map(({ kind, identity }) => ({ kind, identity: named('USER', identity) }));
  return [...all, { kind: 'reaches' as const, identity: named('GROUP', 'readers') }].map((one) => ({
    ...one,
    resource: named('ROLE', 'payroll'),
    row: one.kind === 'reaches' ? '-WA' : '',
    actions: null,
    moment,
  }));
}

/** Makes evidence. @returns its files by name */
async function filesOf(own?: readonly EvidenceClaim[]): Promise<{ zip: Buffer; files: Map<string, string> }> {
  const subject = { title: 'Evidence of access', subject: 'user with-access role payroll', meaning: 'Users with access to payroll', notes: [] };
  const graph = { proofMaker: (tx: never, tenantId: string, ...rest: never[]) => ProofMaker.open(tx, snapshots.catalogue, tenantId, ...rest) };
  const deps = { ctx: { db: snapshots.db, log: silent }, graph, signer };
  const parts: Buffer[] = [];
  for await (const part of evidenceFile(deps as never, TENANT, { ...subject, claims: own ?? (await claims()), attached: { 'list.json': '[]\n' } }))
    parts.push(part);
  const zip = Buffer.concat(parts);
  const read = await JSZip.loadAsync(zip, { checkCRC32: true });
  const files = new Map<string, string>();
  for (const name of Object.keys(read.files)) files.set(name, (await read.file(name)?.async('string')) ?? '');
  return { zip, files };
}

async function verified(zip: Buffer, given: typeof PUBLIC = PUBLIC): Promise<EvidenceReport> {
  const path = join(folder, 'evidence.zip');
  writeFileSync(path, zip);
  return (await verifyFile(path, given)).report as EvidenceReport;
}

/** Zips files again, as somebody with any program for zips does. */
async function rezipped(files: ReadonlyMap<string, string>): Promise<Buffer> {
  const zip = new JSZip();
  for (const [name, text] of files) zip.file(name, text);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

/** Changes files and signs the list of them again, as somebody with the key could. */
async function resigned(files: ReadonlyMap<string, string>, change: (files: Map<string, string>, manifest: EvidenceManifest) => void, by = signer) {
  const copy = new Map(files);
  const manifest = payloadOf<EvidenceManifest>(copy.get('manifest.json') ?? '');
  change(copy, manifest);
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  copy.delete('manifest.json');
  const listed = [...copy].map(([name, text]) => ({ name, sha256: digest(text) }));
  copy.set('manifest.json', writeEvidenceManifest({ ...manifest, files: listed }, by.sign));
  return verified(await rezipped(copy));
}

function payloadOf<T>(envelope: string): T {
  const { payload } = JSON.parse(envelope) as { payload: string };
  return parseCanonical(Buffer.from(payload, 'base64').toString()) as T;
}

const linesOf = (files: ReadonlyMap<string, string>): string[] => (files.get('index.csv') ?? '').trimEnd().split('\r\n');

describe('evidence', () => {
  it('has a proof for each row that can be proved, and for every other row the reason why there is none', async () => {
    const { zip, files } = await filesOf();
    const report = await verified(zip);
    expect(report).toMatchObject({
      code: 0,
      signature: 'valid',
      fault: null,
      manifest: { rows: 5, proved: 3, subject: 'user with-access role payroll' },
    });
    expect([...files.keys()].sort()).toEqual([
      ...['README.txt', 'attached/list.json', 'index.csv', 'keys.json', 'manifest.json'],
      ...['proofs/0001.json', 'proofs/0002.json', 'proofs/0003.json'],
    ]);
    const [, ann, bob, sum, nobody, readers] = linesOf(files);
    expect(ann).toContain('"reaches","2026-11-20T13:00:00.000Z","-WA","iam:DeleteRole iam:GetRole","","proofs/0001.json",""');
    expect(bob).toContain('"-WA","","iam:TagRole","proofs/0002.json",""');
    // A spreadsheet would compute a name that begins like this.
    expect(sum).toMatch(/^"'=SUM\(A1\)",.*"not-reaches",.*iam:DeleteRole.*"proofs\/0003.json",""$/);
    expect(nobody).toMatch(/"","","","The graph no longer has this identity or resource. Run the search again."$/);
    expect(readers).toMatch(/"","","","This cannot be proved yet: readers is neither a user nor a role\./);
    const readme = files.get('README.txt') ?? '';
    expect(readme).toContain('5 rows, of which 3 have a proof and 2 have none.');
    for (const { reason } of report.unproved) expect(readme).toContain(`1 row without a proof: ${reason}`);
    expect(report.unproved).toHaveLength(2);
  });

  it('can be packed again with any program, and says which keys its signatures were checked with', async () => {
    const { files } = await filesOf();
    expect(await verified(await rezipped(files), [])).toMatchObject({ code: 0, signature: 'own' });
    expect(await verified(await rezipped(files), [published(newKey('2026-11-02T00:00:00.000Z'))])).toMatchObject({ code: 1, signature: 'invalid' });
  });

  it('does not hold after a change of any file, or with one more or less', async () => {
    const { files } = await filesOf();
    for (const [name, text] of files) {
      for (const at of [0, Math.floor(text.length / 2), text.length - 1]) {
        const changed = `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
        const { code, fault } = await verified(await rezipped(new Map(files).set(name, changed)));
        expect({ name, at, code, place: fault?.place }).toEqual({ name, at, code: 1, place: expect.anything() });
      }
      const others = new Map(files);
      others.delete(name);
      expect({ name, code: (await verified(await rezipped(others))).code }).toEqual({ name, code: 1 });
    }
    const { code, fault } = await verified(await rezipped(new Map(files).set('proofs/0009.json', files.get('proofs/0001.json') ?? '')));
    expect({ code, place: fault?.place }).toEqual({ code: 1, place: 'proofs/0009.json' });
    expect(await verified(await rezipped(files))).toMatchObject({ code: 0 });
  });

  it('holds nothing in the zip that its directory does not list', async () => {
    const { zip } = await filesOf();
    for (const changed of [Buffer.concat([zip, Buffer.from('x')]), Buffer.concat([zip, zip]), zip.subarray(0, -1), zip.subarray(0, 10)])
      expect(await verified(changed)).toMatchObject({ code: 1, signature: 'unchecked', fault: { place: 'zip' } });
    const other = Buffer.from(zip);
    other.write('proofs/0002', zip.indexOf('proofs/0001'));
    expect(await verified(other)).toMatchObject({ code: 1, fault: { place: 'zip' } });
  });

  it('does not hold if any cell of a line says something else than its proof, also when the list of files is signed again', async () => {
    const { files } = await filesOf();
    const [heading = '', ...lines] = linesOf(files);
    const write = (copy: Map<string, string>, changed: readonly string[]): Map<string, string> =>
      copy.set('index.csv', `${[heading, ...changed].join('\r\n')}\r\n`);
    const cellOf = (line: string): string[] => line.slice(1, -1).split('","');
    const columns = cellOf(heading);
    expect(await resigned(files, (copy) => write(copy, lines))).toMatchObject({ code: 0 });
    for (const [index, line] of lines.slice(0, 3).entries()) {
      for (const column of ['identity_uri', 'resource_uri', 'claim', 'as_of', 'actions', 'conditional_actions', 'proof', 'reason']) {
        const cells = cellOf(line);
        const at = columns.indexOf(column);
        cells[at] = `${cells[at] ?? ''}x`;
        const changed = lines.with(index, `"${cells.join('","')}"`);
        expect({ column, index, code: (await resigned(files, (copy) => write(copy, changed))).code }).toEqual({ column, index, code: 1 });
      }
    }
    const wrong: Record<string, string[]> = {
      'a line less': lines.slice(1),
      'a line without proof and reason': lines.with(3, (lines[3] ?? '').replace(/"[^"]*"$/, '""')),
      'two lines with one proof': lines.with(1, lines[0] ?? ''),
      'lines in exchanged places': [lines[1] ?? '', lines[0] ?? '', ...lines.slice(2)].map((line, at) =>
        at === 0 ? line.replace('0002', '0001') : line,
      ),
      'no quotes': lines.with(0, (lines[0] ?? '').replaceAll('"', '')),
    };
    for (const [way, changed] of Object.entries(wrong))
      expect({ way, code: (await resigned(files, (copy) => write(copy, changed))).code }).toEqual({ way, code: 1 });
  });

  it('does not hold with a forged proof, with other counts, or with proofs of two imports, also when the list of files is signed again', async () => {
    const { files } = await filesOf();
    const forged = payloadOf<{ claim: { actions: { value: string }[] } }>(files.get('proofs/0002.json') ?? '');
    const envelope = (payload: unknown): string => writeEnvelope(payload as Json, signer.sign);
    expect(await resigned(files, (copy) => copy.set('proofs/0002.json', envelope(forged)))).toMatchObject({ code: 0 });
    for (const action of forged.claim.actions) action.value = 'always';
    const changedClaim = await resigned(files, (copy) => {
      copy.set('proofs/0002.json', envelope(forged));
      copy.set('index.csv', (copy.get('index.csv') ?? '').replace('"","iam:TagRole"', '"iam:TagRole",""'));
    });
    expect(changedClaim).toMatchObject({ code: 1, fault: { place: 'proofs/0002.json claim/actions' } });
    expect(await resigned(files, (_copy, manifest) => (manifest.rows += 1))).toMatchObject({ code: 1, fault: { place: 'rows' } });
    expect(await resigned(files, (_copy, manifest) => (manifest.proved -= 1))).toMatchObject({ code: 1, fault: { place: 'proved' } });
    expect(await resigned(files, (copy) => copy.set('proofs/0009.json', copy.get('proofs/0001.json') ?? ''))).toMatchObject({
      code: 1,
      fault: { place: 'proofs/0009.json' },
    });
    const newer = { ...payloadOf<object>(files.get('proofs/0001.json') ?? ''), format: 'cam-proof/9' };
    expect(await resigned(files, (copy) => copy.set('proofs/0001.json', envelope(newer)))).toMatchObject({
      code: 2,
      fault: { place: 'proofs/0001.json format' },
    });
    const stranger = newKey('2026-11-01T00:00:00.000Z');
    const bySomebody = { sign: (bytes: Uint8Array) => signWith([stranger], bytes), keys: [published(stranger)] };
    expect(await resigned(files, () => undefined, bySomebody)).toMatchObject({ code: 1, signature: 'invalid' });
    // The same time and source, but an import in between.
    await snapshots.take({ users: [user('ann')], roles: [role('payroll', trust({ Service: 'ec2.amazonaws.com' }))] }, '2026-11-21');
    const all = await claims();
    const later = await filesOf(all.slice(0, 1).map((claim) => ({ ...claim, kind: 'not-reaches' })));
    const mixed = await resigned(files, (copy, manifest) => {
      copy.set('proofs/0009.json', later.files.get('proofs/0001.json') ?? '');
      copy.set('index.csv', `${copy.get('index.csv') ?? ''}${(linesOf(later.files)[1] ?? '').replace('0001', '0009')}\r\n`);
      Object.assign(manifest, { rows: manifest.rows + 1, proved: manifest.proved + 1 });
    });
    expect(mixed).toMatchObject({ code: 1, fault: { place: 'proofs/0009.json' } });
    expect(mixed.fault?.message).toContain(`aws-${ACCOUNT}`);
  });
});
