import { sql } from 'kysely';
import { LinksCache } from '../src/graph/engine/links-cache';
import { TenantReach, type ReadReach } from '../src/graph/answers/counts/tenant-reach';
import { scoreFindings, type FindingToScore } from '../src/graph/answers/risk/read-findings';
import { changedSince, readScoredFrom, type ScoredFrom } from '../src/graph/answers/risk/score-changes';
import { Scorer } from '../src/graph/answers/risk/scorer';
import { saveWeights } from '../src/graph/answers/risk/settings';
import { DEFAULT_WEIGHTS } from '../src/graph/answers/risk/weights';
import { growRevision } from '../src/graph/store/tiers';
import { BASE, CHANGES, OTHER, takeBoth } from './support/changing-company';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

function newScorer(): Scorer {
  // Nothing tells it about imports, so each scoring reads the access anew.
  const read: ReadReach = (...of) => new TenantReach(new LinksCache(), { subscribe: () => () => undefined }).read(...of);
  const sources = { accountsOf: async () => [] };
  return new Scorer({ db: snapshots.db }, { graph: { readReach: read }, sources, tenants: { shadowAccounts: async () => ({}) } });
}

const from = (): Promise<ScoredFrom> => snapshots.db.tenant(TENANT, (tx) => readScoredFrom(tx, TENANT));

/** Returns the scores of findings with each pair of an identity and a resource, and without any resource, by both. */
function scoresOfAll(uris: { identities: Set<string>; resources: Set<string> }): Promise<Map<string, string>> {
  return snapshots.db.tenant(TENANT, async (tx) => {
    const entities = await tx
      .selectFrom('graph_entity')
      .select(['uri', 'profile_id', 'class_id', 'is_resource'])
      .where('valid_to', 'is', null)
      .execute();
    for (const { uri, profile_id: profile, class_id: id, is_resource: isResource } of entities) {
      if (profile !== null) uris.identities.add(uri);
      if (isResource && id !== null) uris.resources.add(uri);
    }
    const findings = [...uris.identities].flatMap((subjectUri) =>
      [[], ...[...uris.resources].map((one) => [one])].map((objectUris): FindingToScore => ({ severity: 'HIGH', subjectUri, objectUris })),
    );
    const scored = await scoreFindings(tx, TENANT, findings, DEFAULT_WEIGHTS);
    return new Map(findings.map(({ subjectUri, objectUris }, index) => [[subjectUri, ...objectUris].join('\n'), JSON.stringify(scored[index])]));
  });
}

describe.each(Object.entries(CHANGES))('%s', (_what, changed) => {
  it('leaves the scores of all findings without a changed subject or resource as they were', async () => {
    const uris = { identities: new Set<string>(), resources: new Set<string>() };
    await takeBoth(snapshots, BASE, '2026-01-01');
    const scorer = newScorer();
    await scorer.score(TENANT, { weights: DEFAULT_WEIGHTS });
    const [before, scoresBefore] = [await from(), await scoresOfAll(uris)];
    await takeBoth(snapshots, changed, '2026-01-02');
    await scorer.score(TENANT, { weights: DEFAULT_WEIGHTS });
    const [now, scores] = [await from(), await scoresOfAll(uris)];
    const found = await snapshots.db.tenant(TENANT, (tx) => changedSince(tx, TENANT, { before, now, scores: scorer.changes }));
    const differing = [...scores].flatMap(([key, score]) => (score === scoresBefore.get(key) ? [] : [key]));
    expect(differing.length).toBeGreaterThan(0);
    expect(differing.filter((key) => !key.split('\n').some((uri) => found?.has(uri)))).toEqual([]);
    // The other account has the same users, and nothing of it changed.
    expect(found?.has(`${TENANT}:AWS:${OTHER}:-:USER:finn`)).toBe(false);
  });
});

describe('where the changes are not known', () => {
  let scorer: Scorer;
  let before: ScoredFrom;

  beforeEach(async () => {
    await snapshots.take(BASE, '2026-01-01');
    scorer = newScorer();
    await scorer.score(TENANT, { weights: DEFAULT_WEIGHTS });
    before = await from();
  });

  const found = async (by = scorer): Promise<ReadonlySet<string> | null> => {
    const now = await from();
    return snapshots.db.tenant(TENANT, (tx) => changedSince(tx, TENANT, { before, now, scores: by.changes }));
  };

  it('finds nothing if nothing changed, over any number of scorings', async () => {
    expect(await found()).toEqual(new Set());
    for (let run = 0; run < 3; run += 1) await scorer.score(TENANT, { weights: DEFAULT_WEIGHTS });
    expect(await found()).toEqual(new Set());
  });

  it('finds everything after a scoring by another process', async () => {
    await newScorer().score(TENANT, { weights: DEFAULT_WEIGHTS });
    await scorer.score(TENANT, { weights: DEFAULT_WEIGHTS });
    expect(await found()).toBeNull();
  });

  it('finds everything after a scoring that was cut off', async () => {
    await snapshots.take(CHANGES['a policy gives a user access'] ?? {}, '2026-01-02');
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(newScorer().score(TENANT, { weights: DEFAULT_WEIGHTS, signal: stop.signal })).rejects.toThrow('stopped');
    await scorer.score(TENANT, { weights: DEFAULT_WEIGHTS });
    expect(await found()).toBeNull();
  });

  it('finds everything after other weights, a change of tiers, or a deleted source', async () => {
    await snapshots.db.tenant(TENANT, (tx) => saveWeights(tx, TENANT, { ...DEFAULT_WEIGHTS, conditional: 0.4 }, 'ann'));
    expect(await found()).toBeNull();
    await snapshots.db.tenant(TENANT, (tx) => saveWeights(tx, TENANT, DEFAULT_WEIGHTS, 'ann'));
    before = await from();
    await snapshots.db.tenant(TENANT, (tx) => growRevision(tx, TENANT));
    expect(await found()).toBeNull();
    before = await from();
    expect(await found()).toEqual(new Set());
    await snapshots.db.tenant(TENANT, (tx) => sql`delete from graph_source where tenant_id = ${TENANT}`.execute(tx));
    expect(await found()).toBeNull();
  });
});
