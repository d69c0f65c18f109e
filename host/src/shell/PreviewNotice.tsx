import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Alert, Button } from '@cam/ui';
import { registryAtom } from '../registry/registry-client';
import { endPreview } from '../registry/preview-releases';

/** Shows which releases this tab previews, which of them were refused, and a button that ends the preview. */
export function PreviewNotice(): ReactNode {
  const previews = useAtomValue(registryAtom).view?.tried ?? [];
  if (previews.length === 0) return null;
  const refused = previews.filter((one) => one.refused !== null);
  const previewed = previews.filter((one) => one.refused === null).map(({ id, what }) => `${id} ${what}`);
  return (
    <Alert
      type={refused.length > 0 ? 'warning' : 'info'}
      showIcon
      title={previewed.length > 0 ? `This tab previews ${previewed.join(', ')}` : 'The preview could not start'}
      description={refused.map(({ id, what, refused: why }) => (
        <div key={id}>
          {id} {what}: {why}
        </div>
      ))}
      action={
        <Button size="small" onClick={endPreview}>
          End preview
        </Button>
      }
    />
  );
}
