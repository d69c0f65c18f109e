import { WHOLE, type Cloud } from './clouds';
import { inEachCloud } from './cloud-rules';
import { ESCALATION, LEAST, LEAST_OF_PROGRAMS, OUTSIDERS } from './controls';
import type { ComplianceRule } from './rule';

const administers = (cloud: Cloud): string => `with-access ${WHOLE[cloud].type} with-attribute cloudtype ${cloud} for admin`;
const what = (cloud: Cloud): string => WHOLE[cloud].words;

/** Rules about administrators of a cloud. */
export const ADMINISTRATOR_RULES: readonly ComplianceRule[] = inEachCloud([
  {
    key: 'people-administer',
    name: (cloud) => `Users have no permanent administrator access to ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'An attacker who takes over such a user controls everything at once. Grant administrator access only while it is needed.',
    remediation: 'Make the grant eligible or time-limited, or move it to a role that requires a second factor.',
    who: 'user|federated_user',
    fails: administers,
    reason: (cloud) => `The user administers ${what(cloud)}.`,
    controls: LEAST,
    cis: { AWS: '2.14', AZURE: '5.3.1' },
  },
  {
    key: 'programs-administer',
    name: (cloud) => `Service accounts do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'Credentials of service accounts are stored in files and pipelines, and need no second factor.',
    remediation: 'Grant the permissions that its task needs. The least-privilege page of the identity proposes them.',
    who: 'service_account',
    fails: administers,
    reason: (cloud) => `The service account administers ${what(cloud)}.`,
    controls: LEAST_OF_PROGRAMS,
    cis: { GCP: '1.6' },
    // In AWS, programs use roles, instances and functions.
    clouds: ['AZURE', 'GCP'],
  },
  {
    key: 'machines-administer',
    name: (cloud) => `Instances do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'An attacker on the instance reads its credentials from the metadata service and becomes administrator.',
    remediation: 'Grant the role or identity of the instance only what its workload needs.',
    who: 'instance',
    fails: administers,
    reason: (cloud) => `The identity of the instance administers ${what(cloud)}.`,
    controls: LEAST_OF_PROGRAMS,
  },
  {
    key: 'functions-administer',
    name: (cloud) => `Functions do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'A vulnerability in the code of the function gives control of the account.',
    remediation: 'Give each function a role of its own with the permissions that it needs.',
    who: 'serverless_compute',
    fails: administers,
    reason: (cloud) => `The identity of the function administers ${what(cloud)}.`,
    controls: LEAST_OF_PROGRAMS,
  },
  {
    key: 'guests-administer',
    name: (cloud) => `Guests do not administer ${cloud}`,
    severity: 'HIGH',
    category: 'External access',
    description: 'Another company manages the accounts of guests and decides when they end.',
    remediation: 'Remove the role, or give the person an account in your own directory.',
    who: 'user with-attribute external true',
    fails: administers,
    reason: (cloud) => `The guest administers ${what(cloud)}.`,
    controls: OUTSIDERS,
    cis: { AZURE: '5.3.2' },
    clouds: ['AZURE'],
  },
  {
    key: 'people-manage-people',
    name: (cloud) => `Users do not administer roles or policies of ${cloud}`,
    severity: 'HIGH',
    category: 'Privileged access',
    description: 'A user who changes roles and policies can grant themselves any permission.',
    remediation: 'Keep these permissions in a role for reviewed changes.',
    who: 'user|federated_user',
    fails: (cloud) => `with-access role|policy with-attribute cloudtype ${cloud} for admin`,
    reason: 'The user can change roles or policies.',
    controls: ESCALATION,
    // In other clouds this is the same as administering the scope.
    clouds: ['AWS'],
  },
]);
