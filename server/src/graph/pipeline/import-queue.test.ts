import type { SourceImport } from './build-snapshot';
import { ImportQueue } from './import-queue';

/** Returns an import of a source with so many entities. */
function anImport(sourceUid: string, { day = '2026-01-02', isFirst = true, entities = 1 } = {}): SourceImport {
  return {
    source: { sourceUid, cloudType: 'AWS', accountId: sourceUid },
    facts: { entities: { length: entities } },
    takenAt: new Date(`${day}T12:00:00Z`),
    isFirst,
  } as unknown as SourceImport;
}

/** Returns the sources of the imports that are built together, build by build. */
function builds(...imports: SourceImport[]): string[][] {
  const queue = new ImportQueue();
  for (const one of imports) void queue.add(one);
  const all: string[][] = [];
  for (let taken = queue.take(); taken.length > 0; taken = queue.take()) all.push(taken.map(({ one }) => one.source.sourceUid));
  return all;
}

describe('imports that wait', () => {
  it('are built together, in the order of their arrival', () => {
    expect(builds(anImport('b'), anImport('a'), anImport('c'))).toEqual([['b', 'a', 'c']]);
  });

  it('of one source are built one after the other', () => {
    expect(builds(anImport('a'), anImport('b'), anImport('a'), anImport('c'))).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
  });

  it('share a snapshot only if they are of one day, because the history is asked by days', () => {
    expect(builds(anImport('a'), anImport('b', { day: '2026-01-03' }), anImport('c', { day: '2026-01-03' }))).toEqual([['a'], ['b', 'c']]);
  });

  it('of new sources share no snapshot with later ones of others, because the age of the access that they add differs', () => {
    expect(builds(anImport('a'), anImport('b', { isFirst: false }), anImport('c', { isFirst: false }))).toEqual([['a'], ['b', 'c']]);
  });

  it('are built in parts where they hold too much together, and a large one alone', () => {
    const large = anImport('large', { entities: 100_000 });
    expect(builds(anImport('a', { entities: 30_000 }), anImport('b', { entities: 20_000 }), large, anImport('c'))).toEqual([
      ['a'],
      ['b'],
      ['large'],
      ['c'],
    ]);
    expect(builds(...Array.from({ length: 20 }, (_none, index) => anImport(String(index)))).map(({ length }) => length)).toEqual([16, 4]);
  });
});

describe('a build', () => {
  it('waits for the imports that are still read, and not for those that do not come', async () => {
    const queue = new ImportQueue();
    void queue.add(anImport('a'));
    const [b, c] = [queue.announce(), queue.announce()];
    let isReady = false;
    const gathering = queue.gather().then(() => (isReady = true));
    void queue.add(anImport('b'));
    b();
    b();
    await Promise.resolve();
    expect(isReady).toBe(false);
    c();
    await gathering;
    expect(queue.take().map(({ one }) => one.source.sourceUid)).toEqual(['a', 'b']);
    await queue.gather();
  });

  it('waits for nobody where enough wait already', async () => {
    const queue = new ImportQueue();
    queue.announce();
    for (let index = 0; index < 16; index += 1) void queue.add(anImport(String(index)));
    await queue.gather();
    expect(queue.take()).toHaveLength(16);
  });

  it('does not wait longer than its patience', async () => {
    jest.useFakeTimers();
    const queue = new ImportQueue();
    queue.announce();
    const gathering = queue.gather();
    await jest.advanceTimersByTimeAsync(10_000);
    await gathering;
    jest.useRealTimers();
  });
});
