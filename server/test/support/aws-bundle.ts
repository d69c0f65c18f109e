import type { Warning } from '../../src/graph/model';
import { normaliseAws } from '../../src/graph/normalise/aws';
import type { Entity } from '../../src/graph/model';
import type { SourceFacts } from '../../src/graph/source-facts';
import { AwsBundleReader } from '../../src/sources/bundles/read-aws-bundle';
import { ACCOUNT } from './aws-account';

export interface BundleFacts extends SourceFacts {
  /** Of reading and of normalising, without those about files that the bundle does not have. */
  said: Warning[];
  entity: (name: string) => Entity;
  /** What hangs on what, by name, as "child kind parent". */
  hanging: string[];
}

/** What becomes of a bundle: of each file its name and its content, text as it stands, everything else as JSON. */
export function factsOf(files: Record<string, unknown>, account = ACCOUNT): BundleFacts {
  const reader = new AwsBundleReader();
  for (const [name, value] of Object.entries(files)) {
    const content = Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    reader.add({ name, content, problem: null });
  }
  const { bundle, warnings } = reader.result();
  const facts = normaliseAws('t', account, bundle);
  const names = new Map(facts.entities.map(({ nativeId, name }) => [nativeId, name]));
  const nameOf = (nativeId: string): string => names.get(nativeId) ?? nativeId;
  return {
    ...facts,
    said: [...warnings, ...facts.warnings].filter(({ message }) => !message.startsWith('The bundle has no')),
    entity: (name) => {
      const found = facts.entities.find((entity) => entity.name === name);
      if (!found) throw new Error(`no ${name} among ${[...names.values()].join(', ')}`);
      return found;
    },
    hanging: facts.relations.map(({ child, parent, kind }) => `${nameOf(child.nativeId)} ${kind} ${nameOf(parent.nativeId)}`),
  };
}
