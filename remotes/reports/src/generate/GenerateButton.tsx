import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { REPORT_TYPE_LABELS, type PartProps, type ReportFormat } from '@cam/contracts';
import { useFlag } from '@cam/platform';
import { Button, Icon, TextDialog } from '@cam/ui';
import { generateReport } from '../list/api';
import { formatField } from './format-field';

/** Queues a report of the view that it stands in. */
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
          okText="Generate"
          fields={[{ name: 'name', label: 'Name', initial: label, maxLength: 300 }, formatField]}
          note={
            <>
              It lists the view with its source, search and order, and is found under <Link to="/reports">Reports</Link> once it is made. There it can
              also be <Link to="/reports?tab=scheduled">sent by e-mail</Link> every week or month.
            </>
          }
          onClose={() => setOpen(false)}
          onSubmit={({ name = '', format }) => generateReport({ name, type, criteria, format: format as ReportFormat })}
        />
      )}
    </>
  );
}
