import type { ReactNode } from 'react';
import { isConnectable, type SourceCloud } from '@cam/contracts';
import { Button, CloudLogo, cloudName, Dropdown, Icon } from '@cam/ui';
import styles from './sources.module.css';

interface Props {
  clouds: readonly SourceCloud[];
  onImport: () => void;
  onConnect: (cloud: SourceCloud) => void;
}

/** Offers the actions that add a source: import and connect. */
export function AddSource({ clouds, onImport, onConnect }: Props): ReactNode {
  const connectable = clouds.filter((cloud) => isConnectable(cloud));
  return (
    <span className={styles.buttons}>
      <Button type={connectable.length > 0 ? 'default' : 'primary'} icon={<Icon name="upload" />} onClick={onImport}>
        Import
      </Button>
      {connectable.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: connectable.map((key) => ({ key, label: <CloudChoice cloud={key} /> })),
            onClick: ({ key }) => onConnect(key as SourceCloud),
          }}
        >
          <Button type="primary" icon={<Icon name="add" />}>
            Add Source
          </Button>
        </Dropdown>
      )}
    </span>
  );
}

function CloudChoice({ cloud }: { cloud: SourceCloud }): ReactNode {
  return (
    <span className={styles.source}>
      <CloudLogo cloud={cloud} />
      {cloudName(cloud)}
    </span>
  );
}
