import type { Exclusion } from '@cam/contracts';
import { parseExclusionsFile, planExclusions } from './exclusions-plan';

const wanted = {
  ...{ kind: 'ALERT', scope: { uris: ['b', 'a'], reference_id: 'g' }, reason: 'Accepted by the owner', category: 'ACCEPTED' },
  ends_on: '2026-12-31',
} as const;
const stored = (change: Partial<Exclusion> = {}): Exclusion => ({
  ...{ exclusion_id: 'e1', kind: 'ALERT', scope: { uris: ['a', 'b'], reference_id: 'g' }, reference_name: 'G', reason: wanted.reason },
  ...{ category: 'ACCEPTED', owner: 'o@x.y', ticket: '', ends_on: '2026-12-31', state: 'ACTIVE', created_by: 'o@x.y', created_at: '' },
  ...{ approved_by: null, removed_by: null, hides: 1, hid_at_start: 1, notice: '', version: 3, ...change },
});

describe('a plan of exclusions', () => {
  it('adds what the tenant lacks, changes what differs, and leaves the rest', () => {
    const file = parseExclusionsFile(JSON.stringify({ exclusions: [wanted] }));
    expect(planExclusions(file, [])).toEqual([{ step: 'ADD', exclusion: wanted }]);
    expect(planExclusions(file, [stored({ state: 'ENDED' })])).toMatchObject([{ step: 'ADD' }]);
    expect(planExclusions(file, [stored({ ends_on: '2026-12-01' })])).toMatchObject([{ step: 'CHANGE', exclusion_id: 'e1', version: 3 }]);
    expect(planExclusions(file, [stored()])).toEqual([]);
  });

  it('refuses files that lack a field', () => {
    expect(() => parseExclusionsFile('{')).toThrow('not valid JSON');
    expect(() => parseExclusionsFile('{}')).toThrow('no list "exclusions"');
    expect(() => parseExclusionsFile(JSON.stringify({ exclusions: [{ ...wanted, ends_on: undefined }] }))).toThrow('no "ends_on"');
  });
});
