import { beyondRequest, isCoveredBy, partsSeen, seenAccess } from './observe';
import { overdueFindings } from './overdue-alerts';
import type { StoredRequest } from './store';

const AT = new Date('2026-11-01T12:00:00Z');
const later = (hours: number): Date => new Date(AT.getTime() + hours * 3_600_000);
const unit = {
  key: 'MEMBERSHIP writers',
  kind: 'MEMBERSHIP',
  name: 'writers',
  source_uid: 'okta',
  gives: ['WRITE'],
  parts: [],
} as unknown as StoredRequest['unit'];
const row = (some: Partial<StoredRequest> = {}): StoredRequest =>
  ({
    ...{ request_id: 'r', state: 'SEEN', identity_uri: 'i', resource_uri: 'k', identity_source: 'okta', resource_source: 'aws' },
    ...{ level: 'WRITE', actions: [], unit, held_levels: [], until: AT },
    ...some,
  }) as StoredRequest;
const giving = (name: string, kinds = 2, sourceUid = 'okta') => ({ sharedKey: `MEMBERSHIP ${name}`, kind: 'MEMBERSHIP', name, sourceUid, kinds });

describe('what snapshots show', () => {
  const seen = (times: Record<string, Date>, units = [giving('writers')]) =>
    seenAccess(row(), { units }, { isGranted: units.length > 0, isCovered: false, times: new Map(Object.entries(times)) });

  it('counts after the end only if the source that gives the access was read since', () => {
    expect(seen({ okta: later(-1), aws: later(1) }).isAfterEnd).toBe(false);
    expect(seen({ okta: later(0), aws: later(-1) }).isAfterEnd).toBe(true);
    // Without the access, the source counts that would give it.
    expect(seen({ okta: later(-1), aws: later(1) }, []).isAfterEnd).toBe(false);
    expect(seen({ okta: later(1), aws: later(-1) }, []).isAfterEnd).toBe(true);
  });

  it('proves no absence while a source is not connected', () => {
    expect(seen({ okta: later(1) }, []).hasSources).toBe(false);
    expect(seen({ okta: later(1), aws: later(1) }, []).hasSources).toBe(true);
  });
});

describe('a set of units', () => {
  const set = {
    ...{ key: 'SET ["ATTACHMENT put","MEMBERSHIP writers"]', kind: 'SET', name: 'put and writers', source_uid: '', gives: ['WRITE'] },
    parts: [unit, { key: 'ATTACHMENT put', kind: 'ATTACHMENT', name: 'put', source_uid: 'aws', gives: ['WRITE'] }],
  } as unknown as StoredRequest['unit'];
  const put = { sharedKey: 'ATTACHMENT put', kind: 'ATTACHMENT', name: 'put', sourceUid: 'aws', kinds: 2 };
  const seen = (units: (typeof put)[], isGranted: boolean, times: Record<string, Date> = { okta: later(1), aws: later(1) }) =>
    seenAccess(row({ unit: set }), { units }, { isGranted, isCovered: false, times: new Map(Object.entries(times)) });

  it('is partly there while one of its units is, and not at all with others', () => {
    expect(partsSeen(row({ unit: set }), { units: [put, giving('others')] }).map(({ key }) => key)).toEqual(['ATTACHMENT put']);
    expect([seen([put], false).isPartial, seen([put, giving('writers')], true).isPartial]).toEqual([true, false]);
    expect([seen([], false).isPartial, seen([giving('others')], false).isPartial]).toEqual([false, false]);
  });

  it('is read again after the end in the source of what is left, and in all sources if nothing is', () => {
    expect(seen([put], false, { okta: later(1), aws: later(-1) }).isAfterEnd).toBe(false);
    expect(seen([put], false, { okta: later(-1), aws: later(1) }).isAfterEnd).toBe(true);
    expect(seen([], false, { okta: later(1), aws: later(-1) }).isAfterEnd).toBe(false);
    expect(seen([], false).isAfterEnd).toBe(true);
  });

  it('is no more than was asked for', () => {
    expect(beyondRequest(row({ unit: set }), { levels: ['WRITE'], units: [put, giving('writers'), giving('others')] }).units).toEqual(['others']);
  });
});

describe('more than was asked for', () => {
  it('is another unit with the wanted kind of access, and kinds that neither the request nor its unit has', () => {
    const units = [giving('writers'), giving('operators'), giving('readers', 1)];
    expect(beyondRequest(row(), { levels: ['WRITE', 'ADMIN'], units })).toEqual({ units: ['operators'], levels: ['ADMIN'] });
    expect(beyondRequest(row(), { levels: ['WRITE'], units: [giving('writers')] })).toEqual({ units: [], levels: [] });
  });

  it('is not what the identity had before, nor what the unit was known to give', () => {
    expect(beyondRequest(row({ held_levels: ['READ'] }), { levels: ['READ', 'WRITE'], units: [] }).levels).toEqual([]);
    const wide = { ...unit, gives: ['READ', 'WRITE'] } as StoredRequest['unit'];
    expect(beyondRequest(row({ unit: wide }), { levels: ['READ', 'WRITE'], units: [] }).levels).toEqual([]);
  });

  it('is unknown where nobody said what gives the access', () => {
    expect(beyondRequest(row({ unit: null }), { levels: ['WRITE'], units: [giving('operators')] }).units).toEqual([]);
    expect(beyondRequest(row({ unit: null, level: null, actions: ['s3:PutObject'] }), { levels: ['ADMIN'], units: [] }).levels).toEqual([]);
  });
});

it('another running request for the same access covers it, and no ended, other or lesser one', () => {
  const other = (some: Partial<StoredRequest>) => row({ request_id: 'o', state: 'APPROVED', until: later(8), ...some });
  expect(isCoveredBy(row(), other({}), later(1))).toBe(true);
  for (const some of [{ until: later(1) }, { state: 'OVERDUE' as const }, { level: 'READ' as const }, { identity_uri: 'x' }, { request_id: 'r' }])
    expect(isCoveredBy(row(), other(some), later(1))).toBe(false);
  const actions = { level: null, actions: ['s3:GetObject'] };
  expect(isCoveredBy(row(actions), other({ level: null, actions: ['S3:getobject', 's3:PutObject'] }), later(1))).toBe(true);
  expect(isCoveredBy(row({ level: null, actions: ['s3:DeleteObject'] }), other(actions), later(1))).toBe(false);
});

it('two overdue requests of one identity are two findings', () => {
  const findings = overdueFindings([row({ request_id: 'a' }), row({ request_id: 'b' })]);
  expect(new Set(findings.map(({ key }) => key)).size).toBe(2);
  expect(findings[0]?.objects.get('k')?.actions).toBe('-W-');
});
