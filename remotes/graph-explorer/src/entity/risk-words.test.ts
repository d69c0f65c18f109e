import type { EntityRisk } from '@cam/contracts';
import { becomingWords, conditionalWords, evidenceWords, sensitiveWords } from './risk-words';

const RISK: EntityRisk = {
  sensitive_held: 1204,
  sensitive_used: ['iam:PassRole', 'sts:AssumeRole'],
  sensitive_unlogged: 0,
  reached: 40,
  conditional: 3,
  becoming: 12,
  evidence: { since: '2026-01-01', days: 92, silent: ['READ OBJECT_STORE', 'WRITE OBJECT_STORE'] },
};
const BLIND: EntityRisk = {
  ...RISK,
  sensitive_used: [],
  sensitive_unlogged: 1204,
  conditional: 0,
  becoming: 0,
  evidence: { since: null, days: null, silent: [] },
};

describe('risk at a glance', () => {
  it('says what is held and used, under which conditions, and how sure that is', () => {
    expect(sensitiveWords(RISK)).toBe('1,204 sensitive privileges, used within 90 days: iam:PassRole, sts:AssumeRole.');
    expect(sensitiveWords({ ...RISK, sensitive_unlogged: 8 })).toMatch(/AssumeRole\. Of 8 of the others no log tells\.$/);
    expect(sensitiveWords({ ...RISK, sensitive_used: [], sensitive_unlogged: 8 })).toBe(
      '1,204 sensitive privileges, none of which a log saw used within 90 days. Of 8 no log tells.',
    );
    expect(conditionalWords(RISK, 'resources')).toBe('3 of 40 resources are reached under conditions only.');
    expect(conditionalWords(RISK, 'identities')).toBe('3 of 40 identities reach it under conditions only.');
    expect(becomingWords(RISK)).toBe('12 of 40 identities reach it only by becoming something else.');
    expect(evidenceWords(RISK)).toBe('Logs of its source are known since 2026-01-01, for 92 days. It does not tell of all reads and writes.');
  });

  it('says what is not known', () => {
    expect(sensitiveWords(BLIND)).toBe('1,204 sensitive privileges; whether they are used is not known.');
    expect(evidenceWords(BLIND)).toBe('No log of its source is known: nothing can be said of use.');
    expect([conditionalWords(BLIND, 'resources'), becomingWords(BLIND)]).toEqual([null, null]);
  });
});
