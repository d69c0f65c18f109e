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
