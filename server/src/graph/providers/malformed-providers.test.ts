import { resolve } from 'node:path';
import { compactCatalogue } from '../../../../scripts/catalogue/compact-catalogue';
import { Catalogue } from '../engine/catalogue/catalogue';
import { buildGraph } from '../pipeline/build-graph';
import { mutations, WRONG } from '../../../test/support/mutations';
import type { DemoBundle } from '../../../demo/files';
import { demoTenant } from '../../../demo/tenant';
import { PROVIDERS } from '../../sources/providers';

const catalogue = new Catalogue(compactCatalogue(resolve(__dirname, '../../../..')));

type Files = Record<string, unknown>;

/** Entries of one kind are read alike, so one of each suffices. */
const kindOf = (entry: unknown): string => {
  const { type, assetType, eventType, operationName } = (entry ?? {}) as Record<string, unknown>;
  return JSON.stringify([type, assetType, eventType, operationName]);
};

/** Returns the bundle with few entries in each list, and few files of each kind. */
function small(value: unknown): unknown {
  if (Array.isArray(value)) {
    const firsts = new Map(value.map((entry) => [kindOf(entry), entry as unknown]));
    return [...firsts.values()].slice(0, 10).map(small);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, small(inner)]));
}

function filesOf(bundle: DemoBundle): Files {
  const folders = new Map<string, number>();
  const files: Files = {};
  for (const { path, parts } of bundle.files()) {
    const folder = path.includes('/') ? (path.split('/')[0] ?? '') : path;
    const count = (folders.get(folder) ?? 0) + 1;
    folders.set(folder, count);
    if (count <= 2) files[path] = small(JSON.parse([...parts].join('')));
  }
  return files;
}

const contentOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

function normalised({ cloudType, accountId }: DemoBundle, contents: ReadonlyMap<string, Buffer>) {
  const reader = PROVIDERS[cloudType]?.newReader();
  if (!reader) throw new Error(`nothing reads bundles of ${cloudType}`);
  for (const [name, content] of contents) reader.add({ name, content, problem: null });
  const { warnings, normalise } = reader.result();
  const facts = normalise('t', accountId, new Date());
  return { facts, warnings: [...warnings, ...facts.warnings] };
}

const bundles = [...demoTenant({ size: 'S', seed: 1, end: '2026-03-31', days: 1 })].filter(({ cloudType }) => cloudType !== 'AWS');
/** For each cloud, the bundle with the fewest empty files. */
const fullest = new Map<string, { bundle: DemoBundle; files: Files; filled: number }>();
for (const bundle of bundles) {
  const files = filesOf(bundle);
  const filled = Object.values(files).filter((value) => JSON.stringify(value).length > 20).length;
  if (filled > (fullest.get(bundle.cloudType)?.filled ?? 0)) fullest.set(bundle.cloudType, { bundle, files, filled });
}
const cases = [...fullest.values()].flatMap(({ bundle, files }) =>
  Object.keys(files).map((name): [string, string, DemoBundle, Files] => [bundle.cloudType, name, bundle, files]),
);

describe('an Azure, GCP, Entra ID or Okta bundle with one malformed value', () => {
  it.each(cases)('%s: in %s is read without an exception, and every warning names a file', (_cloud, name, bundle, files) => {
    const contents = new Map(Object.entries(files).map(([path, value]) => [path, contentOf(value)]));
    for (const wrong of WRONG) {
      for (const value of mutations(files[name], wrong)) {
        const { facts, warnings } = normalised(bundle, contents.set(name, contentOf(value)));
        // There are tens of thousands of values: one expect call per value would take longer than reading them.
        const withoutFile = warnings.find(({ file }) => !file);
        if (withoutFile) throw new Error(`the warning "${withoutFile.message}" has no file`);
        // Policies are parsed again during evaluation.
        if (!/resources|log/.test(name)) buildGraph('t', facts, catalogue);
        for (const { uri } of facts.entities) if (uri.split(':').length !== 6) throw new Error(`${uri} has not six parts`);
      }
    }
  });
});
