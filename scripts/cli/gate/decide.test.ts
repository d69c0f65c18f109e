import type { WhatIfRow, WhatIfVerdict } from '@cam/contracts';
import { decide, type Tried } from './decide';
import { gateOf, parseGate } from './gate-file';

const end = (name: string, type: string) => ({ uri: `uri/${name}`, name, type, account_id: '1' });
const LOST: WhatIfRow = {
  ...{ identity: end('ann', 'USER'), resource: end('ledger', 'OBJECT_STORE') },
  ...{ actions_before: 'RW-', conditional_actions_before: '---', actions_after: '-W-', conditional_actions_after: '---' },
  ...{ gained: { total: 0, names: [] }, lost: { total: 1, names: ['s3:GetObject'] }, use: 'USED', use_reason: '' },
  ...{ broken: [{ action: 's3:GetObject', actor: 'ann', calls: 2, last_at: '2026-01-02T03:04:05Z' }], broken_total: 1 },
};
const GAINED: WhatIfRow = {
  ...{ ...LOST, identity: end('ci-deploy', 'ROLE'), resource: end('build-cache', 'OBJECT_STORE') },
  ...{ gained: { total: 1, names: ['s3:PutObject'] }, lost: { total: 0, names: [] }, use: 'NOTHING_LOST', broken: [], broken_total: 0 },
};
const NOTHING: WhatIfVerdict = {
  ...{ source_uid: 'u', cloud_type: 'AWS', account_id: '1', account_name: 'Production', taken_at: '2026-01-03T00:00:00.000Z' },
  ...{ edits: ['Set the managed policy arn:x'], gained: 0, lost: 0, broken: 0, unknown: 0, is_complete: true, rows: [] },
  ...{ guardrails: [], guardrails_complete: true, guardrails_compared: 3, notes: [] },
};
const LOSS: WhatIfVerdict = { ...NOTHING, lost: 1, broken: 1, rows: [LOST] };
const GAIN: WhatIfVerdict = { ...NOTHING, gained: 1, rows: [GAINED] };
const GUARDRAIL = { monitor_id: 'm', name: 'Open buckets', severity: 'MEDIUM' as const, raised: 2, cleared: 0, examples: [] };
const NOW = new Date('2026-01-04T12:00:00Z');

function tried(wide: WhatIfVerdict, narrow = wide): Tried {
  return { wide: [wide], narrow: [narrow], filled: narrow === wide ? [] : ['aws_iam_policy.app: policy'], admitsOthers: false, untried: [] };
}

const gate = (file: object) => parseGate(JSON.stringify(file));
const words = (gated: ReturnType<typeof gate>, of: Tried) => {
  const { outcome, failures, doubts } = decide(gated, of, NOW);
  return [outcome, ...failures.map((one) => one.words), ...doubts];
};

