import type { Db, Tx } from '../../platform/db/database';
import { runCooperatively } from '../../platform/async/cooperative-scheduler';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { identityFacts } from '../engine/identity-facts';
import { StatementCompiler } from '../providers/aws/compile/compiled-statement';
import { readFacts } from '../store/read-facts';
import { readDependents, type GraphSource } from '../store/read-sources';
import { ContextReader } from './context/context-reader';
import { inOrder } from './context/facts-order';
import type { KnownAccounts } from './context/known-accounts';
import { changedPrincipals, type ChangedAccount } from './changed-principals';
import { changedKeys, offersOf, principalKeys } from './dependency-keys';
import { contentOf } from './evaluation-key';
import type { IncomingSource } from './evaluate-sources';

interface DependentsTools {
  db: Db;
  tenantId: string;
  catalogue: Catalogue;
  stored: readonly GraphSource[];
  known: KnownAccounts;
}

/**
 * Returns the uids of the sources whose evaluation depends on what incoming facts change, perhaps with incoming sources themselves. Most accounts of an
 * organization depend on the principals of every other account. Those of them whose resources and roles admit the same principals, with the same
 * policies, as before are left out.
 * @param tools.stored the sources of the published graph
 * @param tools.known the accounts of the published graph that are known already; those that are read are added
 */
export async function findDependents(
  { db, tenantId, catalogue, stored, known }: DependentsTools,
  incoming: readonly IncomingSource[],
): Promise<string[]> {
  const isIncoming = new Set(incoming.map(({ source }) => source.sourceUid));
  const [certain, perhaps] = [new Set<string>(), new Set<string>()];
  const changed: ChangedAccount[] = [];
  for (const { source, facts } of incoming) {
    const before = await db.tenant(tenantId, (tx) => readFacts(tx, { tenantId, ...source }));
    const keys = changedKeys(offersOf(before), offersOf(facts));
    const ofPrincipals = principalKeys(before, facts);
    const ofOthers = keys.filter((key) => ofPrincipals.has(key));
    for (const key of keys) if (!ofPrincipals.has(key)) certain.add(key);
    for (const key of ofOthers) perhaps.add(key);
    if (ofOthers.length > 0) changed.push(changedPrincipals({ before: identityFacts(inOrder(before)), after: identityFacts(inOrder(facts)) }));
  }
  const read = (keys: ReadonlySet<string>) => db.tenant(tenantId, (tx: Tx) => readDependents(tx, tenantId, [...keys]));
  const found = new Set(await read(certain));
  const others = (await read(perhaps)).filter((uid) => !found.has(uid));
  const reader = new ContextReader(db, tenantId, catalogue, stored, new Map(), known);
  const unread = stored.filter(({ sourceUid, cloudType }) => cloudType === 'AWS' && others.includes(sourceUid) && !isIncoming.has(sourceUid));
  for (const source of unread) await reader.outsideOf(source);
  const concerned = await runCooperatively(concernedBy(changed, others, known, new StatementCompiler(catalogue)));
  return [...found, ...concerned].sort();
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
