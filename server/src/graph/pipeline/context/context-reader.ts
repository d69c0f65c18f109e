import type { Db, Tx } from '../../../platform/db/database';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { EvaluationContext, OrganizationLevel } from '../../engine/evaluation';
import { ownerOfPoint } from '../../providers/aws/evaluate/foreign-access-points';
import { StatementCompiler } from '../../providers/aws/compile/compiled-statement';
import { mayAdmit, openStatements } from '../../providers/aws/evaluate/open-statements';
import { OutsidePrincipals } from '../../providers/aws/evaluate/outside-principals';
import { accessPointKey, assumingKey, canonicalKey, needsOf } from '../dependency-keys';
import { identityFacts } from '../../engine/identity-facts';
import type { PolicyFact, Relation, SourceFacts } from '../../engine/source-facts';
import { readAccessPoints, readCanonicalUsers, readDirectory, readFacts, readFederation, readOrganizations } from '../../store/read-facts';
import type { GraphSource } from '../../store/read-sources';
import { Directory, principalsOf } from './directory';
import { inOrder, policiesInOrder } from './facts-order';
import type { KnownAccounts } from './known-accounts';
import { organizationOf } from '../../engine/organization';
import { signInsAt } from './sign-ins';

interface Organizations {
  contains: Relation[];
  policies: PolicyFact[];
}

/** The facts of the sources being imported, by uid. They replace the stored ones. */
export type Incoming = ReadonlyMap<string, SourceFacts>;

/** Reads what the evaluation of a source needs from other sources. Data that many sources need is read once. */
export class ContextReader {
  #directory: Promise<Directory> | undefined;
  #organizations: Promise<Organizations> | undefined;
  #federation: Promise<PolicyFact[]> | undefined;
  #accessPoints: Promise<PolicyFact[]> | undefined;
  #canonicalUsers: Promise<Map<string, string>> | undefined;
  readonly #reading = new Map<string, Promise<SourceFacts>>();
  readonly #incomingFacts = new Map<string, SourceFacts>();
  readonly #compiler: StatementCompiler;

  /** @param known the accounts of stored sources that are known already. Those that are read, imported or evaluated are added. */
  constructor(
    private readonly db: Db,
    private readonly tenantId: string,
    private readonly catalogue: Catalogue,
    private readonly sources: readonly GraphSource[],
    private readonly incoming: Incoming,
    private readonly known: KnownAccounts,
  ) {
    this.#compiler = new StatementCompiler(catalogue);
    for (const uid of incoming.keys()) known.identities.delete(uid);
  }

