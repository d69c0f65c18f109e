import type { WhatIfRow, WhatIfVerdict } from '@cam/contracts';
import type { Decision, Tried } from './decide';
import { reportOf } from './reports';

const end = (name: string, type: string) => ({ uri: name, name, type, account_id: '1' });
const ROW: WhatIfRow = {
  ...{ identity: end('a|b <img> [x](http://evil)', 'USER'), resource: end('ledger', 'OBJECT_STORE') },
  ...{ actions_before: 'RW-', conditional_actions_before: '---', actions_after: '-W-', conditional_actions_after: '---' },
  ...{ gained: { total: 0, names: [] }, lost: { total: 1, names: ['s3:GetObject'] }, use: 'USED', use_reason: '' },
  ...{ broken: [{ action: 's3:GetObject', actor: 'ann', calls: 2, last_at: '2026-01-02T03:04:05Z' }], broken_total: 1 },
};
const VERDICT: WhatIfVerdict = {
  ...{ source_uid: 'u', cloud_type: 'AWS', account_id: '1', account_name: 'R&D "one"', taken_at: '2026-01-03T00:00:00.000Z' },
  ...{ edits: ['Set the managed policy arn:x'], gained: 0, lost: 1, broken: 1, unknown: 0, is_complete: true, rows: [ROW] },
  ...{ guardrails: [], guardrails_complete: true, guardrails_compared: 3, notes: [] },
};
const TRIED: Tried = { wide: [VERDICT], narrow: [VERDICT], filled: [], admitsOthers: false, untried: [] };
const FAILED: Decision = { outcome: 'fail', failures: [{ condition: 'broken', words: '1 row would lose access that is in use' }], doubts: [] };
const OPEN: Decision = { outcome: 'undecided', failures: [], doubts: ['Not tried: aws_kms_key.a.'] };
const NOTHING: Tried = { wide: [], narrow: [], filled: [], admitsOthers: false, untried: [] };

describe('the report of a gate', () => {
  it('ends its text with the outcome, and has none without a gate', () => {
    expect(reportOf('text', FAILED, TRIED)).toMatch(/R&D "one", snapshot of .*\n\nFAIL: 1 row would lose access that is in use\.$/s);
    expect(reportOf('text', OPEN, NOTHING)).toBe('The plan changes no access that CAM reads.\n\nUNDECIDED\nNot tried: aws_kms_key.a.');
    expect(reportOf('text', { outcome: null, failures: [], doubts: [] }, NOTHING)).toBe('The plan changes no access that CAM reads.');
  });

  it('is a short comment in Markdown, in which names of the provider stay text', () => {
    const comment = reportOf('markdown', FAILED, { ...TRIED, wide: [{ ...VERDICT, rows: Array.from({ length: 200 }, () => ROW) }] });
    expect(comment.split('\n').length).toBeLessThanOrEqual(60);
    expect(comment).toContain('### CAM: FAIL\n\n- 1 row would lose access that is in use');
    expect(comment).toContain('| a\\|b \\<img\\> \\[x\\](http://evil) | ledger | R W \\> W | s3:GetObject on 2026\\-01\\-02 |');
    expect(comment).toContain('| and 170 more | | | |');
  });

  it('is a log of code scanning', () => {
    const log = JSON.parse(reportOf('sarif', { ...FAILED, doubts: OPEN.doubts }, TRIED)) as { version: string; runs: { results: object[] }[] };
    expect(log.version).toBe('2.1.0');
    expect(log.runs[0]?.results).toMatchObject([
      { ruleId: 'broken', level: 'error', message: { text: '1 row would lose access that is in use' } },
      { ruleId: 'undecided', level: 'warning' },
    ]);
  });

  it('is a report of tests, in which an open question is a failure', () => {
    const report = reportOf('junit', FAILED, TRIED);
    expect(report).toContain('tests="2" failures="1"');
    expect(report).toContain('name="R&amp;D &quot;one&quot;"');
    expect(report).toContain('<failure message="1 row would lose access that is in use"/>');
    expect(reportOf('junit', OPEN, NOTHING)).toContain('tests="1" failures="1"');
    expect(reportOf('junit', { outcome: 'pass', failures: [], doubts: [] }, NOTHING)).toContain('<testcase classname="cam.gate" name="gate"/>');
  });
});
