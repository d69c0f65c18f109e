import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { showKeys, useSession } from '@cam/platform';
import { Button, Dropdown, formatCount, Icon, PageHeader, useMedia } from '@cam/ui';
import { NARROW } from './view';

interface Props {
  /** Number of open alerts; undefined until it is known. */
  openCount: number | undefined;
  /** Number of open alerts that exclusions hide. */
  excludedCount: number;
  onRaise: () => void;
  onRules: () => void;
  onMethods: () => void;
}

/** Shows the title of the alerts page with its actions. A narrow window has a menu for all but the first, and no keys. */
export function AlertsHeader({ openCount, excludedCount, onRaise, onRules, onMethods }: Props): ReactNode {
  const { can, rights } = useSession();
  const isNarrow = useMedia(NARROW);
  const mayReadMethods = rights.includes('CAM_GUARDRAIL_READ') || rights.includes('CAM_GUARDRAIL_WRITE');
  const others = [
    ...(isNarrow ? [] : [{ key: 'keys', label: 'Keyboard shortcuts', onClick: showKeys }]),
    { key: 'rules', label: 'Alert rules', onClick: onRules },
    ...(mayReadMethods ? [{ key: 'methods', label: 'View detection methods', onClick: onMethods }] : []),
  ];
  return (
    <PageHeader
      title="Alerts"
      text={
        // The line has its room before the count is known.
        openCount === undefined ? (
          '\u00a0'
        ) : (
          <>
            {formatCount(openCount)} open
            {excludedCount > 0 && (
              <>
                , <Link to="/alerts?show=ALERT_EXCLUDED">{formatCount(excludedCount)} excluded</Link>
              </>
            )}
          </>
        )
      }
      actions={
        <>
          {can('ALERTS') && (
            <Button icon={<Icon name="add" />} onClick={onRaise}>
              Raise alert
            </Button>
          )}
          {isNarrow ? (
            <Dropdown trigger={['click']} menu={{ items: others }}>
              <Button>More</Button>
            </Dropdown>
          ) : (
            others.map(({ key, label, onClick }) => (
              <Button key={key} onClick={onClick}>
                {label}
              </Button>
            ))
          )}
        </>
      }
    />
  );
}
