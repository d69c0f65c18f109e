import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRAMEWORK_NUMBERS } from '../../../../test/support/framework-numbers';
import { numbersOf, type Framework } from './controls';
import { findRule, RULES } from './suites';

/** Folder of Prowler's framework files: a local subset, or all of them from a checkout, which includes PCI DSS and more clouds. */
const PUBLIC = process.env.PUBLIC_MAPPINGS ?? join(__dirname, '../../../../../../shared/data/prowler/compliance');

interface Requirement {
  Id: string;
  Name?: string;
  Checks: string[];
}

/** Outcomes of version 1.1, whose numbers the public file of version 2.0 still uses, with their successors by NIST's table of changes. */
const SINCE_CSF_1: Readonly<Record<string, string>> = {
  'PR.AC-1': 'PR.AA-01 PR.AA-05',
  'PR.AC-3': 'PR.AA-03 PR.AA-05 PR.IR-01',
  'PR.AC-4': 'PR.AA-05',
  'PR.AC-5': 'PR.IR-01',
  'PR.AC-6': 'PR.AA-01 PR.AA-02',
  'PR.AC-7': 'PR.AA-03',
  'PR.DS-1': 'PR.DS-01',
  'PR.DS-5': 'PR.DS-01 PR.DS-02',
  'PR.PT-1': 'PR.PS-04',
  'DE.CM-1': 'DE.CM-01',
  'DE.CM-4': 'DE.CM-01 DE.CM-09',
};

/** The files with the checks of each framework's controls. */
const FILES: Readonly<Record<Framework, readonly string[]>> = {
  CIS_AWS: ['cis_7.0_aws'],
  CIS_AZURE: ['cis_6.0_azure'],
  CIS_GCP: ['cis_5.0_gcp'],
  SOC2: ['soc2_aws', 'soc2_azure', 'soc2_gcp'],
  ISO_27001: ['iso27001_2022_aws', 'iso27001_2022_azure', 'iso27001_2022_gcp'],
  NIST_CSF: ['nist_csf_2.0_aws'],
  PCI_DSS: ['pci_4.0_aws', 'pci_4.0_azure', 'pci_4.0_gcp'],
};

/** Returns the control numbers of a requirement in the public file. */
function numbersIn(framework: Framework, { Id: id, Name: name = '' }: Requirement): string[] {
  if (framework === 'SOC2') return [name.split(' ')[0] ?? ''];
  if (framework === 'NIST_CSF') return SINCE_CSF_1[name]?.split(' ') ?? [];
  // Each check of a requirement has a number of its own after that of the requirement.
  return [framework === 'PCI_DSS' ? id.slice(0, id.lastIndexOf('.')) : id];
}

const isAtHand = (file: string): boolean => existsSync(join(PUBLIC, `${file}.json`));

function requirements(framework: Framework): { numbers: string[]; checks: string[] }[] {
  return FILES[framework].filter(isAtHand).flatMap((file) => {
    const { Requirements: all } = JSON.parse(readFileSync(join(PUBLIC, `${file}.json`), 'utf8')) as { Requirements: Requirement[] };
    return all.map((one) => ({ numbers: numbersIn(framework, one), checks: one.Checks }));
  });
}

