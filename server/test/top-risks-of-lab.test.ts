import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importAccount } from './support/bundle';
import { api, createTenant } from './support/client';
import { PATIENT, until } from './support/until';

const LAB = join(__dirname, '../../../shared/data/cloudsplaining/example.json');
const LAB_ACCOUNT = '200611803367';

/**
 * Five problems that a reader of the policies and trusts of the account finds, each with the identities that may stand for it. Other identities have the
 * same problem. The first must be the first of the list. The administrators among the users follow them, because the account has no credential report:
 * their second factors are not known.
 */
const WORST: readonly (readonly [problem: string, identities: readonly string[]])[] = [
  ['another account can act as an administrator', ['OrganizationAccountAccessRole', 'stacksets-exec-b5520cb2730c2f54b523d6375a319abb']],
  [
    'people of the sign-in provider can act as an administrator',
    [
      'AWSReservedSSO_AdministratorAccess_dc6414f7f2ab04fc',
      'AWS-QuickSetup-StackSet-Local-AdministrationRole',
      'AWS-QuickSetup-StackSet-Local-ExecutionRole',
    ],
  ],
  ['a role can write the policies of users', ['privesc10-PutUserPolicy-role', 'privesc7-AttachUserPolicy-role']],
  ['a role can write the policies of groups', ['privesc11-PutGroupPolicy-role', 'privesc8-AttachGroupPolicy-role']],
  ['a role can write the policies of roles', ['privesc12-PutRolePolicy-role', 'privesc9-AttachRolePolicy-role']],
];

(existsSync(LAB) ? it : it.skip)(
  `the top risks of a lab account are the problems that a reader of its policies names${existsSync(LAB) ? '' : ' (skipped: the data of the lab is not here)'}`,
  async () => {
    const { token } = await createTenant();
    await importAccount(token, readFileSync(LAB, 'utf8'), { account: LAB_ACCOUNT, file: 'example.json' });
    const top = () => api('GET /v1/risk/top', { query: { account_id: LAB_ACCOUNT } }, token);
    const { rows } = await until(
      'the account is scored',
      async () => {
        const { body } = await top();
        return body.assessed > 0 ? body : null;
      },
      PATIENT,
    );
    const names = rows.map(({ name }) => name);
    expect(WORST[0]?.[1]).toContain(names[0]);
    const missing = WORST.filter(([, identities]) => !identities.some((name) => names.includes(name))).map(([problem]) => problem);
    expect({ missing, names }).toEqual({ missing: [], names });
    expect(rows.every(({ why, fix }) => why.length > 0 && fix !== '')).toBe(true);
  },
  120_000,
);
