import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadCatalogue } from '../src/graph/engine/catalogue/load-catalogue';
import type { EvaluationContext } from '../src/graph/engine/evaluation';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { evaluateHere, EvaluationThreads } from '../src/graph/pipeline/evaluation-threads';
import { normaliseAws } from '../src/graph/providers/aws/normalise/normalise';
import { AwsBundleReader } from '../src/graph/providers/aws/read/read-account';
import { ACCOUNT, COMPANY, dump } from './support/aws-account';
import { BUNDLE } from './support/server-process.cjs';

const OTHER = '444455556666';
const catalogue = loadCatalogue(pathToFileURL(join(BUNDLE, 'aws-catalogue.json')));
const inThreads = new EvaluationThreads(pathToFileURL(join(BUNDLE, 'evaluation-worker.js')), 0);

function factsOf(accountId: string): SourceFacts {
  const reader = new AwsBundleReader();
  reader.add({ name: 'details.json', content: Buffer.from(JSON.stringify(dump(COMPANY)).replaceAll(ACCOUNT, accountId)), problem: null });
  return normaliseAws('acme', accountId, reader.result().bundle);
}

const context: EvaluationContext = {
  tenantId: 'acme',
  catalogue,
  holders: [],
  organization: null,
  accounts: new Map([[OTHER, factsOf(OTHER)]]),
  organizations: new Map(),
  federation: [],
};
const unheard = async (): Promise<void> => undefined;

it('a source is evaluated in a thread as in the server itself', async () => {
  const facts = factsOf(ACCOUNT);
  const found = await inThreads.evaluate(facts, context, unheard);
  expect(found.access.length).toBeGreaterThan(5);
  expect(found).toEqual(await evaluateHere(facts, context, unheard));
});

it('an evaluation that fails in its thread fails with the error, and the next one succeeds', async () => {
  const facts = factsOf(ACCOUNT);
  await expect(inThreads.evaluate({ ...facts, cloudType: 'NONE' as never }, context, unheard)).rejects.toThrow('is not a function');
  expect((await inThreads.evaluate(facts, context, unheard)).access.length).toBeGreaterThan(5);
});
