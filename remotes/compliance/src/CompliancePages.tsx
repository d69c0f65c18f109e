import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { useAddress } from '@cam/platform';
import { RulePage } from './rules/RulePage';
import { RegionRules } from './suites/RegionRules';
import { SuitePage } from './suites/SuitePage';
import { SuitesPage } from './suites/SuitesPage';

/** Routes the compliance pages: all suites, one suite and one rule. */
export default function CompliancePages(): ReactNode {
  return (
    <Routes>
      <Route index element={<CompliancePage />} />
      <Route path=":suiteId" element={<SuitePage />} />
      <Route path=":suiteId/:ruleId" element={<RulePage />} />
    </Routes>
  );
}

/** Shows all suites, or the failures in the regions that the address names. */
function CompliancePage(): ReactNode {
  const regions = useAddress().get('region');
  return regions === '' ? <SuitesPage /> : <RegionRules regions={regions} />;
}