/** Rules, with the public checks of the same subject. */
const EQUIVALENT_CHECKS: Readonly<Record<string, string>> = {
  'aws-user-mfa': 'iam_user_mfa_enabled_console_access',
  'aws-user-keys-90': 'iam_rotate_access_key_90_days',
  'aws-people-administer': 'iam_aws_attached_policy_no_administrative_privileges iam_customer_attached_policy_no_administrative_privileges',
  'aws-iam-user-admin': 'iam_customer_attached_policy_no_administrative_privileges iam_user_administrator_access_policy',
  'aws-iam-user-direct-access': 'iam_policy_attached_only_to_group_or_roles',
  'aws-policy-version-action': 'iam_inline_policy_allows_privilege_escalation',
  'aws-trail-delete-action': 'iam_policy_no_full_access_to_cloudtrail',
  'aws-object-stores-public': 's3_bucket_public_access s3_account_level_public_access_blocks',
  'aws-databases-public': 'rds_instance_no_public_access',
  'aws-databases-encrypted': 'rds_instance_storage_encrypted',
  'aws-disks-encrypted': 'ec2_ebs_volume_encryption ec2_ebs_default_encryption',
  'aws-functions-public': 'awslambda_function_not_publicly_accessible',
  'aws-keys-public': 'kms_key_not_publicly_accessible',
  'aws-machines-public': 'ec2_instance_public_ip',
  'aws-port-ssh': 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22',
  'aws-port-rdp': 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_3389',
  'aws-port-smb': 'ec2_instance_port_cifs_exposed_to_internet',
  'aws-port-mysql': 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_mysql_3306',
  'aws-root-hardware-factor': 'iam_root_hardware_mfa_enabled',
  'aws-support-role': 'iam_support_role_created',
  'aws-contact-details': 'account_maintain_current_contact_details',
  'aws-trail-all-regions': 'cloudtrail_multi_region_enabled',
  'aws-trail-validation': 'cloudtrail_log_file_validation_enabled',
  'aws-flow-logs': 'vpc_flow_logs_enabled',
  'azure-role-assign-action': 'iam_role_user_access_admin_restricted',
  'azure-object-stores-public': 'storage_blob_public_access_level_is_disabled',
  'azure-port-ssh': 'network_ssh_internet_access_restricted',
  'azure-port-rdp': 'network_rdp_internet_access_restricted',
  'azure-security-defaults': 'entra_security_defaults_enabled',
  'azure-defender': 'defender_ensure_defender_for_server_is_on',
  'azure-activity-log-kept': 'monitor_diagnostic_settings_exists',
  'entra-user-mfa': 'entra_non_privileged_user_has_mfa',
  'entra-user-privileged-mfa': 'entra_privileged_user_has_mfa',
  'gcp-programs-administer': 'iam_sa_no_administrative_privileges',
  'gcp-token-action': 'iam_no_service_roles_at_project_level',
  'gcp-keys-action': 'iam_sa_no_user_managed_keys',
  'gcp-service-account-keys': 'iam_sa_user_managed_key_rotate_90_days',
  'gcp-object-stores-public': 'cloudstorage_bucket_public_access',
  'gcp-databases-public': 'cloudsql_instance_public_access',
  'gcp-keys-public': 'kms_key_not_publicly_accessible',
  'gcp-machines-public': 'compute_instance_public_ip',
  'gcp-port-ssh': 'compute_firewall_ssh_access_from_the_internet_allowed',
  'gcp-port-rdp': 'compute_firewall_rdp_access_from_the_internet_allowed',
  'gcp-audit-all': 'iam_audit_logs_enabled',
  'gcp-os-login': 'compute_project_os_login_enabled',
};

const PEOPLE = 'aws-people-administer covers it and includes federated users';
const DATA_IS_READ = 'CC6.2 covers adding and removing accounts; access to data is CC6.1';
const ENCRYPTION = 'PI1.5 covers the integrity of stored data; encryption is CC6.1';
const SIGN_IN = 'sign-in is CC6.1';
const DEVICES = 'A.8.1 covers user devices';
const FACTORS = 'MFA is part of authentication, which is A.8.5';
const LOGS_KEPT = 'logging is A.8.15, as it is for AWS in the public file';
const SECRETS = 'credentials are A.5.17';

