import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { RulePage } from './rules/RulePage';
import { SuitePage } from './suites/SuitePage';
import { SuitesPage } from './suites/SuitesPage';

export default function CompliancePages(): ReactNode {
  return (
    <Routes>
      <Route index element={<SuitesPage />} />
      <Route path=":suiteId" element={<SuitePage />} />
      <Route path=":suiteId/:ruleId" element={<RulePage />} />
    </Routes>
  );
}
