import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { useAddress } from '@cam/platform';
import { RulePage } from './rules/RulePage';
import { RegionRules } from './suites/RegionRules';
import { SuitePage } from './suites/SuitePage';
import { SuitesPage } from './suites/SuitesPage';

export default function CompliancePages(): ReactNode {
  return (
    <Routes>
      <Route index element={<Start />} />
      <Route path=":suiteId" element={<SuitePage />} />
      <Route path=":suiteId/:ruleId" element={<RulePage />} />
    </Routes>
  );
}

/** All suites or, where the address names regions, what fails there. */
function Start(): ReactNode {
  const regions = useAddress().get('region');
  return regions === '' ? <SuitesPage /> : <RegionRules regions={regions} />;
}
