/** Frameworks whose controls rules speak to, each in the version whose numbers are used. */
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

/** The controls of a framework that a rule bears on, by their numbers. */
export type Controls = Partial<Record<Framework, string>>;

/*
 * What rules have in common. Numbers only, from: CIS foundations benchmarks of the versions above, AICPA "Trust Services Criteria" (2017),
 * ISO/IEC 27001:2022 annex A, NIST "Cybersecurity Framework 2.0", PCI DSS 4.0.
 */

/** Nobody has more than the task needs. */
export const LEAST: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.8.2', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.2' };
/** The same of programs, which frameworks name by themselves. */
export const LEAST_OF_PROGRAMS: Controls = { ...LEAST, PCI_DSS: '7.2.5' };
/** Logs are kept from those whom they are about. */
export const LOGS: Controls = { SOC2: 'CC7.2', ISO_27001: 'A.8.15', NIST_CSF: 'PR.PS-04', PCI_DSS: '10.3.2' };
/** A second factor. */
export const FACTOR: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.5', NIST_CSF: 'PR.AA-03', PCI_DSS: '8.4.2' };
/** A second factor of administrators. */
export const ADMINISTRATORS_FACTOR: Controls = { ...FACTOR, PCI_DSS: '8.4.1' };
/** Access ends with the work. */
export const LEAVERS: Controls = { SOC2: 'CC6.2', ISO_27001: 'A.5.18', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.2.5' };
/** Keys of programs and people are changed. */
export const KEYS: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.5.17', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.6.3' };
/** People of other companies. */
export const OUTSIDERS: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.19', NIST_CSF: 'PR.AA-05', PCI_DSS: '8.2.7' };
/** Access is looked through, and what is not needed taken away. */
export const REVIEWS: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.18', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.4' };
/** Only those reach data who are meant to. */
export const EXPOSED: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.3', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.1' };
/** Data that lies somewhere is not to be read there. */
export const AT_REST: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.24', NIST_CSF: 'PR.DS-01', PCI_DSS: '3.5.1' };
/** What networks let in. */
export const BOUNDARY: Controls = { SOC2: 'CC6.6', ISO_27001: 'A.8.20', NIST_CSF: 'PR.IR-01', PCI_DSS: '1.3.1' };
