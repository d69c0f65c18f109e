import type { EntityRisk } from '@cam/contracts';
import { roleAssumptionSentence, conditionalAccessSentence, logCoverageSentence, sensitivePrivilegesSentence } from './risk-sentences';

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
  it('says which sensitive privileges are held and used, how access is gained, and what the logs cover', () => {
    expect(sensitivePrivilegesSentence(RISK)).toBe('1,204 sensitive privileges. Used in the last 90 days: iam:PassRole, sts:AssumeRole.');
    expect(sensitivePrivilegesSentence({ ...RISK, sensitive_unlogged: 8 })).toMatch(/AssumeRole\. Usage of 8 is not logged\.$/);
    expect(sensitivePrivilegesSentence({ ...RISK, sensitive_used: [], sensitive_unlogged: 8 })).toBe(
      '1,204 sensitive privileges, none with logged usage in the last 90 days. Usage of 8 is not logged.',
    );
    expect(conditionalAccessSentence(RISK, 'resources')).toBe('Access to 3 of 40 resources is conditional.');
    expect(conditionalAccessSentence(RISK, 'identities')).toBe('Access of 3 of 40 identities is conditional.');
    expect(roleAssumptionSentence(RISK)).toBe('12 of 40 identities have access only by assuming another identity.');
    expect(logCoverageSentence(RISK)).toBe('The logs of its source start on 2026-01-01 and cover 92 days. They do not cover all reads and writes.');
  });

  it('says that usage is unknown without logs', () => {
    expect(sensitivePrivilegesSentence(BLIND)).toBe('1,204 sensitive privileges. Their usage is not logged.');
    expect(logCoverageSentence(BLIND)).toBe('Its source has no usage logs, so usage is unknown.');
    expect([conditionalAccessSentence(BLIND, 'resources'), roleAssumptionSentence(BLIND)]).toEqual([null, null]);
  });
});
