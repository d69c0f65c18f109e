import type { Monitor } from '@cam/contracts';
import { fieldErrors, fieldsOf, newGuardrail, toBody } from './guardrail-fields';

const VALID = newGuardrail('user with-access any', 'Everything');

describe('a new guardrail', () => {
  it('has the label Custom, ignores deletes and does not ignore creations', () => {
    expect(toBody(VALID)).toEqual({
      name: 'Everything',
      description: '',
      query: 'user with-access any',
      severity: 'HIGH',
      label: 'Custom',
      category: [],
      remediation: '',
      audit: '',
      suppression_delete: 'ALERT_SUPPRESSION_BOTH',
      suppression_create: 'ALERT_SUPPRESSION_NONE',
      alerts_enabled: false,
      notify: { email: [], slack_url: [], syslog: [], min_risk: null, at_once: false },
    });
  });
});

describe('an edited guardrail', () => {
  it('survives the form unchanged', () => {
    const body = toBody({ ...VALID, categories: ['Data Access'], ignoreCreate: { identity: true, object: false } });
    expect(toBody(fieldsOf(body as Monitor))).toEqual(body);
  });
});

describe('the rules of the form', () => {
  it('require three characters for name and query, not counting blanks at the ends', () => {
    expect(fieldErrors({ ...VALID, name: ' ab ', query: 'us' })).toEqual({
      name: 'Name should be at least 3 chars',
      query: 'Query should be at least 3 chars',
    });
    expect(fieldErrors({ ...VALID, name: 'abc', query: 'any' })).toEqual({});
  });

  it('allow at most 10 000 characters of remediation and audit', () => {
    const longest = 'x'.repeat(10_000);
    expect(fieldErrors({ ...VALID, remediation: longest, audit: longest })).toEqual({});
    expect(fieldErrors({ ...VALID, remediation: `${longest}x`, audit: `${longest}x` })).toEqual({
      remediation: 'Remediation must be less than 10 000 characters.',
      audit: 'Audit must be less than 10 000 characters.',
    });
  });

  it('do not apply to a read-only form', () => {
    expect(fieldErrors(newGuardrail(), true)).toEqual({});
  });
});
