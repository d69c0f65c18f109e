import { RULES } from '@cam/checker';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import { PROOF_CASES, ProofTrials } from './support/proof-trials';
import { hasPython, judgedByPython } from './support/python-checker';
import { SMALL_CATALOGUE } from './support/random-aws-account';
import { azureFacts, randomAzure } from './support/random-azure';
import { StoredSnapshots } from './support/stored-snapshots';

const trials = new ProofTrials(StoredSnapshots.ofEachTest(new Catalogue(SMALL_CATALOGUE)));

it(`engine and checker agree on ${PROOF_CASES} random pairs of Azure, in both directions, and every false claim is refused`, async () => {
  const { outcomes, rules, refused, files } = await trials.agree(
    (random, seed) => azureFacts(randomAzure(random, seed % 4 !== 0)),
    ({ type }) => type !== 'ROLE',
  );
  expect([...outcomes].sort()).toEqual(['always', 'always conditional', 'conditional', 'never']);
  const ownRules = Object.keys(RULES).filter((rule) => rule.startsWith('azure-'));
  expect([...rules].sort()).toEqual([...ownRules, 'reaches'].sort());
  // Vaults with access policies, parts of other resources, conditions, and roles without a definition.
  expect(refused).toBeLessThan(PROOF_CASES / 3);
  if (hasPython) expect(judgedByPython(files, [trials.signer.publicKey])).toBe(`${files.size} of ${files.size} examples agree\n`);
}, 3_600_000);
