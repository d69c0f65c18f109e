import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonical, type Json, type Proof, readPublicKeys, RULES, verify } from '@cam/checker';
import { ProofMaker } from '../src/graph/answers/proofs/proof-maker';
import { isDirectory } from '../src/graph/answers/proofs/directory-prover';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import { dice } from './support/differential';
import { importedFacts, SPECIAL_ACCOUNTS, TestSigner } from './support/proved-accounts';
import { isGroupType } from '../src/graph/engine/model';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { HOME, randomAccounts, SMALL_CATALOGUE } from './support/random-aws-account';
import { azureFacts, randomAzure } from './support/random-azure';
import { randomEntra, randomOkta } from './support/random-directory';
import { googleFacts, randomGoogle } from './support/random-google';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const FOLDER = join(__dirname, '../../docs/proof/examples');

interface Expected {
  code: 0 | 1 | 2;
  signature: string;
  /** The place of the fault; null where there is none. */
  place: string | null;
}

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

it('each example of the format is judged as the list says', async () => {
  const expected = JSON.parse(textOf('expected.json')) as Record<string, Expected>;
  const keys = readPublicKeys(textOf('keys.json'));
  const files = readdirSync(FOLDER).filter((name) => !['expected.json', 'keys.json'].includes(name));
  expect(files.sort()).toEqual(Object.keys(expected).sort());
  const rules = new Set<string>();
  const found: Record<string, Expected> = {};
  for (const name of files) {
    const { code, signature, fault, proof } = await verify(textOf(name), keys);
    found[name] = { code, signature, place: fault?.place ?? null };
    for (const { rule } of code === 0 ? (proof?.steps ?? []) : []) rules.add(rule);
  }
  expect(found).toEqual(expected);
  expect([...rules].sort()).toEqual(Object.keys(RULES).sort());
});

