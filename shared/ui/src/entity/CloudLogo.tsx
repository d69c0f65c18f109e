import type { ReactNode } from 'react';
import type { CloudType } from '@cam/contracts';
import styles from './CloudLogo.module.css';

const CLOUDS: Record<CloudType, { mark: string; name: string }> = {
  CLOUD_TYPE_UNKNOWN: { mark: '?', name: 'Unknown cloud' },
  AWS: { mark: 'AWS', name: 'AWS' },
  AZURE: { mark: 'AZ', name: 'Azure' },
  GCP: { mark: 'GCP', name: 'Google Cloud' },
  IDP_AZURE_AD: { mark: 'EID', name: 'Entra ID' },
  IDP_OKTA: { mark: 'OK', name: 'Okta' },
};

export function cloudName(cloud: CloudType): string {
  return CLOUDS[cloud].name;
}

/** Shows the provider of a source as letters in the provider's colour, with its name for screen readers. */
export function CloudLogo({ cloud }: { cloud: CloudType }): ReactNode {
  const { mark, name } = CLOUDS[cloud] ?? CLOUDS.CLOUD_TYPE_UNKNOWN;
  return (
    <span className={styles.logo} data-cloud={cloud} role="img" aria-label={name} title={name}>
      {mark}
    </span>
  );
}
