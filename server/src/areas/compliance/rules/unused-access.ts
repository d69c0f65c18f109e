import type { Cloud } from './clouds';
import { inEachCloud, type CloudRule } from './cloud-rules';
import { REVIEWS } from './controls';
import type { ComplianceRule } from './rule';

/** Changes that the logs of a cloud tell of: those of objects in Azure are in none. */
const LOGGED: Readonly<Record<Cloud, string>> = { AWS: 'object_store', AZURE: 'instance', GCP: 'object_store' };

/** What fails is not used for 90 days; judged are those alone of whose access logs tell whether it is used. */
function disused(who: string, access: (cloud: Cloud) => string): Pick<CloudRule, 'who' | 'population' | 'fails'> {
  return {
    who,
    population: (cloud) => `${who} ${access(cloud)} with-usage < 90 or ${who} ${access(cloud)} with-usage > 90`,
    fails: (cloud) => `${access(cloud)} with-usage > 90`,
  };
}

/** Access that nobody uses. */
export const UNUSED_ACCESS_RULES: readonly ComplianceRule[] = inEachCloud([
  {
    key: 'unused-roles-administer',
    name: (cloud) => `Roles that administer ${cloud} are used`,
    severity: 'MEDIUM',
    category: 'Unused access',
    description: 'What nobody uses nobody misses, until somebody finds it.',
    remediation: 'Take the policies away, wait, and delete the role.',
    ...disused('role', (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin`),
    // Administrators can become each other: what counts is what was done as this role.
    fails: (cloud) => `with-access account_data with-attribute cloudtype ${cloud} for admin with-usage > 90 and not with-usage < 90 for admin`,
    reason: 'Its administrative access was not used for 90 days.',
    // Accounts of people and of programs are reviewed by requirements of their own.
    controls: { ...REVIEWS, PCI_DSS: '7.2.5.1' },
    clouds: ['AWS'],
  },
  {
    key: 'people-unused-writes',
    name: (cloud) => `People use what they may write in ${cloud}`,
    severity: 'LOW',
    category: 'Unused access',
    description: 'Rights that are not used only matter to whoever takes over the account.',
    remediation: 'Take them away; the least-privilege page proposes what is left.',
    ...disused('user|federated_user', (cloud) => `with-access ${LOGGED[cloud]} with-attribute cloudtype ${cloud} for write`),
    reason: (cloud) => `They may change ${cloud === 'AZURE' ? 'machines' : 'objects'} that they have not changed for 90 days.`,
    controls: REVIEWS,
  },
]);
