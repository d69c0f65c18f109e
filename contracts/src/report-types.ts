/** Kinds of report; the label is what people read. */
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
export type ReportType = keyof typeof REPORT_TYPE_LABELS;

/** Kinds of report that are made of a view of unused access. */
export type UnusedReportType = Extract<ReportType, `REPORT_TYPE_UNUSED_${string}`>;

export function isUnusedReport(type: ReportType): type is UnusedReportType {
  return type.startsWith('REPORT_TYPE_UNUSED_');
}

/** Files that a report is made as. */
export const REPORT_FORMATS = ['XLSX', 'CSV'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_FORMAT_LABELS: Readonly<Record<ReportFormat, string>> = { XLSX: 'Excel (xlsx)', CSV: 'CSV' };

/** How often a scheduled report is made and sent. */
export const REPORT_FREQUENCIES = ['WEEKLY', 'MONTHLY'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

/** Days of a weekly schedule, by the numbers of ISO 8601 from 1. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Addresses that one schedule sends to, and schedules of one tenant, at most. */
export const MOST_RECIPIENTS = 20;
export const MOST_SCHEDULES = 50;