  /** Returns what the evaluation of a source needs beside its own facts. */
  async contextOf(source: GraphSource, facts: SourceFacts): Promise<EvaluationContext> {
    const { tenantId, catalogue } = this;
    const named = needsOf(facts);
    const context = {
      tenantId,
      catalogue,
      holders: [],
      organization: null,
      accounts: new Map<string, SourceFacts>(),
      organizations: new Map(),
      federation: [],
    };
    if (facts.cloudType === 'AWS') return { ...context, ...(await this.#aws(source, facts, named)) };
    const directory = await this.#readDirectory();
    return { ...context, holders: directory.holdersOf(named) };
  }

  async #aws(
    source: GraphSource,
    facts: SourceFacts,
    named: ReadonlySet<string>,
  ): Promise<Pick<EvaluationContext, 'organization' | 'accounts' | 'canonicalUsers' | 'accessPoints' | 'organizations' | 'federation'>> {
    const { accountId, policies: own } = facts;
    const { contains, policies } = await this.#readOrganizations();
    const { canonicalUsers, accessPoints } = await this.#sharedWith(facts, named);
    const grantees = new Set([...canonicalUsers.values(), ...accessPoints.map(ownerOfPoint)]);
    const open = openStatements(own);
    const levelsOf = (account: string): OrganizationLevel[] | null => organizationOf(account, contains, policies);
    const others = this.sources.filter(
      (other) =>
        other.cloudType === 'AWS' &&
        other.accountId !== accountId &&
        (named.has(other.accountId) ||
          named.has(assumingKey(other.accountId)) ||
          grantees.has(other.accountId) ||
          mayAdmit(open, other.accountId, levelsOf(other.accountId))),
    );
    const accounts = new Map<string, SourceFacts>();
    const outside = new OutsidePrincipals(facts, { canonicalUsers, accessPoints }, this.#compiler);
    this.known.outside.set(source.sourceUid, outside);
    for (const other of others) accounts.set(other.accountId, outside.of(await this.#identitiesOf(other), this.#compiler));
    const organizations = [...new Set([...named, ...accounts.keys()])]
      .filter((name) => /^\d{12}$/.test(name))
      .flatMap((account) => {
        const levels = levelsOf(account);
        return levels ? [[account, levels] as const] : [];
      });
    return {
      organization: levelsOf(accountId),
      accounts,
      canonicalUsers,
      accessPoints,
      organizations: new Map(organizations),
      federation: signInsAt(accountId, await this.#readFederation()),
    };
  }

  /** Returns the principals of other accounts that the resources and roles of an AWS account may admit, with its facts as they are now. */
  async outsideOf(source: GraphSource): Promise<OutsidePrincipals> {
    const known = this.known.outside.get(source.sourceUid);
    if (known) return known;
    const facts = await this.factsOf(source);
    const outside = new OutsidePrincipals(facts, await this.#sharedWith(facts, needsOf(facts)), this.#compiler);
    this.known.outside.set(source.sourceUid, outside);
    return outside;
  }

  /** Returns the accounts that an AWS account names by canonical user ids, and the access points of other accounts to its buckets. */
  async #sharedWith(
    { accountId }: SourceFacts,
    named: ReadonlySet<string>,
  ): Promise<{ canonicalUsers: Map<string, string>; accessPoints: PolicyFact[] }> {
    return {
      canonicalUsers: new Map([...(await this.#readCanonicalUsers())].filter(([id]) => named.has(canonicalKey(id)))),
      accessPoints: (await this.#readAccessPoints()).filter(
        (point) => named.has(accessPointKey(point.holder.nativeId)) && ownerOfPoint(point) !== accountId,
      ),
    };
  }

  /** Returns the facts of a source: the imported ones, or the stored ones. */
  async factsOf(source: GraphSource): Promise<SourceFacts> {
    const { incoming, tenantId } = this;
    const imported = incoming.get(source.sourceUid);
    if (!imported) return inOrder(await this.db.tenant(tenantId, (tx) => readFacts(tx, { tenantId, ...source })));
    const facts = this.#incomingFacts.get(source.sourceUid) ?? inOrder(imported);
    this.#incomingFacts.set(source.sourceUid, facts);
    return facts;
  }

  /** Returns the part of a source's facts on which access elsewhere depends. */
  #identitiesOf(source: GraphSource): Promise<SourceFacts> {
    const reading = this.#reading.get(source.sourceUid) ?? this.#readIdentities(source);
    this.#reading.set(source.sourceUid, reading);
    return reading;
  }

  async #readIdentities(source: GraphSource): Promise<SourceFacts> {
    const { incoming, known, tenantId } = this;
    const { sourceUid } = source;
    const stored = (): Promise<SourceFacts> => this.db.tenant(tenantId, (tx) => readFacts(tx, { tenantId, ...source }, { onlyIdentities: true }));
    const found = known.identities.get(sourceUid) ?? identityFacts(incoming.has(sourceUid) ? await this.factsOf(source) : inOrder(await stored()));
    known.identities.set(sourceUid, found);
    return found;
  }

  #readDirectory(): Promise<Directory> {
    return (this.#directory ??= this.#combined(readDirectory, (stored) => Directory.of(stored, principalsOf([...this.incoming.values()]))));
  }

  #readFederation(): Promise<PolicyFact[]> {
    return (this.#federation ??= this.#combined(readFederation, (stored) => this.#withPolicies(stored, ['federated_assignment'])));
  }

  #readAccessPoints(): Promise<PolicyFact[]> {
    return (this.#accessPoints ??= this.#combined(readAccessPoints, (stored) => this.#withPolicies(stored, ['access_point'])));
  }

  #readCanonicalUsers(): Promise<Map<string, string>> {
    return (this.#canonicalUsers ??= this.#combined(readCanonicalUsers, (stored) => {
      const accounts = this.#imported(AWS, ({ entities }) => entities.filter(({ type }) => type === 'ACCOUNT_DATA'));
      const imported = accounts.flatMap(({ accountId, attributes: { canonicalid: id } }) =>
        typeof id === 'string' ? [[id, accountId] as const] : [],
      );
      return new Map([...stored, ...imported]);
    }));
  }

  #readOrganizations(): Promise<Organizations> {
    const read = (tx: Tx, tenantId: string, except: readonly string[]): Promise<Organizations> =>
      readOrganizations(tx, { tenantId, snapshotId: null }, except);
    return (this.#organizations ??= this.#combined(read, ({ contains, policies }) => ({
      contains: [...contains, ...this.#imported(AWS, ({ relations }) => relations.filter(({ kind }) => kind === 'contains'))],
      policies: this.#withPolicies(policies, ['scp', 'rcp']),
    })));
  }

  /** Reads from the stored graph, without the sources being imported, and adds what these say. */
  async #combined<T, R = T>(read: (tx: Tx, tenantId: string, except: readonly string[]) => Promise<T>, withImported: (stored: T) => R): Promise<R> {
    const { tenantId, incoming } = this;
    return withImported(await this.db.tenant(tenantId, (tx) => read(tx, tenantId, [...incoming.keys()])));
  }

  /** Their order is part of the classes of principals, so an import must not change it. */
  #withPolicies(stored: readonly PolicyFact[], kinds: readonly PolicyFact['kind'][]): PolicyFact[] {
    return policiesInOrder([...stored, ...this.#imported(ALL, ({ policies }) => policies.filter(({ kind }) => kinds.includes(kind)))]);
  }

  /** Returns parts of the facts of imported sources. */
  #imported<T>(isOf: (cloudType: SourceFacts['cloudType']) => boolean, part: (facts: SourceFacts) => readonly T[]): T[] {
    return [...this.incoming.values()].flatMap((facts) => (isOf(facts.cloudType) ? part(facts) : []));
  }
}

const ALL = (): boolean => true;
const AWS = (cloudType: SourceFacts['cloudType']): boolean => cloudType === 'AWS';
