import { RULES } from '@cam/checker';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import { PROOF_CASES, ProofTrials } from './support/proof-trials';
import { hasPython, judgedByPython } from './support/python-checker';
import { SMALL_CATALOGUE } from './support/random-aws-account';
import { googleFacts, randomGoogle } from './support/random-google';
import { StoredSnapshots } from './support/stored-snapshots';

const trials = new ProofTrials(StoredSnapshots.ofEachTest(new Catalogue(SMALL_CATALOGUE)));

it(`engine and checker agree on ${PROOF_CASES} random pairs of Google Cloud, in both directions, and every false claim is refused`, async () => {
  const { outcomes, rules, refused, files } = await trials.agree(
    (random, seed) => googleFacts(randomGoogle(random, seed % 4 !== 0)),
    ({ attributes }) => !/Folder|Organization|Role/.test(String(attributes.assettype)),
  );
  expect([...outcomes].sort()).toEqual(['always', 'always conditional', 'conditional', 'never']);
  const ownRules = Object.keys(RULES).filter((rule) => rule.startsWith('gcp-'));
  expect([...rules].sort()).toEqual([...ownRules, 'becomes', 'reaches'].sort());
  // Members that nobody can decide, and conditions with functions that have no rule.
  expect(refused).toBeLessThan(PROOF_CASES / 3);
  if (hasPython) expect(judgedByPython(files, [trials.signer.publicKey])).toBe(`${files.size} of ${files.size} examples agree\n`);
}, 3_600_000);
