import type { Role } from '@cam/contracts';
import { parseRolesFile, planRoles, roleStepText, toRolesFile } from './roles-plan';

const role = (fields: Partial<Role> = {}): Role => ({
  ...{ role_id: 'r1', name: 'Payments', description: 'Team', rights: ['CAM_GENERAL_READ'], accounts: ['1', '2'] },
  ...{ members: [{ kind: 'USER', name: 'ana@demo.example' }], built_in: false, version: 3, changed_by: 'a@b.example', changed_time: null },
  ...fields,
});
const VIEWER = role({ role_id: 'viewer', name: 'Viewer', accounts: [], members: [], built_in: true, version: 0 });

describe('a plan of roles', () => {
  it('is empty for the file that was exported', () => {
    const roles = [VIEWER, role()];
    expect(planRoles(parseRolesFile(JSON.stringify(toRolesFile(roles))), roles, true)).toEqual([]);
  });

  it('says what each step adds and removes, and removes roles only on demand', () => {
    const file = parseRolesFile(
      JSON.stringify({
        roles: [
          { name: 'payments', description: 'Team', rights: ['CAM_GENERAL_READ', 'CAM_ALERTS_READ'], users: ['Bob@demo.example'] },
          { name: 'Audit', rights: ['CAM_GENERAL_READ'], groups: ['auditors'] },
        ],
        built_in: [{ name: 'Viewer', groups: ['everyone'] }],
      }),
    );
    const roles = [VIEWER, role(), role({ role_id: 'r2', name: 'Old' })];
    expect(planRoles(file, roles, false).map(roleStepText)).toEqual([
      [
        'Change the role "payments"',
        '  ~ name: Payments -> payments',
        '  + rights: CAM_ALERTS_READ',
        '  - accounts: 1',
        '  - accounts: 2',
        '  + users: bob@demo.example',
        '  - users: ana@demo.example',
        '  ! applies in all accounts from now on',
      ].join('\n'),
      'Add the role "Audit"\n  + rights: CAM_GENERAL_READ\n  + groups: auditors',
      'Change the role "Viewer"\n  + groups: everyone',
    ]);
    expect(planRoles(file, roles, true).at(-1)).toEqual({ step: 'REMOVE', name: 'Old', role_id: 'r2', lines: [] });
  });

  it('refuses a file that is no list of roles, with the reason', () => {
    const wrong = (file: unknown) => () => parseRolesFile(JSON.stringify(file));
    expect(wrong({})).toThrow('cam roles export');
    expect(wrong({ roles: [{ rights: ['x'] }] })).toThrow('Role 1 has no "name"');
    expect(wrong({ roles: [{ name: 'a' }] })).toThrow('gives no right');
    expect(wrong({ roles: [{ name: 'a', rights: 'x' }] })).toThrow('"rights" of the role "a" must be a list');
    expect(wrong({ roles: [role(), role()] })).toThrow('Two roles');
    expect(() => planRoles({ roles: [{ ...toRolesFile([role()]).roles[0]!, name: 'viewer' }], built_in: [] }, [VIEWER], false)).toThrow('built_in');
    expect(() => parseRolesFile('{')).toThrow('not valid JSON');
  });
});
