/** Labels of the report types. */
export const REPORT_TYPE_LABELS = {
  REPORT_TYPE_UNKNOWN: 'Unknown',
  REPORT_TYPE_ACCESS: 'Access',
  REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY: 'Unused Roles',
  REPORT_TYPE_UNUSED_ACCESS_ROLE_BY_SERVICE_SUMMARY: 'Unused Roles by Service',
  REPORT_TYPE_UNUSED_ACCESS_ROLE_BY_PRIVILEGE_SUMMARY: 'Unused Roles by Privilege',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_SUMMARY: 'Unused Identities w/ Role',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_BY_SERVICE_SUMMARY: 'Unused Identities w/ Role by Service',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_BY_PRIVILEGE_SUMMARY: 'Unused Identities w/ Role by Privilege',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_WITHOUT_ROLE_SUMMARY: 'Unused Identities w/o Role',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_WITHOUT_ROLE_BY_SERVICE_SUMMARY: 'Unused Identities w/o Role by Service',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_WITHOUT_ROLE_BY_PRIVILEGE_SUMMARY: 'Unused Identities w/o Role by Privilege',
} as const;
/** Type of a report. */
export type ReportType = keyof typeof REPORT_TYPE_LABELS;

/** Report types that contain a view of unused access. */
export type UnusedReportType = Extract<ReportType, `REPORT_TYPE_UNUSED_${string}`>;

/** Reports whether a report contains a view of unused access. */
export function isUnusedReport(type: ReportType): type is UnusedReportType {
  return type.startsWith('REPORT_TYPE_UNUSED_');
}

/** File formats of a report. */
export const REPORT_FORMATS = ['XLSX', 'CSV'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Labels of the report formats. */
export const REPORT_FORMAT_LABELS: Readonly<Record<ReportFormat, string>> = { XLSX: 'Excel (xlsx)', CSV: 'CSV' };

/** Frequencies of a scheduled report. */
export const REPORT_FREQUENCIES = ['WEEKLY', 'MONTHLY'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

/** Weekdays of a schedule, in the order of ISO 8601: Monday is 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Maximum number of recipients of one schedule. */
export const MAX_RECIPIENTS = 20;
/** Maximum number of report schedules of one tenant. */
export const MAX_SCHEDULES = 50;
