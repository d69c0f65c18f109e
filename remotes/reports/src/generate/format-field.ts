import { REPORT_FORMAT_LABELS, REPORT_FORMATS } from '@cam/contracts';

/** The dialog field that selects the file format of a report. */
export const formatField = {
  name: 'format',
  label: 'Format',
  initial: 'XLSX',
  options: REPORT_FORMATS.map((value) => ({ value, label: REPORT_FORMAT_LABELS[value] })),
};
