import { PROVIDERS } from '../sources/providers';
import type { DemoBundle } from './files';
import { demoTenant } from './tenant';

const OPTIONS = { size: 'S', seed: 1, end: '2026-03-31', days: 1 } as const;

const textsOf = (bundle: DemoBundle): [path: string, text: string][] =>
  [...bundle.files()].map(({ path, parts }) => [path, [...parts].join('')] as const as [string, string]);

/** The bundle as an import reads it: everything that the reader and the normaliser warn about. */
function read(bundle: DemoBundle) {
  const provider = PROVIDERS[bundle.cloudType];
  if (!provider) throw new Error(`Nothing reads bundles of ${bundle.cloudType}.`);
  const reader = provider.newReader();
  for (const [name, text] of textsOf(bundle)) reader.add({ name, content: Buffer.from(text), problem: null });
  const result = reader.result();
  const facts = result.normalise('demo', bundle.accountId);
  return { facts, warnings: [...result.warnings, ...facts.warnings].map(({ file, place, message }) => `${file} ${place} ${message}`) };
}

const bundles = [...demoTenant(OPTIONS)];
const named = bundles
  .filter(({ cloudType }) => cloudType === 'AZURE' || cloudType === 'GCP')
  .map((bundle): [string, DemoBundle] => [`${bundle.cloudType} ${bundle.name}`, bundle]);

describe('the bundles of the demo company', () => {
  it.each(named)('%s is read without a warning', (_name, bundle) => {
    const { facts, warnings } = read(bundle);
    expect(warnings).toEqual([]);
    expect(facts.entities.length).toBeGreaterThan(20);
  });
});