/** Differences between the rules and the public data, with reasons. */
const ACCEPTED_DIFFERENCES: Readonly<Record<string, string>> = {
  'SOC2 aws-iam-user-admin': PEOPLE,
  'ISO_27001 aws-iam-user-admin': PEOPLE,
  'NIST_CSF aws-iam-user-admin': PEOPLE,
  'PCI_DSS aws-iam-user-admin': PEOPLE,
  'ISO_27001 aws-user-keys-90': SECRETS,
  'ISO_27001 gcp-keys-action': SECRETS,
  'ISO_27001 gcp-os-login': SECRETS,
  'ISO_27001 azure-security-defaults': FACTORS,
  'ISO_27001 entra-user-mfa': FACTORS,
  'ISO_27001 entra-user-privileged-mfa': FACTORS,
  'ISO_27001 azure-activity-log-kept': LOGS_KEPT,
  'ISO_27001 gcp-audit-all': LOGS_KEPT,
  'ISO_27001 azure-defender': 'intrusion detection is A.8.16',
  'ISO_27001 azure-object-stores-public': DEVICES,
  'ISO_27001 gcp-databases-public': DEVICES,
  'ISO_27001 gcp-machines-public': DEVICES,
  'NIST_CSF aws-iam-user-direct-access': 'no outcome covers how permissions are attached',
  'SOC2 aws-databases-public': DATA_IS_READ,
  'SOC2 gcp-databases-public': DATA_IS_READ,
  'SOC2 aws-databases-encrypted': ENCRYPTION,
  'SOC2 aws-disks-encrypted': ENCRYPTION,
  'SOC2 azure-security-defaults': SIGN_IN,
  'SOC2 entra-user-mfa': SIGN_IN,
  'SOC2 entra-user-privileged-mfa': SIGN_IN,
  'SOC2 gcp-os-login': SIGN_IN,
  'SOC2 gcp-keys-action': SIGN_IN,
  'SOC2 gcp-token-action': 'privilege escalation is CC3.3 and CC6.3, as it is for the other clouds in the public file',
  'SOC2 azure-activity-log-kept': 'log retention is CC7.2, as it is for the other clouds in the public file',
  'ISO_27001 aws-object-stores-public': DEVICES,
  'ISO_27001 aws-databases-public': DEVICES,
  'ISO_27001 aws-functions-public': DEVICES,
  'ISO_27001 aws-keys-public': DEVICES,
  'ISO_27001 gcp-keys-public': DEVICES,
  'NIST_CSF aws-functions-public': 'public exposure is PR.IR-01; PR.AA-03 covers authentication',
  'PCI_DSS gcp-token-action': '8.6.1 covers interactive use of service accounts',
};

/** The rules that the benchmark of one cloud covers. */
const BENCHMARK_RULES: Readonly<Partial<Record<Framework, RegExp>>> = { CIS_AWS: /^aws-/, CIS_AZURE: /^(?:azure|entra)-/, CIS_GCP: /^gcp-/ };

const hasFile = (framework: Framework): boolean => FILES[framework].some(isAtHand);

describe('the framework mappings of Prowler', () => {
  for (const framework of Object.keys(FILES) as Framework[]) {
    const skipped = hasFile(framework) ? '' : ' (skipped: the file is missing)';
    (hasFile(framework) ? it : it.skip)(`map equivalent checks to the same ${framework} controls as the rules${skipped}`, () => {
      const known = requirements(framework);
      const compared: string[] = [];
      const differing: string[] = [];
      for (const [id, checks] of Object.entries(EQUIVALENT_CHECKS)) {
        const theirs = new Set(known.flatMap((one) => (checks.split(' ').some((check) => one.checks.includes(check)) ? one.numbers : [])));
        const ours = numbersOf(findRule(id)?.controls ?? {}, framework);
        if (theirs.size === 0 || BENCHMARK_RULES[framework]?.test(id) === false) continue;
        compared.push(id);
        if (!ours.some((number) => theirs.has(number))) differing.push(`${framework} ${id}`);
      }
      expect(compared.length).toBeGreaterThan(5);
      expect(differing.filter((one) => !(one in ACCEPTED_DIFFERENCES))).toEqual([]);
    });
  }

  const listedFrameworks = ['CIS_AWS', 'CIS_AZURE', 'CIS_GCP', 'ISO_27001'] as const;
  (hasFile('ISO_27001') ? it : it.skip).each(listedFrameworks)('contain every %s control that a rule uses', (framework) => {
    const numbers = new Set(requirements(framework).flatMap((one) => one.numbers));
    const named = RULES.flatMap(({ controls }) => numbersOf(controls, framework));
    expect(named.length).toBeGreaterThan(5);
    expect([...new Set(named)].filter((number) => !numbers.has(number))).toEqual([]);
  });

  (hasFile('SOC2') ? it : it.skip)("contain no SOC 2 or ISO 27001 control that the product's lists lack", () => {
    for (const framework of ['SOC2', 'ISO_27001'] as const) {
      const theirs = requirements(framework).flatMap((one) => one.numbers);
      expect(theirs.filter((number) => !FRAMEWORK_NUMBERS[framework].has(number))).toEqual([]);
    }
  });
});
