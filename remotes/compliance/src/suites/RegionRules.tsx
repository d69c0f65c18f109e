import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Rule } from '@cam/contracts';
import { useAddress, useApi } from '@cam/platform';
import { DataGrid, FilterBanner, PageHeader, regionName, type GridColumn } from '@cam/ui';
import { categoryFilter, categoryColumn, changedColumn, failedColumn, nameColumn, severityColumn } from '../rules/rule-columns';

/**
 * Returns the display names of the regions in an address.
 * @param regions region codes separated by commas; `-` stands for resources without a region
 */
export function regionNames(regions: string): string {
  return regions
    .split(',')
    .map((code) => regionName(code === '-' ? '' : code))
    .join(', ');
}

/** Lists the rules of all suites that fail in the given regions, so that the dashboard map can link to its counts. */
export function RegionRules({ regions }: { regions: string }): ReactNode {
  const address = useAddress();
  const { data, error, mutate } = useApi('GET /v1/intents/rules', { query: { region: regions } });
  const columns = useMemo(
    (): GridColumn<Rule>[] => [
      severityColumn,
      nameColumn(({ id }) => `/compliance/all/${id}?${new URLSearchParams({ region: regions })}`, 420),
      categoryColumn,
      failedColumn,
      changedColumn,
    ],
    [regions],
  );
  const where = regionNames(regions);
  const failed = data?.rules.reduce((sum, { failed_count: n }) => sum + n, 0);
  return (
    <>
      <PageHeader
        title="Compliance failures"
        text={
          failed !== undefined &&
          `${failed.toLocaleString('en')} failed ${failed === 1 ? 'check' : 'checks'}. An object counts once for every rule that it fails.`
        }
      />
      <FilterBanner action={<Link to="/compliance">Show all suites</Link>}>failures in {where}</FilterBanner>
      <DataGrid
        title="Rules"
        name="Rules of a region"
        rows={data?.rules}
        rowKey={(row) => row.id}
        columns={columns}
        address={address}
        severity={(row) => row.severity}
        type={categoryFilter}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No failures', text: `No rule fails in ${where}, or no snapshot covers the region yet.` }}
      />
    </>
  );
}