it('each rule is needed: without it, some valid example cannot be checked any more', async () => {
  const expected = JSON.parse(textOf('expected.json')) as Record<string, Expected>;
  const valid = Object.keys(expected).filter((name) => expected[name]?.code === 0);
  for (const rule of Object.keys(RULES)) {
    const { [rule]: _dropped, ...others } = RULES;
    const codes = new Set<number>();
    for (const name of valid) codes.add((await verify(textOf(name), [], others)).code);
    expect({ rule, isMissed: codes.has(2), isInvalid: codes.has(1) }).toEqual({ rule, isMissed: true, isInvalid: false });
  }
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

// Written from the page alone, by somebody who had not read the first checker: what both say, the page says.
(hasPython ? it : it.skip)('a second checker in Python judges each example as the list says', () => {
  const { status, stdout, stderr } = spawnSync('python3', [join(FOLDER, '../verify_proof.py'), '--examples', FOLDER], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`${readdirSync(FOLDER).length - 2} of ${readdirSync(FOLDER).length - 2} examples agree`);
});

const whenWritten = process.env.CAM_WRITE_DOCS ? describe : describe.skip;

/** Writes the examples anew: `CAM_WRITE_DOCS=1`. */
whenWritten('the examples', () => {
  const catalogue = new Catalogue(SMALL_CATALOGUE);
  const snapshots = StoredSnapshots.ofEachTest(catalogue);
  const signer = new TestSigner();

  /** The kinds of proofs to show, each with what a good example has. */
  const SHOWN: Record<string, (proof: Proof, text: string) => boolean> = {
    'group.json': ({ claim, steps }) => claim.kind === 'reaches' && JSON.stringify(steps[0]?.says).includes(':group/'),
    'conditions.json': ({ claim }, text) => claim.actions.some(({ value }) => value === 'conditional') && text.includes('"scp:2"'),
    'cross-account.json': ({ claim }) => claim.kind === 'reaches' && !claim.resource.uri.includes(claim.identity.uri.split(':')[2] ?? ''),
    'role.json': ({ steps }) => steps.some(({ rule }) => rule === 'becomes'),
    'variables.json': ({ claim }, text) => claim.kind === 'reaches' && text.includes('${aws:'),
    'form.json': ({ claim, documents }) =>
      claim.kind === 'not-reaches' &&
      claim.actions.some(({ on }) => on.endsWith('/*')) &&
      Object.values(documents).some((document) => document.includes('arn:aws:s3:::b1/a/*')),
    'conditional-chain.json': ({ steps }) =>
      steps.some(({ rule, says }) => rule === 'becomes' && (says as { value: string }).value === 'conditional'),
    'full-access.json': ({ claim, assumes }) => claim.kind === 'reaches' && assumes.some(({ id }) => id.startsWith('full-access')),
    'account-root.json': ({ claim, documents }, text) =>
      claim.kind === 'reaches' && text.includes('"resource:account"') && Object.values(documents).some((document) => document.includes(':root"')),
    'dates.json': ({ claim, documents }) =>
      claim.kind === 'reaches' && Object.values(documents).some((document) => document.includes('"aws:CurrentTime"')),
    'management-account.json': ({ claim, sources }, text) =>
      claim.kind === 'reaches' && sources.some(({ account }) => account === HOME) && /"organization":"o-home","rcps":\[\],"scps":\[\]/.test(text),
    'boundary.json': ({ claim }, text) => claim.kind === 'not-reaches' && text.includes('not allowed by boundary'),
    'organization.json': ({ claim }, text) => claim.kind === 'not-reaches' && /(?:denied|not allowed) by (?:scp|rcp)/.test(text),
    'members.json': ({ steps }) => steps.some(({ rule, says }) => rule === 'closes' && (says as { members: string[] }).members.length > 1),
    'google-group.json': ({ claim }, text) => claim.kind === 'reaches' && /"groups":\["group:/.test(text) && text.includes('"gcp-decides"'),
    'google-conditions.json': ({ claim }, text) =>
      claim.actions.some(({ value }) => value === 'conditional') && text.includes('gcp-decides') && text.includes('request.time'),
    'google-account.json': ({ steps }) => steps.some(({ rule }) => rule === 'becomes') && steps.some(({ rule }) => rule === 'gcp-decides'),
    'google-basic-role.json': ({ claim }, text) => claim.kind === 'reaches' && text.includes('gcp-decides') && text.includes('projectEditor:shop'),
    'google-deny.json': ({ claim }, text) => claim.kind === 'not-reaches' && text.includes('"layer":"denied by policies/'),
    'google-boundary.json': ({ claim }, text) => claim.kind === 'reaches' && text.includes('a principal access boundary'),
    'google-members.json': ({ steps }) => steps.some(({ rule, says }) => rule === 'gcp-closes' && (says as { members: string[] }).members.length > 1),
    'azure-group.json': ({ claim, steps }) =>
      claim.kind === 'reaches' && steps.some(({ rule, says }) => rule === 'azure-principal' && (says as { groups: string[] }).groups.length > 1),
    'azure-eligible.json': ({ claim }, text) => claim.kind === 'reaches' && text.includes('the role is activated first'),
    'azure-data.json': ({ claim }, text) =>
      claim.kind === 'reaches' && text.includes('azure-decides') && claim.actions.some(({ on }) => on.endsWith('/*')),
    'azure-deny.json': ({ claim }, text) => claim.kind === 'not-reaches' && /"layer":"denied by [^"]*denyassignments/i.test(text),
    'azure-part.json': ({ claim }, text) => claim.kind === 'reaches' && claim.resource.id.endsWith('/databases/y') && text.includes('azure-decides'),
    'directory-group.json': ({ claim, steps }, text) =>
      claim.kind === 'reaches' && text.includes('"admin_role"') && (steps[0]?.says as { groups?: string[] } | undefined)?.groups?.length === 2,
    'directory-scope.json': ({ claim, documents }) =>
      claim.kind === 'reaches' && Object.values(documents).some((text) => text.includes('"scope":["')),
    'directory-conditional.json': ({ claim }, text) =>
      claim.kind === 'reaches' && claim.actions.some(({ value }) => value === 'conditional') && text.includes('directory-decides'),
    'directory-application.json': ({ claim }) =>
      claim.kind === 'reaches' && claim.actions.some(({ action }) => action === 'microsoft.directory/servicePrincipals/signIn'),
    'directory-okta.json': ({ claim }) => claim.kind === 'reaches' && claim.actions.some(({ action }) => action.startsWith('okta.users.')),
    'directory-administrator.json': ({ claim, documents }, text) =>
      claim.kind === 'not-reaches' && text.includes('directory-out-of-reach') && Object.keys(documents).length > 1,
    'directory-nothing.json': ({ claim, documents }, text) =>
      claim.kind === 'not-reaches' && text.includes('directory-out-of-reach') && Object.keys(documents).length === 0,
    'azure-nothing.json': ({ claim }, text) => claim.kind === 'not-reaches' && text.includes('"layer":"not allowed by any role assignment"'),
  };

  /** Returns random accounts, in turn as they are and with each of the changes. */
  function awsWorld(seed: number): readonly SourceFacts[] {
    const changes = Object.values(SPECIAL_ACCOUNTS);
    return changes[seed % changes.length]?.(importedFacts(randomAccounts(dice(seed)))) ?? [];
  }

  /** Tries all pairs of identities and resources of some facts, and keeps the smallest proof of each kind. */
  async function tryPairs(facts: readonly SourceFacts[], made: Map<string, Proof>): Promise<void> {
    for (const one of facts) await snapshots.takeFacts(one, '2026-11-20');
    const entities = facts.flatMap((one) => one.entities);
    for (const identity of entities.filter(({ isIdentity, type }) => isIdentity && !isGroupType(type))) {
      for (const resource of entities.filter(
        ({ cloudType, isResource, nativeId, uri }) =>
          isResource &&
          (isDirectory(cloudType) || /^(?:arn:|\/\/|serviceAccount:|\/subscriptions\/.*\/providers\/)/.test(nativeId)) &&
          uri !== identity.uri,
      )) {
        for (const kind of ['reaches', 'not-reaches'] as const) {
          const request = { kind, identityUri: identity.uri, resourceUri: resource.uri, actions: null };
          const proof = await snapshots.db
            .tenant(TENANT, async (tx) => (await ProofMaker.open(tx, catalogue, TENANT)).make(request))
            .catch(() => null);
          if (!proof) continue;
          const text = canonical(proof as unknown as Json);
          for (const [name, fits] of Object.entries(SHOWN)) {
            if (fits(proof, text) && (!made.has(name) || text.length < canonical(made.get(name) as unknown as Json).length)) made.set(name, proof);
          }
        }
      }
    }
  }

  it('are written', async () => {
    const made = new Map<string, Proof>();
    const worlds: [(name: string) => boolean, (seed: number) => readonly SourceFacts[]][] = [
      [(name) => !/^(?:google|azure|directory)/.test(name), (seed) => awsWorld(seed)],
      [(name) => name.startsWith('google'), (seed) => googleFacts(randomGoogle(dice(seed), true))],
      [(name) => name.startsWith('directory'), (seed) => [randomEntra(dice(seed)), randomOkta(dice(seed))]],
      [(name) => name.startsWith('azure'), (seed) => azureFacts(randomAzure(dice(seed), true))],
    ];
    for (const [isOfWorld, factsOf] of worlds) {
      const missing = (): boolean => Object.keys(SHOWN).some((name) => isOfWorld(name) && !made.has(name));
      for (let seed = 1; missing() && seed < 60; seed += 1) await tryPairs(factsOf(seed), made);
      await snapshots.anew();
    }
    expect([...made.keys()].sort()).toEqual(Object.keys(SHOWN).sort());
    const files = new Map([...made].map(([name, proof]) => [name, signer.file(proof)]));
    const changed = (from: string, change: (proof: Proof) => unknown): string => {
      const copy = JSON.parse(JSON.stringify(made.get(from))) as Proof;
      change(copy);
      return signer.file(copy);
    };
    const first = <V>(record: Record<string, V>): string => Object.keys(record)[0] ?? '';
    const invalid: Record<string, string> = {
      'invalid-claim.json': changed('conditions.json', ({ claim }) => claim.actions.forEach((action) => (action.value = 'always'))),
      'invalid-fact.json': changed('group.json', ({ facts }) => {
        const held = Object.values(facts).map(({ body }) => body as unknown as { held: unknown[] });
        held.find((body) => body.held.length > 0)?.held.pop();
      }),
      'invalid-document.json': changed('group.json', ({ documents }) => (documents[first(documents)] = '{"Statement":[]}')),
      'invalid-order.json': changed('role.json', ({ steps }) => steps.reverse()),
      'invalid-roles.json': changed('members.json', ({ steps }) => steps.find(({ rule }) => rule === 'closes')?.from.pop()),
      'invalid-assumption.json': changed('group.json', ({ assumes }) => assumes.pop()),
      'invalid-step.json': changed('boundary.json', ({ steps }) => ((steps.at(-1) as { says: Json }).says = [])),
      'invalid-signature.json': new TestSigner().file(made.get('group.json') as Proof),
      'invalid-line-break.json': `${signer.file(made.get('group.json') as Proof)}\n`,
      'invalid-google-binding.json': changed('google-group.json', ({ documents }) => {
        const name = Object.keys(documents).find((digest) => documents[digest]?.includes('"members"')) ?? '';
        documents[name] = documents[name]?.replace('"members":[', '"members":["allUsers",') ?? '';
      }),
      'invalid-google-accounts.json': changed('google-members.json', ({ steps }) =>
        steps.find(({ rule }) => rule === 'gcp-closes')?.from.splice(-2, 1),
      ),
      'invalid-google-value.json': changed('google-conditions.json', ({ claim }) => claim.actions.forEach((action) => (action.value = 'always'))),
      'invalid-azure-scope.json': changed('azure-deny.json', ({ steps }) => steps.find(({ rule }) => rule === 'azure-resource')?.from.splice(1, 1)),
      'invalid-azure-role.json': changed('azure-group.json', ({ documents }) => {
        const name = Object.keys(documents).find((digest) => documents[digest]?.includes('"notActions"')) ?? '';
        documents[name] = documents[name]?.replace(/"notActions":\[[^\]]*\]/, '"notActions":["x/y"]') ?? '';
      }),
      'invalid-directory-group.json': changed('directory-group.json', ({ steps }) => steps[0]?.from.pop()),
      'invalid-directory-role.json': changed('directory-okta.json', ({ documents }) => {
        const name = Object.keys(documents).find((digest) => documents[digest]?.includes('"actions"')) ?? '';
        documents[name] = documents[name]?.replace(/"actions":\[[^\]]*\]/, '"actions":["okta.users.manage"]') ?? '';
      }),
      'invalid-gap.json': changed('members.json', ({ steps }) => {
        const from = steps.find(({ rule }) => rule === 'closes')?.from ?? [];
        from.splice(from.indexOf(from.filter((id) => id.startsWith('f'))[1] ?? ''), 1);
      }),
      'not-checkable-format.json': changed('group.json', (proof) => ((proof as { format: string }).format = 'cam-proof/2')),
      'not-checkable-rule.json': changed('group.json', ({ steps }) => ((steps[0] as { rule: string }).rule = 'assigned')),
    };
    for (const [name, text] of Object.entries(invalid)) files.set(name, text);
    const expected: Record<string, Expected> = {};
    for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { code, signature, fault } = await verify(text, [signer.publicKey]);
      expect({ name, code }).toEqual({ name, code: name.startsWith('invalid') ? 1 : name.startsWith('not-') ? 2 : 0 });
      expected[name] = { code, signature, place: fault?.place ?? null };
      writeFileSync(join(FOLDER, name), text);
    }
    writeFileSync(join(FOLDER, 'keys.json'), `${JSON.stringify({ keys: [signer.publicKey] }, null, 2)}\n`);
    writeFileSync(join(FOLDER, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
  }, 1_800_000);
});
