import type { ChangeEdit } from '@cam/contracts/server';
import { sql } from 'kysely';
import { demoTenant } from '../demo/tenant';
import { CutSearch, type Outcome } from '../src/areas/breaks/search';
import { CutSolver, type Candidate } from '../src/areas/breaks/solver';
import { documentsBefore, editsOf } from '../src/graph/answers/breaks/edits-of-cut';
import type { CutElement } from '../src/graph/answers/breaks/part-facts';
import { readWays, type PairWays } from '../src/graph/answers/breaks/read-ways';
import { EditFailure } from '../src/graph/engine/bundle/bundle-edit';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { holdsAt } from '../src/graph/store/validity';
import { PROVIDERS } from '../src/sources/providers';
import { dice } from './support/differential';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

/** Pairs of the demo company whose access is cut, and the seed of their choice. `CAM_BREAK_PAIRS=500` tries as many as a release should. */
const PAIRS = Number(process.env.CAM_BREAK_PAIRS ?? 4);
const SEED = Number(process.env.CAM_BREAK_SEED ?? 1);
const DAY = '2026-03-31';

/** Choices that the search of one pair tries: more than the server has time for, so that each search comes to its end. */
const MOST_TRIALS = 60;

/** Pairs after which a long run tells how far it is. */
const REPORTED = 25;

interface Pair {
  identityUri: string;
  resourceUri: string;
}

const snapshots = StoredSnapshots.ofEachTest();

/** Returns the bundles of one account of each cloud and of the directories by source, each as a function that gives its facts with edits. */
function companyBundles(): Map<string, (edits: readonly ChangeEdit[]) => SourceFacts> {
  const bundles = [...demoTenant({ size: 'S', seed: 1, end: DAY, days: 1 })].filter(({ day }) => day === DAY);
  const first = (cloud: string): unknown => bundles.find(({ cloudType }) => cloudType === cloud);
  const chosen = bundles.filter((one) => one.cloudType.startsWith('IDP_') || one === first(one.cloudType));
  return new Map(
    chosen.map(({ accountId, cloudType, files }) => {
      const reader = PROVIDERS[cloudType]?.newReader();
      if (!reader) throw new Error(`Nothing reads bundles of ${cloudType}.`);
      for (const { path, parts } of files()) reader.add({ name: path, content: Buffer.from([...parts].join('')), problem: null });
      const bundle = reader.result();
      return [`aws-${accountId}`, (edits) => bundle.normalise(TENANT, accountId, new Date(DAY), edits)];
    }),
  );
}

/** Returns what an identity has access to, also under conditions. */
async function reachedBy(identityUri: string): Promise<string[]> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ uri: string }>`
      with reaching as materialized (
        select distinct p.pclass_id
        from graph_entity i join graph_profile_class p on p.profile_id = i.profile_id and ${holdsAt('p', TENANT, null)}
        where ${holdsAt('i', TENANT, null)} and i.is_identity and i.uri = ${identityUri}
      ), reached as materialized (
        select distinct a.class_id
        from reaching join graph_access a using (pclass_id)
        where ${holdsAt('a', TENANT, null)} and greatest(a.read_mode, a.write_mode, a.admin_mode) > 0
      )
      select distinct k.uri from graph_entity k join reached using (class_id)
      where k.is_resource and ${holdsAt('k', TENANT, null)}
      order by k.uri`.execute(tx),
  );
  return rows.map(({ uri }) => uri);
}

/**
 * Returns whether everyone has access to a resource. The graph has an outside identity only while something in the account names it, so what is open to
 * everyone may be all that is left of its access.
 */
async function isPublic(resourceUri: string): Promise<boolean> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ uri: string }>`select distinct i.uri from graph_entity i where ${holdsAt('i', TENANT, null)} and i.type = 'PUBLIC_NODE'`.execute(tx),
  );
  for (const { uri } of rows) if ((await reachedBy(uri)).includes(resourceUri)) return true;
  return false;
}

