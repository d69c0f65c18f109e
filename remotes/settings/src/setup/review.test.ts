import type { NotificationInfo, User } from '@cam/contracts';
import { notificationLines, profileLines, sharedWith } from './review';

const USER = {
  first_name: 'Ada',
  last_name: 'none',
  email: 'ada@x.example',
  role: 'Auditor',
  alert_info: { changes_in_config: true, health_and_dialog_issue_found: false, new_user_found: false },
} as User;

const info = (severity: NotificationInfo['severity'], ...email: string[]): NotificationInfo => ({ severity, email, slack_url: [], syslog: [] });

it('setup review: shows the profile with the tenant address as its location', () => {
  expect(profileLines(USER, 'Main Street 1').map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'First Name: Ada',
    'Last Name: ',
    'Email: ada@x.example',
    'Location: Main Street 1',
    'Job Title: Auditor',
  ]);
  expect(profileLines(USER, '')[3]?.text).toBe('none');
});

it('setup review: shows which notifications are enabled', () => {
  expect(notificationLines(USER)).toEqual([
    { label: 'Changes in Configuration', text: 'Enabled' },
    { label: 'Health and Diagnostic Issue Found', text: 'Disabled' },
    { label: 'New User Found', text: 'Disabled' },
  ]);
});

it('setup review: lists each recipient of any severity once', () => {
  expect(sharedWith([info('HIGH', 'ops@x.example', 'b@x.example'), info('MEDIUM', 'OPS@x.example'), info('LOW')])).toEqual([
    'b@x.example',
    'OPS@x.example',
  ]);
  expect(sharedWith([])).toEqual([]);
});
