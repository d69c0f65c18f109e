/** Frameworks of the rules' controls, in the versions whose numbers are used. */
export const FRAMEWORKS = {
  CIS_AWS: 'CIS AWS 7.0',
  CIS_AZURE: 'CIS Azure 6.0',
  CIS_GCP: 'CIS GCP 5.0',
  SOC2: 'SOC 2',
  ISO_27001: 'ISO 27001:2022',
  NIST_CSF: 'NIST CSF 2.0',
  PCI_DSS: 'PCI DSS 4.0',
} as const;

export type Framework = keyof typeof FRAMEWORKS;

/** The control numbers of each framework that a rule is evidence for, separated by spaces. A framework without such a control is missing. */
export type Controls = Readonly<Partial<Record<Framework, string>>>;

/** Returns the numbers of one framework as a list. */
export function numbersOf(controls: Controls, framework: Framework): string[] {
  return controls[framework]?.split(' ') ?? [];
}

/*
 * Controls that rules share. Numbers only, from: CIS foundations benchmarks of the versions above, AICPA "Trust Services Criteria" (2017),
 * ISO/IEC 27001:2022 annex A, NIST "Cybersecurity Framework 2.0", PCI DSS 4.0.
 */

/** Least privilege. */
export const LEAST: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.8.2', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.2' };
/** Least privilege of programs, for which some frameworks have separate controls. */
export const LEAST_OF_PROGRAMS: Controls = { ...LEAST, PCI_DSS: '7.2.5' };
/** Permissions through groups and roles. NIST CSF does not ask how permissions are granted. */
export const BY_TASK: Controls = { SOC2: 'CC1.3 CC6.3', ISO_27001: 'A.5.15', PCI_DSS: '7.2.2' };
/** Privilege escalation. */
export const ESCALATION: Controls = { ...LEAST, SOC2: 'CC3.3 CC6.3' };
/** No control: the provider's own limits on roles, and rules that a stricter one answers already. */
export const OF_NO_FRAMEWORK: Controls = {};
/** Segregation of duties. */
export const SEGREGATION: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.3', NIST_CSF: 'PR.AA-05' };
/** Protection of logs from their subjects. */
export const LOGS: Controls = { SOC2: 'CC3.3 CC7.2', ISO_27001: 'A.8.15', NIST_CSF: 'PR.PS-04 PR.AA-05', PCI_DSS: '10.3.2' };
/** Detection of intrusions. */
export const DETECTION: Controls = { SOC2: 'CC6.8 CC7.1', ISO_27001: 'A.8.16', NIST_CSF: 'DE.CM-09', PCI_DSS: '11.5.1' };
/** Multi-factor authentication. */
export const FACTOR: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.5', NIST_CSF: 'PR.AA-03', PCI_DSS: '8.4.2' };
/** Multi-factor authentication of administrators. */
export const ADMINISTRATORS_FACTOR: Controls = { ...FACTOR, PCI_DSS: '8.4.1' };
/** Access of leavers. */
export const LEAVERS: Controls = { SOC2: 'CC6.2', ISO_27001: 'A.5.16 A.5.18', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.2.5' };
/** Rotation of users' keys, which SOC 2 does not ask for. */
export const KEYS: Controls = { ISO_27001: 'A.5.17', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.3.9' };
/** Rotation of programs' keys. */
export const KEYS_OF_PROGRAMS: Controls = { ...KEYS, ISO_27001: 'A.5.16 A.5.17', PCI_DSS: '8.6.3' };
/** Shared keys. */
export const SHARED_KEYS: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.5.17', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.2.2' };
/** Users of other companies. */
export const OUTSIDERS: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.19 A.8.2', NIST_CSF: 'PR.AA-05', PCI_DSS: '8.2.7' };
/** Accounts of other companies. */
export const PARTNERS: Controls = { SOC2: 'CC6.6 CC9.2', ISO_27001: 'A.5.19', NIST_CSF: 'GV.SC-07 PR.AA-05', PCI_DSS: '12.8.1' };
/** Access reviews. */
export const REVIEWS: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.18', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.4' };
/** Public access to data. */
export const EXPOSED: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.3 A.8.12', NIST_CSF: 'PR.AA-05 PR.DS-01', PCI_DSS: '1.3.1 1.4.4' };
/** Public access to compute. */
export const EXPOSED_COMPUTE: Controls = { SOC2: 'CC6.6', ISO_27001: 'A.8.20', NIST_CSF: 'PR.IR-01', PCI_DSS: '1.4.2' };
/** Access by anyone. */
export const ANYBODY: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.5.15', NIST_CSF: 'PR.AA-03 PR.AA-05', PCI_DSS: '7.3.3' };
/** Encryption keys. */
export const CRYPTO_KEYS: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.24', NIST_CSF: 'PR.DS-01', PCI_DSS: '3.6.1' };
/** Users' access to stored data. */
export const STORED_DATA: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.8.3', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.6' };
/** Encryption at rest. */
export const AT_REST: Controls = { SOC2: 'CC6.1 C1.1', ISO_27001: 'A.8.24', NIST_CSF: 'PR.DS-01', PCI_DSS: '3.5.1' };
/** Network boundaries. */
export const BOUNDARY: Controls = { SOC2: 'CC6.6', ISO_27001: 'A.8.20', NIST_CSF: 'PR.IR-01', PCI_DSS: '1.3.1 1.4.2' };
/** Network boundaries of data stores, which belong in networks of their own. */
export const STORE_BOUNDARY: Controls = { ...BOUNDARY, ISO_27001: 'A.8.20 A.8.22', PCI_DSS: '1.3.1 1.4.4' };
/** Network boundaries of services that transmit passwords in clear text. */
export const CLEAR_TEXT: Controls = {
  SOC2: 'CC6.6 CC6.7',
  ISO_27001: 'A.8.20 A.8.21',
  NIST_CSF: 'PR.IR-01 PR.DS-02',
  PCI_DSS: '1.3.1 2.2.5',
};
