import { REPORT_FORMAT_LABELS, REPORT_FORMATS } from '@cam/contracts';

/** Which file a report is made as, for a dialog. */
export const formatField = {
  name: 'format',
  label: 'Format',
  initial: 'XLSX',
  options: REPORT_FORMATS.map((value) => ({ value, label: REPORT_FORMAT_LABELS[value] })),
};
