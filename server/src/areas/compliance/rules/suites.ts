import { ADMINISTRATOR_RULES } from './administrators';
import type { Framework } from './controls';
import { DATA_ACCESS_RULES } from './data-access';
import { STORE_RULES } from './data-stores';
import { IDENTITY_RULES } from './identities';
import { AWS_LEAST_PRIVILEGE } from './least-privilege';
import { MANUAL_RULES } from './manual';
import { NETWORK_RULES } from './networks';
import type { ComplianceRule } from './rule';
import { SINGLE_ACTION_RULES } from './single-actions';
import { UNUSED_ACCESS_RULES } from './unused-access';

export interface ComplianceSuite {
  id: string;
  name: string;
  description: string;
  /** What its rules look at; empty: everything. */
  cloudType: string;
  /** Whose controls its rules are evidence for. */
  framework?: Framework;
  rules: readonly ComplianceRule[];
}

/** Every rule, by the order in which suites list them. */
export const RULES: readonly ComplianceRule[] = [
  ...IDENTITY_RULES,
  ...ADMINISTRATOR_RULES,
  ...DATA_ACCESS_RULES,
  ...UNUSED_ACCESS_RULES,
  ...SINGLE_ACTION_RULES,
  ...AWS_LEAST_PRIVILEGE,
  ...STORE_RULES,
  ...NETWORK_RULES,
  ...MANUAL_RULES,
];

const BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));

function byFramework(id: string, framework: Framework, name: string, description: string): ComplianceSuite {
  const rules = RULES.filter(({ controls }) => controls[framework] !== undefined);
  return { id, name, description, cloudType: '', framework, rules };
}

const startingWith = (...prefixes: string[]): ComplianceRule[] => RULES.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));

export const SUITES: readonly ComplianceSuite[] = [
  {
    id: 'aws-foundations',
    name: 'CIS AWS',
    description: 'Identity, storage, logging and networks of AWS; numbers are those of the CIS benchmark 7.0.',
    cloudType: 'AWS',
    framework: 'CIS_AWS',
    rules: startingWith('aws-'),
  },
  {
    id: 'azure-foundations',
    name: 'CIS Azure',
    description: 'Identity, storage, logging and networks of Azure; numbers are those of the CIS benchmark 6.0.',
    cloudType: 'AZURE',
    framework: 'CIS_AZURE',
    rules: startingWith('azure-', 'entra-'),
  },
  {
    id: 'gcp-foundations',
    name: 'CIS Google Cloud',
    description: 'Identity, storage, logging and networks of Google Cloud; numbers are those of the CIS benchmark 5.0.',
    cloudType: 'GCP',
    framework: 'CIS_GCP',
    rules: startingWith('gcp-'),
  },
  byFramework('soc2', 'SOC2', 'SOC 2', 'The trust services criteria of 2017 that rights, networks, encryption and logs are evidence for.'),
  byFramework(
    'iso-27001',
    'ISO_27001',
    'ISO 27001',
    'The controls of annex A of ISO 27001:2022 that rights, networks, encryption and logs are evidence for.',
  ),
  byFramework('nist-csf', 'NIST_CSF', 'NIST CSF', 'The outcomes of the framework 2.0 that rights, networks, encryption and logs are evidence for.'),
  byFramework('pci-dss', 'PCI_DSS', 'PCI DSS', 'The requirements of PCI DSS 4.0 that rights, networks, encryption and logs are evidence for.'),
  {
    id: 'okta-hardening',
    name: 'Okta hardening',
    description: 'Who signs in by Okta, how, and what they reach.',
    cloudType: 'IDP_OKTA',
    rules: startingWith('okta-'),
  },
  {
    id: 'entra-hardening',
    name: 'Entra ID hardening',
    description: 'Who signs in by Entra ID, how, and what they reach.',
    cloudType: 'IDP_AZURE_AD',
    rules: startingWith('entra-'),
  },
  {
    id: 'aws-identity-least-privilege',
    name: 'AWS identity: least privilege',
    description: 'Who holds more of an AWS account than an identity should, judged on effective access.',
    cloudType: 'AWS',
    rules: AWS_LEAST_PRIVILEGE,
  },
];

export function findSuite(suiteId: string): ComplianceSuite | undefined {
  return SUITES.find((suite) => suite.id === suiteId);
}

export function findRule(ruleId: string): ComplianceRule | undefined {
  return BY_ID.get(ruleId);
}
