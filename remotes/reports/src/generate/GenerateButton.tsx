import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { REPORT_TYPE_LABELS, type PartProps, type ReportFormat } from '@cam/contracts';
import { useFlag } from '@cam/platform';
import { Button, Icon, TextDialog } from '@cam/ui';
import { generateReport } from '../list/api';
import { formatField } from './format-field';

/** A button that queues a report of the surrounding view, for use by other areas. */
export default function GenerateButton({ type, criteria }: PartProps['reports.generate-button']): ReactNode {
  const isOn = useFlag('UI_REPORTS');
  const [isOpen, setOpen] = useState(false);
  if (!isOn) return null;
  const label = REPORT_TYPE_LABELS[type];
  return (
    <>
      <Button icon={<Icon name="report" />} onClick={() => setOpen(true)}>
        Generate report
      </Button>
      {isOpen && (
        <TextDialog
          title={`Generate report: ${label}`}
          okText="Generate report"
          fields={[{ name: 'name', label: 'Name', initial: label, maxLength: 300 }, formatField]}
          note={
            <>
              The report contains this view with its source, search and sort order. Find it under <Link to="/reports">Reports</Link> when it is ready.
              To e-mail a report every week or month, <Link to="/reports?tab=scheduled">schedule a report</Link>.
            </>
          }
          onClose={() => setOpen(false)}
          onSubmit={({ name = '', format }) => generateReport({ name, type, criteria, format: format as ReportFormat })}
        />
      )}
    </>
  );
}
