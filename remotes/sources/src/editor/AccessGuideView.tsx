import type { ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Button } from '@cam/ui';
import type { AccessGuide } from './access-guides';
import styles from './editor.module.css';

async function copy(text: string, name = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(`Copied: ${name}`);
  } catch (error) {
    notify.error((error as Error).message);
  }
}

/** Shows the steps that grant CAM read access at the provider. Collapsed for a source that is already connected. */
export function AccessGuideView({ guide, isNew }: { guide: AccessGuide; isNew: boolean }): ReactNode {
  return (
    <details className={styles.guide} open={isNew}>
      <summary>Read access for CAM</summary>
      <ol>
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {guide.grants.length > 0 && (
        <ul className={styles.grants}>
          {guide.grants.map((grant) => (
            <li key={grant}>
              <code>{grant}</code>
              <Button size="small" aria-label={`Copy ${grant}`} onClick={() => void copy(grant)}>
                Copy
              </Button>
            </li>
          ))}
        </ul>
      )}
      {guide.link && (
        <p>
          <a href={guide.link.href} target="_blank" rel="noreferrer">
            {guide.link.label}
            <span className="cam-visually-hidden">, in a new tab</span>
          </a>
        </p>
      )}
      {guide.templates?.map(({ title, file, text }) => (
        <details key={file} className={styles.template}>
          <summary>{title}</summary>
          <span className={styles.templateButtons}>
            <Button size="small" aria-label={`Copy ${title}`} onClick={() => void copy(text, title)}>
              Copy
            </Button>
            <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={file}>
              {file}
            </a>
          </span>
          <pre tabIndex={0} aria-label={title}>
            {text}
          </pre>
        </details>
      ))}
    </details>
  );
}
