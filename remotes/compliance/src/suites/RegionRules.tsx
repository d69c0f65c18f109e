import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Rule } from '@cam/contracts';
import { useAddress, useApi } from '@cam/platform';
import { DataGrid, PageHeader, regionName, type GridColumn } from '@cam/ui';
import { byCategory, categoryColumn, changedColumn, failedColumn, nameColumn, severityColumn } from '../rules/rule-columns';

/** Regions of an address in words. */
export function regionsInWords(regions: string): string {
  return regions
    .split(',')
    .map((code) => regionName(code === '-' ? '' : code))
    .join(', ');
}

/** What fails in some regions, of all suites: what a map counts there. */
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
  const where = regionsInWords(regions);
  const failed = data?.rules.reduce((sum, { failed_count: n }) => sum + n, 0);
  return (
    <>
      <PageHeader
        title={`What fails in ${where}`}
        text={
          <>
            {failed === undefined
              ? ''
              : `${failed.toLocaleString('en')} failed ${failed === 1 ? 'check' : 'checks'}, each object for every rule that it fails. `}
            <Link to="/compliance">All suites</Link>
          </>
        }
      />
      <DataGrid
        title="Rules"
        name="Rules of a region"
        rows={data?.rules}
        rowKey={(row) => row.id}
        columns={columns}
        address={address}
        severity={(row) => row.severity}
        type={byCategory}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'Nothing fails here', text: `No rule fails in ${where}, or nothing was found there yet.` }}
      />
    </>
  );
}
