import { WHOLE, type Cloud } from './clouds';
import { inEachCloud } from './cloud-rules';
import { ESCALATION, LEAST, LEAST_OF_PROGRAMS, OUTSIDERS } from './controls';
import type { ComplianceRule } from './rule';

const administers = (cloud: Cloud): string => `with-access ${WHOLE[cloud].type} with-attribute cloudtype ${cloud} for admin`;
const what = (cloud: Cloud): string => WHOLE[cloud].words;

/** Who administers a cloud. */
export const ADMINISTRATOR_RULES: readonly ComplianceRule[] = inEachCloud([
  {
    key: 'people-administer',
    name: (cloud) => `People do not administer ${cloud} by a standing grant`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Whoever takes over such a person has everything at once. Administration is taken up when it is needed, and laid down again.',
    remediation: 'Make the grant an eligible or time-limited one, or move it to a role that asks for a second factor.',
    who: 'user|federated_user',
    fails: administers,
    reason: (cloud) => `They administer ${what(cloud)}.`,
    controls: LEAST,
    cis: { AWS: '2.14', AZURE: '5.3.1' },
  },
  {
    key: 'programs-administer',
    name: (cloud) => `Programs do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Credentials of programs lie in files and pipelines, and nobody is asked for a second factor.',
    remediation: 'Give the program the privileges that its task needs; the least-privilege page of the identity proposes them.',
    who: 'service_account',
    fails: administers,
    reason: (cloud) => `The program administers ${what(cloud)}.`,
    controls: LEAST_OF_PROGRAMS,
    cis: { GCP: '1.6' },
    // Programs of AWS are roles, machines and functions.
    clouds: ['AZURE', 'GCP'],
  },
  {
    key: 'machines-administer',
    name: (cloud) => `Machines do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Whoever gets into the machine asks its metadata for the credentials, and is administrator.',
    remediation: 'Give the role or identity of the machine what its programs need, and nothing on the account.',
    who: 'instance',
    fails: administers,
    reason: (cloud) => `What the machine runs as administers ${what(cloud)}.`,
    controls: LEAST_OF_PROGRAMS,
  },
  {
    key: 'functions-administer',
    name: (cloud) => `Functions do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'A fault in the code of a function becomes control of the account.',
    remediation: 'Give each function a role of its own with what it needs.',
    who: 'serverless_compute',
    fails: administers,
    reason: (cloud) => `What the function runs as administers ${what(cloud)}.`,
    controls: LEAST_OF_PROGRAMS,
  },
  {
    key: 'guests-administer',
    name: (cloud) => `Guests do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'External access',
    description: 'Their accounts are looked after by another company, and end when somebody there remembers it.',
    remediation: 'Take the role away, or give the person an account of your own.',
    who: 'user with-attribute external true',
    fails: administers,
    reason: (cloud) => `From outside, and administers ${what(cloud)}.`,
    controls: OUTSIDERS,
    cis: { AZURE: '5.3.2' },
    clouds: ['AZURE'],
  },
  {
    key: 'people-manage-people',
    name: (cloud) => `People do not change who may do what in ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Whoever changes roles and policies gives themselves what they lack.',
    remediation: 'Keep these privileges in a role for changes that go through review.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access role|policy with-attribute cloudtype ${cloud} for admin`,
    reason: 'They change roles or policies.',
    controls: ESCALATION,
    // Elsewhere that is the same as administering the scope.
    clouds: ['AWS'],
  },
]);
