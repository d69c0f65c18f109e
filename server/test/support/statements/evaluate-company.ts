import { resolve } from 'node:path';
import { compactCatalogue } from '../../../../scripts/catalogue/compact-catalogue';
import type { BundleReader } from '../../../src/graph/engine/bundle/bundle-reader';
import { Catalogue } from '../../../src/graph/engine/catalogue/catalogue';
import type { Evaluation, EvaluationContext } from '../../../src/graph/engine/evaluation';
import type { Entity } from '../../../src/graph/engine/model';
import { organizationOf } from '../../../src/graph/engine/organization';
import type { SourceFacts } from '../../../src/graph/engine/source-facts';
import { Directory } from '../../../src/graph/pipeline/context/directory';
import { AwsAccountBundle } from '../../../src/graph/providers/aws/read/read';
import { AzureBundleReader } from '../../../src/graph/providers/azure/read/read';
import { EntraBundleReader } from '../../../src/graph/providers/directory/read/read-entra-bundle';
import { EVALUATORS } from '../../../src/graph/providers/evaluators';
import { GcpBundleReader } from '../../../src/graph/providers/gcp/read/read';
import { DIRECTORY } from '../entra-directory';
import { AWS_ACCOUNTS } from './aws-accounts';
import { AZURE_FILES, ENTRA_FILES, SUBSCRIPTION } from './azure-subscription';
import { GCP_FILES, PROJECT } from './gcp-project';

const TAKEN_AT = new Date('2026-06-30T12:00:00Z');
const LETTERS = ['-rR', '-wW', '-aA'] as const;

interface EvaluatedSource {
  facts: SourceFacts;
  evaluation: Evaluation;
}

/** The evaluated company: three AWS accounts, one Azure subscription with its directory, and one Google Cloud project. */
export class EvaluatedCompany {
  readonly #sources: ReadonlyMap<string, EvaluatedSource>;

  constructor() {
    const facts = readSources();
    this.#sources = new Map([...facts].map(([name, own]) => [name, { facts: own, evaluation: evaluate(own, [...facts.values()]) }]));
  }

  /**
   * Returns the access of an identity to a resource in the notation of a statement.
   * @param expected the expected access, which says what is asked
   */
  access(who: string, what: string, expected: string): string {
    const [source, resource] = this.#resource(what);
    const identity = this.#identity(who, source);
    if (expected.includes('assume')) return this.#assumption(identity, resource, source);
    const { access, classOf, pclassOf } = source.evaluation;
    const [pclass, rclass] = [pclassOf.get(identity?.uri ?? ''), classOf.get(resource.uri)];
    const row = access.find(({ pclassId, classId }) => pclassId === pclass && classId === rclass);
    const asked = /^may(?: not)? (\S+)$/.exec(expected)?.[1];
    if (asked !== undefined)
      return row?.actionSet.names.some((name) => name.toLowerCase() === asked.toLowerCase()) ? `may ${asked}` : `may not ${asked}`;
    const modes = [row?.read, row?.write, row?.admin];
    return LETTERS.map((letters, index) => letters[modes[index] ?? 0]).join('');
  }

  #assumption(identity: Entity | null, resource: Entity, { evaluation }: EvaluatedSource): string {
    const steps = evaluation.steps.filter(({ childUri, parent }) => childUri === identity?.uri && parent.uri === resource.uri);
    if (steps.length === 0) return 'cannot assume';
    return steps.some(({ conditions }) => conditions.length === 0) ? 'assumes' : 'assumes under conditions';
  }

  /** Finds "source/name". */
  #resource(what: string): [EvaluatedSource, Entity] {
    const [place = '', ...rest] = what.split('/');
    const source = this.#sources.get(place);
    const found = source?.facts.entities.filter(({ name, isResource }) => isResource && name === rest.join('/')) ?? [];
    const [entity] = found;
    if (!source || !entity || found.length > 1) throw new Error(`${found.length} resources "${what}"`);
    return [source, entity];
  }

  /** Finds "source/name", or a principal from outside that the source names: `*` is the public. Null: the source has no row for it. */
  #identity(who: string, { evaluation }: EvaluatedSource): Entity | null {
    const [place = '', ...rest] = who.split('/');
    const own = this.#sources.get(place)?.facts.entities.filter(({ name, isIdentity }) => isIdentity && name === rest.join('/'));
    const outside = evaluation.externalPrincipals.filter(
      ({ nativeId, type }) => nativeId.toLowerCase() === who.toLowerCase() && (who !== '*' || type === 'PUBLIC_NODE'),
    );
    const [entity, ...others] = own ?? outside;
    if (others.length > 0 || (own && !entity)) throw new Error(`${own?.length} identities "${who}"`);
    return entity ?? null;
  }
}

function readSources(): Map<string, SourceFacts> {
  const aws = Object.entries(AWS_ACCOUNTS).map(([name, { account, files }]) => [name, read(new AwsAccountBundle(), files, account)] as const);
  return new Map([
    ...aws,
    ['azure', read(new AzureBundleReader(), AZURE_FILES, SUBSCRIPTION)],
    ['entra', read(new EntraBundleReader(), ENTRA_FILES, DIRECTORY)],
    ['gcp', read(new GcpBundleReader(), GCP_FILES, PROJECT)],
  ]);
}

function read(reader: BundleReader, files: Readonly<Record<string, unknown>>, account: string): SourceFacts {
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  return reader.result().normalise('t', account, TAKEN_AT);
}

const catalogue = new Catalogue(compactCatalogue(resolve(__dirname, '../../../..')));

/** Evaluates a source with all other sources as its context. */
function evaluate(facts: SourceFacts, all: readonly SourceFacts[]): Evaluation {
  const others = all.filter(({ cloudType, accountId }) => cloudType === 'AWS' && accountId !== facts.accountId);
  const relations = all.flatMap((source) => source.relations);
  const contains = relations.filter(({ kind }) => kind === 'contains');
  const control = all.flatMap(({ policies }) => policies.filter(({ kind }) => kind === 'scp' || kind === 'rcp'));
  const levels = all.flatMap(({ accountId }) => {
    const found = organizationOf(accountId, contains, control);
    return found ? [[accountId, found] as const] : [];
  });
  const identities = all.flatMap(({ entities }) => entities.filter(({ isIdentity }) => isIdentity));
  const memberships = relations.filter(({ kind }) => kind === 'member_of');
  const context: EvaluationContext = {
    tenantId: 't',
    catalogue,
    holders: new Directory(identities, memberships).holdersOf(null),
    organization: facts.cloudType === 'AWS' ? organizationOf(facts.accountId, contains, control) : null,
    accounts: new Map(facts.cloudType === 'AWS' ? others.map((other) => [other.accountId, other]) : []),
    organizations: new Map(levels),
    federation: [],
  };
  const evaluation = EVALUATORS[facts.cloudType](facts, context);
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  return step.value;
}
