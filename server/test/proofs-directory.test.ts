import { RULES } from '@cam/checker';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import { PROOF_CASES, ProofTrials } from './support/proof-trials';
import { hasPython, judgedByPython } from './support/python-checker';
import { SMALL_CATALOGUE } from './support/random-aws-account';
import { randomEntra, randomOkta } from './support/random-directory';
import { StoredSnapshots } from './support/stored-snapshots';

const trials = new ProofTrials(StoredSnapshots.ofEachTest(new Catalogue(SMALL_CATALOGUE)));

it.each([
  ['Entra ID', randomEntra],
  ['Okta', randomOkta],
])(
  `engine and checker agree on ${PROOF_CASES} random pairs of %s, in both directions, and every false claim is refused`,
  async (_name, randomDirectory) => {
    const { outcomes, rules, refused, files } = await trials.agree(
      (random) => [randomDirectory(random)],
      () => true,
    );
    expect([...outcomes].sort()).toEqual(['always', 'always conditional', 'conditional', 'never']);
    const ownRules = Object.keys(RULES).filter((rule) => rule.startsWith('directory-'));
    expect([...rules].sort()).toEqual([...ownRules, 'reaches'].sort());
    // A role that does not cover administrators has an action on them that includes another one.
    expect(refused).toBeLessThan(PROOF_CASES / 5);
    if (hasPython) expect(judgedByPython(files, [trials.signer.publicKey])).toBe(`${files.size} of ${files.size} examples agree\n`);
  },
  3_600_000,
);
