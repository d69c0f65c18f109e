import type { Db } from '../../../platform/db/database';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { EvaluationContext, OrganizationLevel } from '../../engine/evaluation';
import { ownerOfPoint } from '../../providers/aws/evaluate/foreign-access-points';
import { mayAdmit, openStatements } from '../../providers/aws/evaluate/open-statements';
import { accessPointKey, assumingKey, canonicalKey, needsOf } from '../dependency-keys';
import { identityFacts } from '../../engine/identity-facts';
import type { Entity } from '../../engine/model';
import type { PolicyFact, Relation, SourceFacts } from '../../engine/source-facts';
import { readAccessPoints, readCanonicalUsers, readDirectory, readFacts, readFederation, readOrganizations } from '../../store/read-facts';
import type { GraphSource } from '../../store/read-sources';
import { inOrder, policiesInOrder } from './facts-order';
import { holdersOf } from './holders';
import { organizationOf } from '../../engine/organization';
import { signInsAt } from './sign-ins';

interface Directory {
  identities: Entity[];
  memberships: Relation[];
}

interface Organizations {
  contains: Relation[];
  policies: PolicyFact[];
}

/** The source being imported, whose facts replace the stored ones. */
export interface Incoming {
  sourceUid: string;
  facts: SourceFacts;
}

/** Reads what the evaluation of a source needs from other sources. Data that many sources need is read once. */
export class ContextReader {
  #directory: Directory | undefined;
  #organizations: Organizations | undefined;
  #federation: PolicyFact[] | undefined;
  #accessPoints: PolicyFact[] | undefined;
  #canonicalUsers: Map<string, string> | undefined;
  #incomingFacts: SourceFacts | undefined;
  readonly #identities = new Map<string, SourceFacts>();

  constructor(
    private readonly db: Db,
    private readonly tenantId: string,
    private readonly catalogue: Catalogue,
    private readonly sources: readonly GraphSource[],
    private readonly incoming: Incoming | null,
  ) {}

  async contextOf(facts: SourceFacts): Promise<EvaluationContext> {
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
    if (facts.cloudType === 'AWS') return { ...context, ...(await this.#aws(facts, named)) };
    const { identities, memberships } = await this.#readDirectory();
    return { ...context, holders: holdersOf(identities, memberships, named) };
  }

  async #aws(
    { accountId, policies: own }: SourceFacts,
    named: ReadonlySet<string>,
  ): Promise<Pick<EvaluationContext, 'organization' | 'accounts' | 'canonicalUsers' | 'accessPoints' | 'organizations' | 'federation'>> {
    const { contains, policies } = await this.#readOrganizations();
    const canonicalUsers = new Map([...(await this.#readCanonicalUsers())].filter(([id]) => named.has(canonicalKey(id))));
    const accessPoints = (await this.#readAccessPoints()).filter(
      (point) => named.has(accessPointKey(point.holder.nativeId)) && ownerOfPoint(point) !== accountId,
    );
    const grantees = new Set([...canonicalUsers.values(), ...accessPoints.map(ownerOfPoint)]);
    const open = openStatements(own);
    const levelsOf = (account: string): OrganizationLevel[] | null => organizationOf(account, contains, policies);
    const others = this.sources.filter(
      (source) =>
        source.cloudType === 'AWS' &&
        source.accountId !== accountId &&
        (named.has(source.accountId) ||
          named.has(assumingKey(source.accountId)) ||
          grantees.has(source.accountId) ||
          mayAdmit(open, source.accountId, levelsOf(source.accountId))),
    );
    const accounts = new Map<string, SourceFacts>();
    for (const source of others) accounts.set(source.accountId, await this.#identitiesOf(source));
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

  /** Returns the facts of a source: the imported ones, or the stored ones. */
  async factsOf(source: GraphSource): Promise<SourceFacts> {
    const { incoming, tenantId } = this;
    if (incoming?.sourceUid === source.sourceUid) return (this.#incomingFacts ??= inOrder(incoming.facts));
    return inOrder(await this.db.tenant(tenantId, (tx) => readFacts(tx, { tenantId, ...source })));
  }

  /** Returns the part of a source's facts on which access elsewhere depends. */
  async #identitiesOf(source: GraphSource): Promise<SourceFacts> {
    const found = this.#identities.get(source.sourceUid) ?? (await this.#readIdentities(source));
    this.#identities.set(source.sourceUid, found);
    return found;
  }

  async #readIdentities(source: GraphSource): Promise<SourceFacts> {
    const { incoming, tenantId } = this;
    if (incoming?.sourceUid !== source.sourceUid)
      return inOrder(await this.db.tenant(tenantId, (tx) => readFacts(tx, { tenantId, ...source }, { onlyIdentities: true })));
    return identityFacts(await this.factsOf(source));
  }

  async #readDirectory(): Promise<Directory> {
    const { incoming, tenantId } = this;
    const known = (this.#directory ??= await this.db.tenant(tenantId, (tx) => readDirectory(tx, tenantId, this.#replaced)));
    if (!incoming || incoming.facts.cloudType === 'AWS') return known;
    const { entities, relations } = incoming.facts;
    return {
      identities: [...known.identities, ...entities.filter(({ isIdentity }) => isIdentity)],
      memberships: [...known.memberships, ...relations.filter(({ kind }) => kind === 'member_of')],
    };
  }

  async #readFederation(): Promise<readonly PolicyFact[]> {
    const { incoming, tenantId } = this;
    const known = (this.#federation ??= await this.db.tenant(tenantId, (tx) => readFederation(tx, tenantId, this.#replaced)));
    return policiesInOrder([...known, ...(incoming?.facts.policies.filter(({ kind }) => kind === 'federated_assignment') ?? [])]);
  }

  async #readAccessPoints(): Promise<readonly PolicyFact[]> {
    const { incoming, tenantId } = this;
    const known = (this.#accessPoints ??= await this.db.tenant(tenantId, (tx) => readAccessPoints(tx, tenantId, this.#replaced)));
    return policiesInOrder([...known, ...(incoming?.facts.policies.filter(({ kind }) => kind === 'access_point') ?? [])]);
  }

  async #readCanonicalUsers(): Promise<Map<string, string>> {
    const { incoming, tenantId } = this;
    const known = (this.#canonicalUsers ??= await this.db.tenant(tenantId, (tx) => readCanonicalUsers(tx, tenantId, this.#replaced)));
    const own = incoming?.facts.cloudType === 'AWS' ? incoming.facts.entities.filter(({ type }) => type === 'ACCOUNT_DATA') : [];
    const incomingIds = own.flatMap(({ accountId, attributes: { canonicalid: id } }) => (typeof id === 'string' ? [[id, accountId] as const] : []));
    return new Map([...known, ...incomingIds]);
  }

  async #readOrganizations(): Promise<Organizations> {
    const { incoming, tenantId } = this;
    const known = (this.#organizations ??= await this.db.tenant(tenantId, (tx) =>
      readOrganizations(tx, { tenantId, snapshotId: null }, this.#replaced),
    ));
    // The order of the policies of a level is part of the classes of principals, so an import must not change it.
    if (incoming?.facts.cloudType !== 'AWS') return { ...known, policies: policiesInOrder(known.policies) };
    const { relations, policies } = incoming.facts;
    return {
      contains: [...known.contains, ...relations.filter(({ kind }) => kind === 'contains')],
      policies: policiesInOrder([...known.policies, ...policies.filter(({ kind }) => kind === 'scp' || kind === 'rcp')]),
    };
  }

  get #replaced(): string[] {
    return this.incoming ? [this.incoming.sourceUid] : [];
  }
}
