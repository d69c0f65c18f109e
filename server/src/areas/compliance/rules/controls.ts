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

/** The controls of a framework that a rule is evidence for: their numbers, a space between two. What a framework does not ask has none there. */
export type Controls = Readonly<Partial<Record<Framework, string>>>;

/** The numbers of one framework, one by one. */
export function numbersOf(controls: Controls, framework: Framework): string[] {
  return controls[framework]?.split(' ') ?? [];
}

/*
 * What rules have in common. Numbers only, from: CIS foundations benchmarks of the versions above, AICPA "Trust Services Criteria" (2017),
 * ISO/IEC 27001:2022 annex A, NIST "Cybersecurity Framework 2.0", PCI DSS 4.0.
 */

/** Nobody has more than the task needs. */
export const LEAST: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.8.2', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.2' };
/** The same of programs, which frameworks name by themselves. */
export const LEAST_OF_PROGRAMS: Controls = { ...LEAST, PCI_DSS: '7.2.5' };
/** Rights come by groups and roles, as tasks do; NIST CSF does not ask by which way they come. */
export const BY_TASK: Controls = { SOC2: 'CC1.3 CC6.3', ISO_27001: 'A.5.15', PCI_DSS: '7.2.2' };
/** Whoever holds it gives themselves more. */
export const ESCALATION: Controls = { ...LEAST, SOC2: 'CC3.3 CC6.3' };
/** What no framework asks: the provider's own means to limit what somebody may become, and what a stricter rule answers already. */
export const OF_NO_FRAMEWORK: Controls = {};
/** Tasks that watch each other are not one person's. */
export const SEGREGATION: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.3', NIST_CSF: 'PR.AA-05' };
/** Logs are kept from those whom they are about. */
export const LOGS: Controls = { SOC2: 'CC3.3 CC7.2', ISO_27001: 'A.8.15', NIST_CSF: 'PR.PS-04 PR.AA-05', PCI_DSS: '10.3.2' };
/** What would report an intruder stays on. */
export const DETECTION: Controls = { SOC2: 'CC6.8 CC7.1', ISO_27001: 'A.8.16', NIST_CSF: 'DE.CM-09', PCI_DSS: '11.5.1' };
/** A second factor. */
export const FACTOR: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.5', NIST_CSF: 'PR.AA-03', PCI_DSS: '8.4.2' };
/** A second factor of administrators. */
export const ADMINISTRATORS_FACTOR: Controls = { ...FACTOR, PCI_DSS: '8.4.1' };
/** Access ends with the work. */
export const LEAVERS: Controls = { SOC2: 'CC6.2', ISO_27001: 'A.5.16 A.5.18', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.2.5' };
/** Keys of people are changed; SOC 2 asks that of nobody. */
export const KEYS: Controls = { ISO_27001: 'A.5.17', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.3.9' };
/** Keys of programs are changed. */
export const KEYS_OF_PROGRAMS: Controls = { ...KEYS, ISO_27001: 'A.5.16 A.5.17', PCI_DSS: '8.6.3' };
/** Keys that several share are no way in. */
export const SHARED_KEYS: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.5.17', NIST_CSF: 'PR.AA-01', PCI_DSS: '8.2.2' };
/** People of other companies. */
export const OUTSIDERS: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.19 A.8.2', NIST_CSF: 'PR.AA-05', PCI_DSS: '8.2.7' };
/** Accounts of other companies. */
export const PARTNERS: Controls = { SOC2: 'CC6.6 CC9.2', ISO_27001: 'A.5.19', NIST_CSF: 'GV.SC-07 PR.AA-05', PCI_DSS: '12.8.1' };
/** Access is looked through, and what is not needed taken away. */
export const REVIEWS: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.5.18', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.4' };
/** Only those reach data who are meant to. */
export const EXPOSED: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.3 A.8.12', NIST_CSF: 'PR.AA-05 PR.DS-01', PCI_DSS: '1.3.1 1.4.4' };
/** What computes is not there for everybody to call. */
export const EXPOSED_COMPUTE: Controls = { SOC2: 'CC6.6', ISO_27001: 'A.8.20', NIST_CSF: 'PR.IR-01', PCI_DSS: '1.4.2' };
/** Who is let in is named. */
export const ANYBODY: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.5.15', NIST_CSF: 'PR.AA-03 PR.AA-05', PCI_DSS: '7.3.3' };
/** Keys that encrypt are used by few, and last. */
export const CRYPTO_KEYS: Controls = { SOC2: 'CC6.1', ISO_27001: 'A.8.24', NIST_CSF: 'PR.DS-01', PCI_DSS: '3.6.1' };
/** Who works on stored data by other ways than programs. */
export const STORED_DATA: Controls = { SOC2: 'CC6.3', ISO_27001: 'A.8.3', NIST_CSF: 'PR.AA-05', PCI_DSS: '7.2.6' };
/** Data that lies somewhere is not to be read there. */
export const AT_REST: Controls = { SOC2: 'CC6.1 C1.1', ISO_27001: 'A.8.24', NIST_CSF: 'PR.DS-01', PCI_DSS: '3.5.1' };
/** What networks let in. */
export const BOUNDARY: Controls = { SOC2: 'CC6.6', ISO_27001: 'A.8.20', NIST_CSF: 'PR.IR-01', PCI_DSS: '1.3.1 1.4.2' };
/** The same of stores, which are not to be reached from there at all, but kept in networks of their own. */
export const STORE_BOUNDARY: Controls = { ...BOUNDARY, ISO_27001: 'A.8.20 A.8.22', PCI_DSS: '1.3.1 1.4.4' };
/** The same of services whose passwords travel in the clear. */
export const CLEAR_TEXT: Controls = {
  SOC2: 'CC6.6 CC6.7',
  ISO_27001: 'A.8.20 A.8.21',
  NIST_CSF: 'PR.IR-01 PR.DS-02',
  PCI_DSS: '1.3.1 2.2.5',
};
