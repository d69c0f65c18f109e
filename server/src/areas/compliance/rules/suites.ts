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
  /** The cloud that its rules cover; empty: all. */
  cloudType: string;
  /** The framework whose controls the rules are evidence for. */
  framework?: Framework;
  rules: readonly ComplianceRule[];
}

/** All rules, in the order in which suites list them. */
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

/** Keeps the rules with a control of the framework. */
const numbered = (framework: Framework, rules: readonly ComplianceRule[]): ComplianceRule[] =>
  rules.filter(({ controls }) => controls[framework] !== undefined);

/** Keeps the rules without one. They form a suite of their own, because the benchmark does not ask for them. */
const unnumbered = (framework: Framework, rules: readonly ComplianceRule[]): ComplianceRule[] =>
  rules.filter(({ controls }) => controls[framework] === undefined);

export const SUITES: readonly ComplianceSuite[] = [
  {
    id: 'aws-foundations',
    name: 'CIS AWS',
    description: 'Identity, storage, logging and networks of AWS, with the numbers of the CIS benchmark 7.0.',
    cloudType: 'AWS',
    framework: 'CIS_AWS',
    rules: numbered('CIS_AWS', startingWith('aws-')),
  },
  {
    id: 'azure-foundations',
    name: 'CIS Azure',
    description: 'Identity, storage, logging and networks of Azure, with the numbers of the CIS benchmark 6.0.',
    cloudType: 'AZURE',
    framework: 'CIS_AZURE',
    rules: numbered('CIS_AZURE', startingWith('azure-', 'entra-')),
  },
  {
    id: 'gcp-foundations',
    name: 'CIS Google Cloud',
    description: 'Identity, storage, logging and networks of Google Cloud, with the numbers of the CIS benchmark 5.0.',
    cloudType: 'GCP',
    framework: 'CIS_GCP',
    rules: numbered('CIS_GCP', startingWith('gcp-')),
  },
  {
    id: 'aws-further',
    name: 'AWS hardening',
    description: 'Rules about AWS beyond the CIS benchmark.',
    cloudType: 'AWS',
    rules: unnumbered('CIS_AWS', startingWith('aws-')),
  },
  {
    id: 'azure-further',
    name: 'Azure hardening',
    description: 'Rules about Azure and Entra ID beyond the CIS benchmark.',
    cloudType: 'AZURE',
    rules: unnumbered('CIS_AZURE', startingWith('azure-', 'entra-')),
  },
  {
    id: 'gcp-further',
    name: 'Google Cloud hardening',
    description: 'Rules about Google Cloud beyond the CIS benchmark.',
    cloudType: 'GCP',
    rules: unnumbered('CIS_GCP', startingWith('gcp-')),
  },
  byFramework('soc2', 'SOC2', 'SOC 2', 'The 2017 trust services criteria about permissions, networks, encryption and logs.'),
  byFramework('iso-27001', 'ISO_27001', 'ISO 27001', 'The controls of ISO 27001:2022 annex A about permissions, networks, encryption and logs.'),
  byFramework('nist-csf', 'NIST_CSF', 'NIST CSF', 'The outcomes of NIST CSF 2.0 about permissions, networks, encryption and logs.'),
  byFramework('pci-dss', 'PCI_DSS', 'PCI DSS', 'The requirements of PCI DSS 4.0 about permissions, networks, encryption and logs.'),
  {
    id: 'okta-hardening',
    name: 'Okta hardening',
    description: 'Users of Okta, their sign-in and their access.',
    cloudType: 'IDP_OKTA',
    rules: startingWith('okta-'),
  },
  {
    id: 'entra-hardening',
    name: 'Entra ID hardening',
    description: 'Users of Entra ID, their sign-in and their access.',
    cloudType: 'IDP_AZURE_AD',
    rules: startingWith('entra-'),
  },
  {
    id: 'aws-identity-least-privilege',
    name: 'AWS identity: least privilege',
    description: 'Identities with excessive effective access to an AWS account.',
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