const cloudOf = (uri: string): string => uri.split(':')[1] ?? '';

const waysNow = (pair: Pair): Promise<PairWays> => snapshots.db.tenant(TENANT, (tx) => readWays(tx, TENANT, pair));

it(`cuts of ${PAIRS} random pairs of the demo company end the access when the edited bundle is imported, and no change can be left out`, async () => {
  const bundles = companyBundles();
  const factsOf = (sourceUid: string, elements: readonly CutElement[]): SourceFacts => {
    const bundle = bundles.get(sourceUid);
    if (!bundle) throw new Error(`there is no bundle of ${sourceUid}`);
    return bundle(editsOf(elements.map(({ removal }) => removal)));
  };
  const all = [...bundles.values()].map((bundle) => bundle([]));
  await snapshots.takeTogether(all, DAY);
  const identities = all.flatMap(({ entities }) => entities.filter(({ isIdentity }) => isIdentity));
  const random = dice(SEED);
  const tally = { cut: 0, several: 0, withoutCut: 0 };
  const clouds = new Map<string, number>();
  while (tally.cut < PAIRS) {
    const identity = random.one(identities);
    const reached = await reachedBy(identity.uri);
    if (reached.length === 0) continue;
    // Most of what an identity reaches lies in one cloud, so the cloud is chosen first.
    const cloud = random.one([...new Set(reached.map(cloudOf))]);
    const pair: Pair = { identityUri: identity.uri, resourceUri: random.one(reached.filter((uri) => cloudOf(uri) === cloud)) };
    const search = new CutSearch<string>(new CutSolver(new Set()), { trials: MOST_TRIALS, plans: 1, isLate: () => false });
    search.solver.add((await waysNow(pair)).ways);
    await search.run(async ({ sourceUid, elements }: Candidate): Promise<Outcome<string>> => {
      const before = documentsBefore(elements.map(({ removal }) => removal));
      try {
        const ways = await snapshots.tryFacts(factsOf(sourceUid, elements), (tx) => readWays(tx, TENANT, pair, before));
        if (!ways) throw new Error('no trial could be made');
        return ways.hasAccess ? { kind: 'LEAVES', ways } : { kind: 'ENDS', effect: sourceUid };
      } catch (error) {
        // Nobody can change the members of some groups of a directory.
        if (error instanceof EditFailure) return { kind: 'REFUSED', reason: error.message };
        throw error;
      }
    });
    const [found] = search.endings;
    if (!found) {
      tally.withoutCut += 1;
      continue;
    }
    const { elements, effect: sourceUid } = found;
    const hasAccessWithout = async (removed: readonly CutElement[]): Promise<boolean> => {
      await snapshots.takeFacts(factsOf(sourceUid, removed), DAY);
      return (await waysNow(pair)).hasAccess;
    };
    expect([pair, await hasAccessWithout(elements)]).toEqual([pair, false]);
    for (const one of elements) {
      const others = elements.filter((other) => other !== one);
      const hasAccess = (await hasAccessWithout(others)) || (await isPublic(pair.resourceUri));
      expect([pair, one.id, hasAccess]).toEqual([pair, one.id, true]);
    }
    // Putting back the only change restores the bundle.
    if (elements.length > 1) expect(await hasAccessWithout([])).toBe(true);
    tally.cut += 1;
    clouds.set(cloud, (clouds.get(cloud) ?? 0) + 1);
    if (elements.length > 1) tally.several += 1;
    if (tally.cut % REPORTED === 0 || tally.cut === PAIRS) {
      const byCloud = [...clouds].map(([of, count]) => `${of} ${count}`).join(', ');
      const { cut, several, withoutCut } = tally;
      process.stdout.write(`${cut} pairs cut (${byCloud}), ${several} by several changes; ${withoutCut} others without a cut of one source\n`);
    }
  }
}, 14_400_000);
