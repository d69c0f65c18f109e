import type { Db, Tx } from '../../platform/db/database';
import { runCooperatively } from '../../platform/async/cooperative-scheduler';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { identityFacts } from '../engine/identity-facts';
import { StatementCompiler } from '../providers/aws/compile/compiled-statement';
import { readDue } from '../store/due-sources';
import { readMovedHolders, type MovedHolders } from '../store/moved-holders';
import { readDirectory, readFacts } from '../store/read-facts';
import { readDependents, readNeeds, type GraphSource } from '../store/read-sources';
import { ContextReader } from './context/context-reader';
import { inOrder } from './context/facts-order';
import type { KnownAccounts } from './context/known-accounts';
import { changedPrincipals, type ChangedAccount } from './changed-principals';
import { changedKeys, offersOf, principalKeys } from './dependency-keys';
import { contentOf } from './evaluation-key';
import type { IncomingSource } from './evaluate-sources';
import { membershipKeys } from './membership-keys';
import { DirectoryChange, type ChangedFacts } from './move-holders';

interface DependentsTools {
  db: Db;
  tenantId: string;
  catalogue: Catalogue;
  stored: readonly GraphSource[];
  known: KnownAccounts;
}

/** The sources, perhaps incoming ones, that a change concerns. */
export interface Dependents {
  /** The uids of those to evaluate. */
  evaluate: string[];
  /** Those whose policies only treat some principals of directories as they treat others, by uid. Nothing else of them changes. */
  moved: Map<string, MovedHolders>;
}

/**
 * Returns the sources whose evaluation depends on what incoming facts change. Most accounts of an organization depend on the principals of every other
 * account. Those of them whose resources and roles admit the same principals, with the same policies, as before are left out. Sources whose policies name
 * groups of a directory are not evaluated where only the members of the groups differ, and each of these is treated as another member from now on.
 * @param tools.stored the sources of the published graph
 * @param tools.known the accounts of the published graph that are known already; those that are read are added
 */
export async function findDependents(
  { db, tenantId, catalogue, stored, known }: DependentsTools,
  incoming: readonly IncomingSource[],
): Promise<Dependents> {
  const isIncoming = new Set(incoming.map(({ source }) => source.sourceUid));
  const [certain, perhaps, memberships] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const changed: ChangedAccount[] = [];
  const directories: ChangedFacts[] = [];
  for (const { source, facts } of incoming) {
    const before = await db.tenant(tenantId, (tx) => readFacts(tx, { tenantId, ...source }));
    const keys = changedKeys(offersOf(before), offersOf(facts));
    const ofPrincipals = principalKeys(before, facts);
    const ofOthers = keys.filter((key) => ofPrincipals.has(key));
    const ofMembers = membershipKeys(before, facts, keys);
    const spared = new Set([...ofOthers, ...ofMembers]);
    for (const key of keys) if (!spared.has(key)) certain.add(key);
    for (const key of ofOthers) perhaps.add(key);
    for (const key of ofMembers) memberships.add(key);
    if (ofOthers.length > 0) changed.push(changedPrincipals({ before: identityFacts(inOrder(before)), after: identityFacts(inOrder(facts)) }));
    directories.push({ before, after: facts });
  }
  const read = (keys: ReadonlySet<string>) => db.tenant(tenantId, (tx: Tx) => readDependents(tx, tenantId, [...keys]));
  const found = new Set(await read(certain));
  const others = (await read(perhaps)).filter((uid) => !found.has(uid));
  const reader = new ContextReader(db, tenantId, catalogue, stored, new Map(), known);
  const unread = stored.filter(({ sourceUid, cloudType }) => cloudType === 'AWS' && others.includes(sourceUid) && !isIncoming.has(sourceUid));
  for (const source of unread) await reader.outsideOf(source);
  const concerned = await runCooperatively(concernedBy(changed, others, known, new StatementCompiler(catalogue)));
  for (const uid of concerned) found.add(uid);
  const named = (await read(memberships)).filter((uid) => !found.has(uid));
  const { evaluate, moved } = await withOtherMembers({ db, tenantId, stored }, directories, named, isIncoming);
  return { evaluate: [...found, ...evaluate].sort(), moved };
}

/**
 * Decides which of the sources to evaluate, because of other members of what their policies name. Accounts of AWS name principals of directories only by who signs
 * in, which has keys of its own.
 */
async function withOtherMembers(
  { db, tenantId, stored }: Pick<DependentsTools, 'db' | 'tenantId' | 'stored'>,
  directories: readonly ChangedFacts[],
  uids: readonly string[],
  isIncoming: ReadonlySet<string>,
): Promise<Dependents> {
  const evaluate = uids.filter((uid) => isIncoming.has(uid));
  const moved = new Map<string, MovedHolders>();
  const named = stored.filter(({ sourceUid, cloudType }) => cloudType !== 'AWS' && uids.includes(sourceUid) && !isIncoming.has(sourceUid));
  if (named.length === 0) return { evaluate, moved };
  const { others, needs, due } = await db.tenant(tenantId, async (tx) => ({
    others: await readDirectory(tx, tenantId, [...isIncoming]),
    needs: await readNeeds(
      tx,
      tenantId,
      named.map(({ sourceUid }) => sourceUid),
    ),
    due: new Set(await readDue(tx, tenantId)),
  }));
  const change = new DirectoryChange(others, directories);
  for (const { sourceUid, cloudType } of named) {
    // The stored rows of a source that is still to be evaluated may be of other principals.
    const moves = due.has(sourceUid) ? null : change.movesIn({ cloudType, needs: needs.get(sourceUid) ?? new Set() });
    const rows = moves && moves.length > 0 ? await db.tenant(tenantId, (tx) => readMovedHolders(tx, tenantId, sourceUid, moves)) : null;
    if (rows) moved.set(sourceUid, rows);
    else if (moves === null || moves.length > 0) evaluate.push(sourceUid);
  }
  return { evaluate, moved };
}

/** Returns those of the sources that admit other principals of the changed accounts than before, or principals with other policies. */
function* concernedBy(
  changed: readonly ChangedAccount[],
  uids: readonly string[],
  { outside }: KnownAccounts,
  compiler: StatementCompiler,
): Generator<number, string[]> {
  const found: string[] = [];
  for (const [index, uid] of uids.entries()) {
    const admits = outside.get(uid);
    const isConcerned = (one: ChangedAccount): boolean =>
      admits === undefined || contentOf(admits.of(one.before, compiler)) !== contentOf(admits.of(one.after, compiler));
    if (changed.some(isConcerned)) found.push(uid);
    yield index / uids.length;
  }
  return found;
}
