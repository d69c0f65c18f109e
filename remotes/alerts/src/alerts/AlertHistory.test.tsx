import type { AlertInfo } from '@cam/contracts';
import { formatZoned } from '@cam/ui';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ALERT_ACTIONS, statusLabel } from './alert-actions';
import { Verification } from './AlertHistory';

const BEGAN = '2026-01-20T10:00:00.000Z';
const NEXT = '2026-01-20T11:00:00.000Z';
const failure: AlertInfo['verification_failures'][number] = {
  ...{ source_uid: 'a', source_name: 'Our Okta', began_time: BEGAN, reason: 'Invalid token provided.', next_time: NEXT },
  what_to_do: 'Check the connection of Our Okta under Sources, then choose Verify fix again.',
};
const waiting = {
  ...{ alert_type: 'ALERT_TYPE_GUARDRAIL', status: 'ALERT_STATUS_OPEN', gone_reason: null, exclusion: null, history: [] },
  ...{ verifying_since: BEGAN, remediated_time: BEGAN, verification_failures: [] },
} as unknown as AlertInfo;
const failed: AlertInfo = { ...waiting, verification_failures: [failure] };

const textOf = (alert: AlertInfo): string => {
  const { unmount } = render(
    <MemoryRouter>
      <Verification alert={alert} />
    </MemoryRouter>,
  );
  const text = screen.getByRole('alert').textContent ?? '';
  unmount();
  return text;
};
const mayVerify = (alert: AlertInfo): boolean => ALERT_ACTIONS.find(({ act }) => act === 'verify')?.appliesTo(alert) ?? false;

it('a verification whose snapshot failed says why, when CAM tries again and what helps, and leads to the sources', () => {
  const text = textOf(failed);
  expect(text).toContain('Fix not verified: the snapshot failed');
  expect(text).toContain(`Our Okta, ${formatZoned(BEGAN)}: Invalid token provided. CAM tries again at ${formatZoned(NEXT)}. ${failure.what_to_do}`);
  render(
    <MemoryRouter>
      <Verification alert={failed} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Open Cloud Sources' }).getAttribute('href')).toBe('/sources/cloud');
});

it('a source without a schedule says that nothing follows by itself', () => {
  const text = textOf({ ...failed, verification_failures: [{ ...failure, next_time: null }] });
  expect(text).toContain('CAM does not try again, because the schedule of the source is off.');
});

it('a failed verification can be requested again, and its state differs from one that is in progress', () => {
  expect([mayVerify(waiting), mayVerify(failed)]).toEqual([false, true]);
  expect([statusLabel(waiting).label, statusLabel(failed).label]).toEqual(['Waiting for the next snapshot', 'Verification failed']);
  expect(textOf(waiting)).toContain('Verification requested');
});
