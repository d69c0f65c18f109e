import { ORDINARY, withoutAnyUse } from '../../../graph';
import type { Cloud } from './clouds';
import { inEachCloud, type CloudRule } from './cloud-rules';
import { REVIEWS } from './controls';
import type { ComplianceRule } from './rule';

/** Resource types whose changes a cloud logs. Azure does not log changes of objects. */
const LOGGED: Readonly<Record<Cloud, string>> = { AWS: 'object_store', AZURE: 'instance', GCP: 'object_store' };

/** Returns queries of access unused for 90 days. The population has only access whose use is logged. */
function disused(who: string, access: (cloud: Cloud) => string): Pick<CloudRule, 'who' | 'population' | 'fails'> {
  return {
    who,
    population: (cloud) => `${who} ${access(cloud)} with-usage < 90 or ${who} ${access(cloud)} with-usage > 90`,
    fails: (cloud) => `${access(cloud)} with-usage > 90`,
  };
}

/** Rules about unused access. */
export const UNUSED_ACCESS_RULES: readonly ComplianceRule[] = inEachCloud([
  {
    key: 'unused-roles-administer',
    name: (cloud) => `Roles that administer ${cloud} are used`,
    severity: 'MEDIUM',
    category: 'Unused access',
    description: 'Unused access has no benefit, and an attacker can exploit it.',
    remediation: 'Detach the policies, wait, and delete the role.',
    ...disused(`role ${ORDINARY}`, (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin`),
    // The same roles as on the page of unused access, among those that administer.
    fails: (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin with-usage > 90 ${withoutAnyUse('role')}`,
    reason: 'The role administers the account and was not used for 90 days.',
    // Separate requirements cover reviews of user accounts and of system accounts.
    controls: { ...REVIEWS, PCI_DSS: '7.2.5.1' },
    clouds: ['AWS'],
  },
  {
    key: 'people-unused-writes',
    name: (cloud) => `Users use their write access in ${cloud}`,
    severity: 'LOW',
    category: 'Unused access',
    description: 'Unused permissions only help an attacker who takes over the account.',
    remediation: 'Remove them. The least-privilege page proposes a smaller policy.',
    ...disused('user|federated_user', (cloud) => `with-access ${LOGGED[cloud]} with-attribute cloudtype ${cloud} for write`),
    reason: (cloud) => `The user has not used its permission to change ${cloud === 'AZURE' ? 'instances' : 'objects'} for 90 days.`,
    controls: REVIEWS,
  },
]);
