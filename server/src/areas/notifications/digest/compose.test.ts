import { digestMail } from './compose';

const ALL = { changes_in_config: true, health_and_dialog_issue_found: true, new_user_found: true };
const PLACE = { day: '2026-01-20', tenant: 'Demo <Company>', console: 'https://cam.example' };

it('digestMail contains the topics of the day that the recipient enabled, with links', () => {
  const mail = digestMail({ changes: 12, newUsers: 1, ailing: 2 }, ALL, PLACE);
  expect(mail?.subject).toBe('[CAM] Demo <Company> on 2026-01-20');
  expect(mail?.text.split('\n').filter((line) => line !== '')).toEqual([
    'Demo <Company> on 2026-01-20',
    '12 changes',
    '  https://cam.example/changes?start=2026-01-20&end=2026-01-20',
    '1 new user',
    '  https://cam.example/changes?start=2026-01-20&end=2026-01-20&type=NODE_ADD&search=USER',
    '2 sources with failed or incomplete snapshots',
    '  https://cam.example/sources/snapshot/LAST_SNAPSHOT',
    'You receive this mail at most once a day because it is enabled in your profile. Change your settings: https://cam.example/settings/profile',
  ]);
  expect(mail?.html).not.toContain('<Company>');
});

it('digestMail omits disabled topics, and returns null if nothing is left to report', () => {
  const onlyUsers = { ...ALL, changes_in_config: false, health_and_dialog_issue_found: false };
  expect(digestMail({ changes: 12, newUsers: 3, ailing: 2 }, onlyUsers, PLACE)?.text).not.toContain('12 changes');
  expect(digestMail({ changes: 12, newUsers: 0, ailing: 2 }, onlyUsers, PLACE)).toBeNull();
  expect(digestMail({ changes: 0, newUsers: 0, ailing: 0 }, ALL, PLACE)).toBeNull();
});
