import { ACCOUNT, COMPANY, dump, role, trust } from './aws-account';

export { ACCOUNT };

/** An account without a source that a role of the company trusts. */
export const SHADOW = '999988887777';

/** The company's account, with a partner who may deploy. */
export const ACCOUNT_DUMP_FILES: Record<string, unknown> = {
  'iam/get-account-authorization-details.json': dump({
    ...COMPANY,
    roles: [...(COMPANY.roles ?? []), role('partner', trust({ AWS: `arn:aws:iam::${SHADOW}:root` }), ['Deploy'])],
  }),
};
