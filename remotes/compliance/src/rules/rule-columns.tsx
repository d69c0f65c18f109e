import { Link } from 'react-router-dom';
import type { Rule } from '@cam/contracts';
import { SeverityTag, timeColumn, type GridColumn } from '@cam/ui';

export const severityColumn: GridColumn<Rule> = {
  key: 'severity',
  title: 'Severity',
  value: (row) => row.severity,
  render: (row) => <SeverityTag severity={row.severity} />,
  width: 110,
};

/**
 * Returns the column with the rule names, each linked to the page of its rule.
 * @param address returns the path of the page of a rule
 * @param width in pixels
 */
export function nameColumn(address: (rule: Rule) => string, width: number): GridColumn<Rule> {
  return { key: 'name', title: 'Rule', width, value: (row) => row.name, render: (row) => <Link to={address(row)}>{row.name}</Link> };
}

export const categoryColumn: GridColumn<Rule> = { key: 'category', title: 'Category', value: (row) => row.category };
export const failedColumn: GridColumn<Rule> = { key: 'failed', title: 'Failed', value: (row) => row.failed_count };
export const changedColumn = timeColumn<Rule>({ key: 'changed', title: 'Last Status Change', at: (row) => row.last_status_change });

/** Filters a list of rules by category. */
export const categoryFilter = { of: (row: Rule): string => row.category, label: (category: string): string => category };
