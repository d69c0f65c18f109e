import type { ControlFramework } from '../../src/areas/compliance/rules/control-titles';

/** Expands ranges: `CC6` and `1-8` give CC6.1 to CC6.8. */
type Sections = Readonly<Record<string, string>>;

function unfold(sections: Sections, number: (section: string, at: number) => string): string[] {
  return Object.entries(sections).flatMap(([section, spans]) =>
    spans.split(' ').flatMap((span) => {
      const [from = 0, to = from] = span.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => number(section, from + index));
    }),
  );
}

const dotted = (section: string, at: number): string => `${section}.${at}`;

/** All control numbers of each framework. For PCI DSS only the sections with rules, without third-level requirements. */
export const FRAMEWORK_NUMBERS: Readonly<Record<ControlFramework, ReadonlySet<string>>> = {
  SOC2: new Set(
    unfold(
      {
        ...{ CC1: '1-5', CC2: '1-3', CC3: '1-4', CC4: '1-2', CC5: '1-3', CC6: '1-8', CC7: '1-5', CC8: '1', CC9: '1-2' },
        ...{ A1: '1-3', C1: '1-2', PI1: '1-5' },
        ...{ P1: '1', P2: '1', P3: '1-2', P4: '1-3', P5: '1-2', P6: '1-7', P7: '1', P8: '1' },
      },
      dotted,
    ),
  ),
  ISO_27001: new Set(unfold({ 'A.5': '1-37', 'A.6': '1-8', 'A.7': '1-14', 'A.8': '1-34' }, dotted)),
  NIST_CSF: new Set(
    unfold(
      {
        ...{ 'GV.OC': '1-5', 'GV.RM': '1-7', 'GV.RR': '1-4', 'GV.PO': '1-2', 'GV.OV': '1-3', 'GV.SC': '1-10' },
        ...{ 'ID.AM': '1-5 7-8', 'ID.RA': '1-10', 'ID.IM': '1-4' },
        ...{ 'PR.AA': '1-6', 'PR.AT': '1-2', 'PR.DS': '1-2 10-11', 'PR.PS': '1-6', 'PR.IR': '1-4' },
        ...{ 'DE.CM': '1-3 6 9', 'DE.AE': '2-4 6-8' },
        ...{ 'RS.MA': '1-5', 'RS.AN': '3 6-8', 'RS.CO': '2-3', 'RS.MI': '1-2' },
        ...{ 'RC.RP': '1-6', 'RC.CO': '3-4' },
      },
      (section, at) => `${section}-${String(at).padStart(2, '0')}`,
    ),
  ),
  PCI_DSS: new Set([
    ...unfold(
      {
        ...{ '1.1': '1-2', '1.2': '1-8', '1.3': '1-3', '1.4': '1-5', '1.5': '1', '2.1': '1-2', '2.2': '1-7', '2.3': '1-2' },
        ...{ '3.1': '1-2', '3.2': '1', '3.3': '1-3', '3.4': '1-2', '3.5': '1', '3.6': '1', '3.7': '1-9' },
        ...{ '7.1': '1-2', '7.2': '1-6', '7.3': '1-3' },
        ...{ '8.1': '1-2', '8.2': '1-8', '8.3': '1-11', '8.4': '1-3', '8.5': '1', '8.6': '1-3' },
        ...{ '10.1': '1-2', '10.2': '1-2', '10.3': '1-4', '10.4': '1-3', '10.5': '1', '10.6': '1-3', '10.7': '1-3' },
        ...{ '11.1': '1-2', '11.2': '1-2', '11.3': '1-2', '11.4': '1-7', '11.5': '1-2', '11.6': '1' },
        ...{
          '12.1': '1-4',
          '12.2': '1',
          '12.3': '1-4',
          '12.4': '1-2',
          '12.5': '1-3',
          '12.6': '1-3',
          '12.7': '1',
          '12.8': '1-5',
          '12.9': '1-2',
          '12.10': '1-7',
        },
      },
      dotted,
    ),
    ...['7.2.5.1', '10.2.1.1'],
  ]),
};
