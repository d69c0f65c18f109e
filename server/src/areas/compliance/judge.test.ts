import { Events } from '../../platform/events/events';
import { withCaller } from '../../platform/db/caller';
import { CallerDisconnected } from '../../platform/db/cancellation';
import type { SubjectRow } from '../../graph';
import { Judge, type ComplianceQueries, type JudgedScope } from './judge';
import type { JudgedRule } from './rules/rule';

const rule = (id: string, failing: string, population: string): JudgedRule => ({
  ...{ id, name: id, severity: 'HIGH', category: '', description: '', remediation: '', controls: {}, reason: '' },
  ...{ failing, population },
});
const PUBLIC = rule('public', 'store and public', 'store');
const ADMIN = rule('admin', 'user with-access any for admin', 'user');

const entity = (name: string, account_id: string): SubjectRow => ({ uri: name, name, type: 'x', account_id, account_name: '', region: '-' });
const ROWS: Readonly<Record<string, SubjectRow[]>> = {
  store: [entity('one', 'a'), entity('two', 'a'), entity('three', 'b')],
  'store and public': [entity('one', 'a'), entity('three', 'b')],
  user: [entity('ann', 'a')],
  'user with-access any for admin': [entity('ann', 'a')],
};

let asked: string[];
let hold: Promise<void> | null;
let events: Events;
let judge: Judge;
beforeEach(() => {
  asked = [];
  hold = null;
  events = new Events();
  const queries: Pick<ComplianceQueries, 'subjects' | 'isFilteredBySubject'> = {
    subjects: async (_tenantId, query, accountId) => {
      asked.push(`${query} @${accountId ?? '*'}`);
      await hold;
      return ROWS[query] ?? [];
    },
    isFilteredBySubject: (query) => !query.includes('with-access'),
  };
  judge = new Judge({ events }, queries as ComplianceQueries);
});

const scope = (accountId: string | null, snapshotId = 1): JudgedScope => ({ tenantId: 't', snapshotId, accountId });
const names = async (of: JudgedScope, which: JudgedRule) => {
  const { failed, total } = await judge.judge(of, which);
  return [failed.map(({ name }) => name).join(' '), total];
};

describe('Judge', () => {
  it('answers every account filter from one evaluation of the tenant, unless the rule is about access', async () => {
    expect(await names(scope('a'), PUBLIC)).toEqual(['one', 2]);
    expect(await names(scope('b'), PUBLIC)).toEqual(['three', 1]);
    expect(await names(scope('a,b'), PUBLIC)).toEqual(['one three', 3]);
    expect(await names(scope(null), PUBLIC)).toEqual(['one three', 3]);
    expect(asked).toEqual(['store and public @*', 'store @*']);
    asked = [];
    await names(scope('a'), ADMIN);
    await names(scope('b'), ADMIN);
    expect(asked).toEqual(['user with-access any for admin @a', 'user @*', 'user with-access any for admin @b']);
  });

  it('evaluates again after a new snapshot, also before its event arrives', async () => {
    await names(scope(null), PUBLIC);
    await names(scope(null), PUBLIC);
    expect(asked).toHaveLength(2);
    await names(scope(null, 2), PUBLIC);
    expect(asked).toHaveLength(4);
    events.publish({ tenantId: 't', kind: 'snapshot' });
    await names(scope(null, 2), PUBLIC);
    expect(asked).toHaveLength(6);
  });

  it('keeps the results of the tenant and of filters in use, however many others a user asks for', async () => {
    await names(scope('mine'), ADMIN);
    for (let i = 0; i < 200; i += 1) {
      await names(scope(`other ${i}`), ADMIN);
      if (i % 20 === 0) await names(scope('mine'), ADMIN);
    }
    asked = [];
    await names(scope('mine'), ADMIN);
    await names(scope(null), PUBLIC);
    expect(asked).toEqual(['store and public @*', 'store @*']);
  });

  it('answers one user while another asks for a hundred filters at once', async () => {
    const as = <T>(party: string, work: () => Promise<T>, signal = new AbortController().signal) => withCaller({ signal, party }, work);
    let release = (): void => {};
    hold = new Promise((resolve) => (release = resolve));
    const flood = Promise.all(Array.from({ length: 100 }, (_, i) => as('eve', () => names(scope(`filter ${i}`), ADMIN))));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual(['user with-access any for admin @filter 0']);
    hold = null;
    expect(await as('ann', () => names(scope('a'), PUBLIC))).toEqual(['one', 2]);
    expect(asked).toHaveLength(3);
    release();
    await flood;
  });

  it('does not evaluate for users who left, and still answers those who wait for the same', async () => {
    let release = (): void => {};
    hold = new Promise((resolve) => (release = resolve));
    const as = <T>(party: string, work: () => Promise<T>, signal = new AbortController().signal) => withCaller({ signal, party }, work);
    const first = as('eve', () => names(scope('first'), ADMIN));
    const [leaves, leavesToo] = [new AbortController(), new AbortController()];
    const left = as('eve', () => names(scope('left'), ADMIN), leaves.signal);
    const shared = as('eve', () => names(scope('shared'), ADMIN), leavesToo.signal);
    const stays = as('ann', () => names(scope('shared'), ADMIN));
    leaves.abort();
    leavesToo.abort();
    hold = null;
    release();
    await first;
    await expect(left).rejects.toThrow(CallerDisconnected);
    await expect(shared).rejects.toThrow(CallerDisconnected);
    expect(await stays).toEqual(['ann', 0]);
    expect(asked.filter((one) => one.includes('left'))).toEqual([]);
  });
});