describe('a gate', () => {
  it('fails a change only on what was asked for', () => {
    expect(words(gateOf([]), tried(LOSS))).toEqual([null]);
    expect(words(gateOf(['gained', 'guardrails']), tried(LOSS))).toEqual(['pass']);
    expect(words(gateOf(['gained', 'broken']), tried(LOSS))).toEqual(['fail', '1 row would lose access that is in use']);
    const raising = tried({ ...NOTHING, guardrails: [GUARDRAIL] });
    expect(words(gate({ fail: [{ guardrails: ['HIGH'] }] }), raising)).toEqual(['pass']);
    expect(words(gate({ fail: [{ guardrails: ['HIGH', 'MEDIUM'] }] }), raising)).toEqual(['fail', 'guardrails would raise 2 alerts']);
  });

  it('does not pass a verdict that is not complete, one about an old snapshot, or a plan with changes that were not tried', () => {
    const half = 'The change affects more access of Production than one verdict compares.';
    expect(words(gateOf(['gained']), tried({ ...LOSS, is_complete: false }))).toEqual(['undecided', half]);
    expect(words(gateOf(['gained']), tried({ ...LOSS, guardrails_complete: false }))).toEqual(['pass']);
    expect(words(gateOf(['guardrails']), tried({ ...LOSS, guardrails_complete: false }))[0]).toBe('undecided');
    expect(words(gate({ fail: ['gained'], stale_after_days: 1 }), tried(LOSS))).toEqual([
      'undecided',
      'The snapshot of Production is 1 day old. Take a new one.',
    ]);
    expect(words(gate({ fail: ['gained'], stale_after_days: 2 }), tried(LOSS))).toEqual(['pass']);
    const untried = { ...tried(NOTHING), untried: ['aws_kms_key.a: changes of aws_kms_key are not read yet'] };
    expect(words(gateOf(['gained']), untried)).toEqual(['undecided', 'Not tried: aws_kms_key.a: changes of aws_kms_key are not read yet.']);
    expect(words(gate({ fail: ['gained'], undecided: 'pass' }), untried)[0]).toBe('pass');
  });

  it('decides about unknown policies only where every policy gives the same outcome', () => {
    expect(words(gateOf(['gained']), tried(GAIN, NOTHING))).toEqual([
      'undecided',
      'Not known before the apply: whether somebody would gain access. It depends on aws_iam_policy.app: policy.',
    ]);
    expect(words(gateOf(['broken']), tried(GAIN, LOSS))[0]).toBe('undecided');
    expect(words(gateOf(['gained']), tried({ ...GAIN, gained: 7 }, GAIN))).toEqual(['fail', 'at least 1 row would gain access']);
    expect(words(gateOf(['lost']), tried(GAIN, NOTHING))).toEqual(['pass']);
  });

  it('takes account of what lies between both extremes', () => {
    // A policy that takes less away may leave a row whose use is unknown, where the narrow one takes away what is in use.
    expect(words(gateOf(['unknown']), tried(NOTHING, LOSS))[0]).toBe('undecided');
    const unknown = { ...NOTHING, lost: 1, unknown: 1 };
    expect(words(gateOf(['unknown']), tried(unknown, { ...unknown, lost: 2 }))[0]).toBe('fail');
    expect(words(gateOf(['unknown']), tried(unknown, LOSS))[0]).toBe('undecided');
    // A guardrail may ask for what neither has.
    expect(words(gateOf(['guardrails']), tried(GAIN, NOTHING))[0]).toBe('undecided');
    expect(words(gateOf(['guardrails']), tried({ ...GAIN, guardrails: [GUARDRAIL] }, { ...LOSS, guardrails: [GUARDRAIL] }))[0]).toBe('undecided');
    expect(words(gateOf(['guardrails']), tried(NOTHING, { ...NOTHING }))).toEqual(['pass']);
    // An unknown trust policy may name somebody whom nothing allows.
    const allowed = gate({ fail: ['gained'], allow: [{ identity: 'ci-*', reason: 'x' }] });
    expect(words(allowed, tried(GAIN, NOTHING))).toEqual(['pass']);
    expect(words(allowed, { ...tried(GAIN, NOTHING), admitsOthers: true })[0]).toBe('undecided');
    const anyOf = gate({ fail: ['gained'], allow: [{ resource: 'build-*', reason: 'x' }] });
    expect(words(anyOf, { ...tried(GAIN, NOTHING), admitsOthers: true })).toEqual(['pass']);
  });

  it('does not count access that its file allows, until the last day', () => {
    const allow = (until: string | null) =>
      gate({ fail: ['gained'], allow: [{ identity: 'ci-*', resource: 'build-*', reason: 'pipelines', until }] });
    expect(words(allow(null), tried(GAIN))).toEqual(['pass']);
    expect(words(allow('2026-01-04'), tried(GAIN))).toEqual(['pass']);
    expect(words(allow('2026-01-03'), tried(GAIN))[0]).toBe('fail');
    // The verdict counts a second row, but does not list it.
    expect(words(allow(null), tried({ ...GAIN, gained: 2 }))).toEqual(['fail', '1 row would gain access']);
    expect(words(gate({ fail: ['gained'], allow: [{ identity: 'URI/CI-DEPLOY', reason: 'x' }] }), tried(GAIN))).toEqual(['pass']);
  });

  it.each([
    ['{', 'not valid JSON'],
    ['[]', 'not a JSON object'],
    ['{"fails": ["gained"]}', 'unknown field "fails"'],
    ['{"fail": []}', 'no list "fail"'],
    ['{"fail": ["gain"]}', 'Unknown condition "gain"'],
    ['{"fail": [{"guardrails": ["SEVERE"]}]}', 'a list of HIGH'],
    ['{"fail": ["gained"], "allow": [{"reason": "x"}]}', 'allows everything'],
    ['{"fail": ["gained"], "allow": [{"identity": "a"}]}', 'has no "reason"'],
    ['{"fail": ["gained"], "allow": [{"identity": "a", "reason": "x", "until": "soon"}]}', 'YYYY-MM-DD'],
    ['{"fail": ["gained"], "undecided": "maybe"}', 'neither "fail" nor "pass"'],
    ['{"fail": ["gained"], "stale_after_days": "3"}', 'not a number of days'],
  ])('file %s is refused', (file, reason) => {
    expect(() => parseGate(file)).toThrow(reason);
  });
});
